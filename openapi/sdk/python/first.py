import os

from longcase import AuthenticatedClient, Client
from longcase.api.games import start_game
from longcase.api.moves import make_moves
from longcase.api.players import make_player
from longcase.models import Game, MovesRequest, NewGame, NewGameAnswer, NewPlayer, NewPlayerAnswer

address = os.environ.get("LONGCASE", "http://127.0.0.1:8080")
player = make_player.sync(client=Client(base_url=address), body=NewPlayer())
assert isinstance(player, NewPlayerAnswer), player

api = AuthenticatedClient(base_url=address, token=player.token)  # keep it: it is shown once
game = start_game.sync(client=api, body=NewGame(variant="grandfathers-clock"))
assert isinstance(game, NewGameAnswer), game  # else it is a Problem: branch on its code
for pile in game.piles:
    print(pile.id, *pile.cards)

move = MovesRequest(moves=[game.legal_moves[0].move], version=game.version)
made = make_moves.sync(game.id, client=api, body=move)
print(move.moves[0], made.status if isinstance(made, Game) else made)

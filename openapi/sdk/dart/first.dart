import 'dart:convert';
import 'dart:io';

import 'package:http/http.dart' show Response;
import 'package:longcase/api.dart';

/// Leaves out of a body what is null: the service refuses that, and the generated code sends it.
class Client extends ApiClient {
  Client(String address, {super.authentication}) : super(basePath: address);

  @override
  Future<Response> invokeAPI(path, method, queryParams, body, headerParams, formParams, contentType,
      {abortTrigger}) {
    final sent = json.decode(json.encode(body));
    if (sent is Map) sent.removeWhere((_, value) => value == null);
    return super.invokeAPI(path, method, queryParams, sent, headerParams, formParams, contentType,
        abortTrigger: abortTrigger);
  }
}

Future<void> main() async {
  final address = Platform.environment['LONGCASE'] ?? 'http://127.0.0.1:8080';
  final player = await PlayersApi(Client(address)).makePlayer(newPlayer: NewPlayer());

  final token = HttpBearerAuth()..accessToken = player!.token; // keep it: it is shown once
  final api = Client(address, authentication: token);
  final game = await GamesApi(api).startGame(newGame: NewGame(variant: 'grandfathers-clock'));
  for (final pile in game!.piles) print('${pile.id} ${pile.cards.join(' ')}');

  final body = MovesRequest(moves: [game.legalMoves.first.move], version: game.version);
  try {
    print('${body.moves.first} ${(await MovesApi(api).makeMoves(game.id, body))!.status}');
  } on ApiException catch (refused) {
    print(Problem.fromJson(jsonDecode(refused.message!))!.code);
  }
}

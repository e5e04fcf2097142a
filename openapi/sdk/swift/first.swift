import Foundation
import Longcase

let api = LongcaseAPIConfiguration.shared
api.basePath = ProcessInfo.processInfo.environment["LONGCASE"] ?? "http://127.0.0.1:8080"
do {
    let player = try await PlayersAPI.makePlayer(newPlayer: NewPlayer())
    api.customHeaders["Authorization"] = "Bearer \(player.token)"  // keep it: it is shown once

    let game = try await GamesAPI.startGame(newGame: NewGame(variant: "grandfathers-clock"))
    for pile in game.piles { print(pile.id, pile.cards.joined(separator: " ")) }

    let body = MovesRequest(moves: [game.legalMoves[0].move], version: game.version)
    print(body.moves[0], try await MovesAPI.makeMoves(gameId: game.id, movesRequest: body).status)
} catch ErrorResponse.error(let status, let data, _, let cause) {
    let problem = data.flatMap { try? api.codableHelper.jsonDecoder.decode(Problem.self, from: $0) }
    print(status, problem?.code ?? "\(cause)")  // branch on the code
}

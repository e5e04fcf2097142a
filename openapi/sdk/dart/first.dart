import 'dart:convert';
import 'dart:io';

import 'package:http/http.dart' show Response;
import 'package:longcase/api.dart';

/// Sends no null and no empty map, as the generated code does and the service refuses; reads UTF-8.
class Client extends ApiClient {
  Client(String address, {super.authentication}) : super(basePath: address);

  @override
  Future<Response> invokeAPI(path, method, queryParams, body, headerParams, formParams, contentType,
      {abortTrigger}) async {
    final sent = json.decode(json.encode(body));
    if (sent is Map) sent.removeWhere((_, value) => value == null || value is Map && value.isEmpty);
    final answer = await super.invokeAPI(
        path, method, queryParams, sent, headerParams, formParams, contentType,
        abortTrigger: abortTrigger);
    final type = answer.headers['content-type'];
    return Response.bytes(answer.bodyBytes, answer.statusCode,
        headers: {...answer.headers, if (type != null) 'content-type': '$type; charset=utf-8'});
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

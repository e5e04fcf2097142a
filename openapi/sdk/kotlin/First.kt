import longcase.apis.GamesApi
import longcase.apis.MovesApi
import longcase.apis.PlayersApi
import longcase.infrastructure.*
import longcase.models.*

fun main() {
    val address = System.getenv("LONGCASE") ?: "http://127.0.0.1:8080"
    Serializer.kotlinxSerializationJsonConfiguration = { explicitNulls = false } // or it sends null for what is absent

    ApiClient.accessToken = PlayersApi(address).makePlayer(newPlayer = NewPlayer()).token // keep it: it is shown once
    val game = GamesApi(address).startGame(newGame = NewGame(variant = "grandfathers-clock"))
    game.piles.forEach { println("${it.id} ${it.cards.joinToString(" ")}") }

    val body = MovesRequest(moves = listOf(game.legalMoves.first().move), version = game.version)
    try {
        println("${body.moves.first()} ${MovesApi(address).makeMoves(game.id, body).status}")
    } catch (refused: ClientException) {
        val problem = (refused.response as ClientError<*>).body as String
        println(Serializer.kotlinxSerializationJson.decodeFromString<Problem>(problem).code)
    }
}

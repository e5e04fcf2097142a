"""Play a short story and write its answers down as the document's examples.

Run it with the address of a running service: `python -m tests.api.recording http://127.0.0.1:8080`.
Tokens are not written down. The story is longer than one address may tell at once: let the service
run with `LONGCASE_RATES=off`, and with `LONGCASE_SANDBOX=1`.
"""

import json
import sys
import time
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Any
from urllib.request import Request, urlopen

from service.api.examples import RECORDED

STARS = "lc_" + "x" * 43


class Recorder:
    """A client that writes down what it sends and what it gets."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.token = ""
        self.kept: dict[str, dict[str, Any]] = {}

    def call(
        self, name: str, method: str, path: str, body: Any = None, *, root: str = "/v1"
    ) -> Any:
        request = Request(f"{self.address}{root}{path}", method=method)
        request.add_header("Accept-Language", "en")
        if self.token:
            request.add_header("Authorization", f"Bearer {self.token}")
        if body is not None:
            request.add_header("Content-Type", "application/json")
            request.data = json.dumps(body).encode()
        with urlopen(request, timeout=30) as response:
            nothing = response.status == HTTPStatus.NO_CONTENT
            answer = None if nothing else json.load(response)
        self.kept[name] = {} if answer is None else {"answer": _shown(answer)}
        if body:
            self.kept[name]["request"] = _shown(body)
        return answer


def _shown(body: dict[str, Any]) -> dict[str, Any]:
    return {**body, "token": STARS} if "token" in body else body


def story(recorder: Recorder) -> None:
    """Call every operation once."""
    recorder.call("listVariants", "GET", "/variants")
    recorder.call("getVariant", "GET", "/variants/grandfathers-clock")
    recorder.call("getDeal", "GET", "/variants/freecell/deals/617")
    recorder.call("judgeDeal", "POST", "/variants/freecell/deals/617/verdict", {"effort": "quick"})
    day = recorder.call("getToday", "GET", "/variants/fan/daily")["date"]
    recorder.call("getDaily", "GET", f"/variants/fan/daily/{day}")
    guest = recorder.call("makePlayer", "POST", "/players", {})["token"]
    recorder.token = recorder.call("makePlayer", "POST", "/players", {})["token"]
    about = {"name": "Ada", "language": "en", "time_zone": "Europe/Paris"}
    recorder.call("changeMe", "PATCH", "/players/me", about)
    recorder.call("getMe", "GET", "/players/me")
    recorder.token = recorder.call("rotateToken", "POST", "/players/me/token")["token"]
    on_daily = recorder.call("startGame", "POST", "/games", {"variant": "fan", "daily": day})
    recorder.call("resignGame", "POST", f"/games/{on_daily['id']}/resign", {})
    recorder.call("getDailyBoard", "GET", f"/boards/fan/daily/{day}")
    recorder.call("getBoard", "GET", "/boards/fan")
    wish = {"variant": "german-clock", "options": {"redeals": "1"}}
    game = recorder.call("startGame", "POST", "/games", wish)
    path = f"/games/{game['id']}"
    recorder.call("changeGame", "PATCH", path, {"autoplay": "off"})
    recorder.call("makeMoves", "POST", f"{path}/moves", {"moves": ["draw", "draw"], "version": 1})
    recorder.call("undoMoves", "POST", f"{path}/undo", {"count": 1})
    recorder.call("redoMoves", "POST", f"{path}/redo", {"count": 1})
    recorder.call("giveHint", "POST", f"{path}/hint", {"line": False})
    recorder.call("autoplay", "POST", f"{path}/autoplay", {"mode": "all"})
    recorder.call("listLegalMoves", "GET", f"{path}/moves")
    recorder.call("getGame", "GET", path)
    recorder.call("listGames", "GET", "/games")
    recorder.call("resignGame", "POST", f"{path}/resign", {})
    shared = recorder.call("shareGame", "POST", f"{path}/share")
    recorder.call("getReplay", "GET", f"/replays/{shared['id']}")
    recorder.call("giveVerdict", "POST", f"{path}/verdict", {"position": "dealt"})
    recorder.call("getHistory", "GET", f"{path}/history")
    recorder.call("getStats", "GET", "/players/me/stats")
    wanted = {"variant": "grandfathers-clock", "seats": 2, "minutes": 15}
    race = recorder.call("makeRace", "POST", "/races", wanted)
    recorder.call("beReady", "POST", f"/races/{race['id']}/ready")
    recorder.call("listRaces", "GET", "/races")
    recorder.call("leaveRace", "POST", f"/races/{race['id']}/leave")
    recorder.call("rematchRace", "POST", f"/races/{_raced(recorder)}/rematch")
    _test(recorder)
    recorder.call("linkGuest", "POST", "/players/me/link", {"token": guest})
    recorder.call("exportMe", "GET", "/players/me/export")
    recorder.call("deleteMe", "DELETE", "/players/me")
    recorder.token = ""
    recorder.call("getHealth", "GET", "/healthz", root="")
    recorder.call("getReadiness", "GET", "/readyz", root="")


def _test(recorder: Recorder) -> None:
    """Call what only a sandbox does."""
    recorder.call("startScriptedGame", "POST", "/sandbox/games", {"script": "one_move_from_win"})
    recorder.call("putClockForward", "POST", "/sandbox/clock", {"seconds": 60})
    failures = {"failure": "answer_lost", "count": 0}
    recorder.call("orderFailures", "POST", "/sandbox/failures", failures)


def _raced(recorder: Recorder) -> str:
    """Race a rival who leaves after the start; give the race, which is over."""
    mine = recorder.token
    race = recorder.call("makeRace", "POST", "/races", {"variant": "freecell", "seats": 2})
    recorder.token = recorder.call("makePlayer", "POST", "/players", {"name": "Bea"})["token"]
    recorder.call("lookAtRace", "GET", f"/race-entries?code={race['code']}")
    entered = recorder.call("enterRace", "POST", "/race-entries", {"code": race["code"]})
    start = datetime.fromisoformat(entered["starts_at"])
    time.sleep(max(0.0, (start - datetime.now(UTC)).total_seconds() + 0.1))
    recorder.call("getRace", "GET", f"/races/{race['id']}")
    recorder.call("resignGame", "POST", f"/games/{entered['game']}/resign", {})
    recorder.token = mine
    recorder.call("getRace", "GET", f"/races/{race['id']}")
    recorder.call("followRace", "GET", f"/races/{race['id']}/events")
    return str(race["id"])


if __name__ == "__main__":
    found = Recorder(sys.argv[1])
    story(found)
    RECORDED.write_text(json.dumps(found.kept, indent=1, ensure_ascii=False) + "\n", "utf-8")

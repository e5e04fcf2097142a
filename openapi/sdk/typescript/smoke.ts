/** Play a game to its win, be refused in every way, and race, as the guest of LONGCASE. */
import { accepted, answered, connect, events, Refusal, type Api, type Code, type Game, type Race } from "./client.js";

const ADDRESS = process.env["LONGCASE"] ?? "http://127.0.0.1:8080";
const DEAL = "9007199254740993"; // 2^53 + 1, which a JavaScript number cannot hold

/** Become a guest. A real client keeps the token: it is shown once. */
async function guest(): Promise<Api> {
  return connect(ADDRESS, answered(await connect(ADDRESS).POST("/v1/players", { body: {} })).token);
}

/** Make a move for the cards as `game` shows them; give the game as it is then. */
async function move(api: Api, game: Game, text: string): Promise<Game> {
  const params = { path: { game_id: game.id } };
  const body = { moves: [text], version: game.version };
  const { data, error } = await api.POST("/v1/games/{game_id}/moves", { params, body });
  if (data) return data;
  const code: Code = error.code;
  switch (code) {
    case "version_conflict": // another device was first: go on from what it did
      if (!error.game) throw new Refusal(error);
      console.log(`${code}: version ${game.version} is now ${error.game.version}`);
      return error.game;
    case "illegal_move":
      console.log(error.reason === "wrong_rank" ? "illegal_move: wrong_rank" : `illegal_move: ${error.detail}`);
      return game;
    default: // a code that this client does not know
      throw new Refusal(error);
  }
}

/** Ask for a hint; undefined where none is given. */
async function hint(api: Api, game: Game): Promise<string | undefined> {
  const params = { path: { game_id: game.id } };
  const given = await api.POST("/v1/games/{game_id}/hint", { params, body: { version: game.version } });
  return answered(given).move;
}

/** Follow hints to the end; the version in hand stays good, for a hint moves no card. */
async function play(api: Api, game: Game): Promise<Game> {
  while (game.legal_moves.length > 0) { // not `status === "playing"`: more may come
    const text = await hint(api, game);
    if (text === undefined) break;
    game = await move(api, game, text);
    for (const step of game.steps) draw(step);
  }
  return game;
}

/** Animate a step; one of a kind that came later is left out: the piles say how all lies in the end. */
function draw(step: Game["steps"][number]): void {
  if (!["carry", "slide", "flip", "turn_over", "gather", "exchange"].includes(step.kind)) {
    unknown.add(step.kind);
  }
}
const unknown = new Set<string>();

/** Follow a race by long poll until `done` says so. */
async function follow(api: Api, race: Race, done: (race: Race) => boolean): Promise<Race> {
  while (!done(race)) {
    const header = { "If-None-Match": `"${race.version}"`, Prefer: "wait=25" };
    const read = await api.GET("/v1/races/{race_id}", { params: { path: { race_id: race.id }, header } });
    race = answered(read, race); // 304: nothing happened in that time
  }
  return race;
}

/** Follow a race by its events; give their kinds. */
async function told(api: Api, race: Race): Promise<string[]> {
  const kinds: string[] = [];
  for await (const event of events(api, race.id)) kinds.push("kind" in event ? event.kind : "resync");
  return kinds;
}

const api = await guest();
const variants = answered(await api.GET("/v1/variants")).items;
console.log(`variants: ${variants.map((each) => each.id).join(" ")}`);

let game: Game = answered(await api.POST("/v1/games", { body: { variant: "grandfathers-clock", deal: DEAL } }));
console.log(`deal: ${game.deal.number}`);
const games = answered(await api.GET("/v1/games")).items; // however often the first answer was lost
const path = { game_id: game.id };
const board = answered(await api.GET("/v1/games/{game_id}/board.svg", { params: { path }, parseAs: "text" }));
console.log(`games: ${games.length}; picture: ${board.slice(0, 4)}`);
game = await move(api, game, "t1-f1");
const redone = await api.POST("/v1/games/{game_id}/redo", { params: { path: { game_id: game.id } } });
console.log(`refused: ${redone.error?.code === "nothing_to_redo" ? "nothing to redo" : redone.error?.title}`);

const first = game.legal_moves[0]?.move ?? "";
await move(api, game, first); // as another device would
game = await move(api, game, first); // and this one knows nothing of it
game = answered(await api.POST("/v1/games/{game_id}/undo", {
  params: { path: { game_id: game.id } },
  body: { version: game.version },
}));

accepted(await api.POST("/v1/sandbox/failures", { body: { failure: "rate_limited" } }));
game = await play(api, game);
console.log(`ended: ${game.status}, ${game.moves_made} moves; unknown steps: ${[...unknown].join(" ")}`);

const rival = await guest();
const wish = { variant: "grandfathers-clock", seats: 2 };
accepted(await api.POST("/v1/sandbox/failures", { body: { failure: "answer_lost" } }));
const made = answered(await api.POST("/v1/races", { body: wish }));
const races = answered(await api.GET("/v1/races")).items;
const entered = answered(await rival.POST("/v1/race-entries", { body: { code: made.code } }));
const [over, kinds, resigned] = await Promise.all([
  follow(api, made, (race) => race.ended_at !== undefined), // not `status === "over"`: more may come
  told(rival, made),
  rival.POST("/v1/games/{game_id}/resign", { params: { path: { game_id: entered.game ?? "" } } }),
]);
accepted(resigned);
console.log(`races: ${races.length}; events: ${kinds.join(" ")}`);
console.log(`race: ${over.status}, ${over.entries.map((each) => each.result).join(" ")}`);

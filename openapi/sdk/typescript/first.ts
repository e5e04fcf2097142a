import createClient from "openapi-fetch";
import type { paths } from "./longcase.js";

const baseUrl = process.env["LONGCASE"] ?? "http://127.0.0.1:8080";
const stranger = createClient<paths>({ baseUrl });
const { data: player } = await stranger.POST("/v1/players", { body: {} });
if (!player) throw new Error("no guest");

const headers = { Authorization: `Bearer ${player.token}` }; // keep the token: it is shown once
const api = createClient<paths>({ baseUrl, headers });
const { data: game, error } = await api.POST("/v1/games", { body: { variant: "grandfathers-clock" } });
if (!game) throw new Error(`${error.code}: ${error.detail}`);
for (const pile of game.piles) console.log(pile.id, pile.cards.join(" "));

const move = game.legal_moves[0]?.move;
if (move !== undefined) {
  const params = { path: { game_id: game.id } };
  const body = { moves: [move], version: game.version };
  const made = await api.POST("/v1/games/{game_id}/moves", { params, body });
  console.log(move, made.data?.status ?? made.error?.code);
}

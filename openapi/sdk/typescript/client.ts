/** What every client needs around the generated types: patience, keys, refusals by their code, and events. */
import createClient, { type Client } from "openapi-fetch";
import type { components, paths } from "./longcase.js";

/** A text of which some values are known, for the editor to offer; any other may come. */
export type Open<T extends string> = T | (string & {});

/** The codes that a client has its own answer to; docs/problems.md lists all. */
export type Code = Open<
  | "version_conflict" | "illegal_move" | "nothing_to_undo" | "nothing_to_redo" | "game_over" | "too_many_games"
  | "race_full" | "race_not_started" | "race_started" | "race_over" | "too_many_races" | "not_allowed_here"
  | "not_found" | "unauthenticated" | "banned" | "rate_limited" | "unavailable" | "validation_failed"
>;

export type Game = components["schemas"]["Game"];
export type Problem = components["schemas"]["Problem"] & { code: Code };
export type Race = components["schemas"]["Race"];
export type RaceEvent = components["schemas"]["RaceEvent"];
export type Api = Client<paths>;

/** A refusal that the caller does not handle: show its title and detail to the player. */
export class Refusal extends Error {
  constructor(readonly problem: Problem) {
    super(`${problem.code}: ${problem.title}. ${problem.detail}`);
  }
}

/** Connect, with a token as its player, and in a language other than the browser's. */
export function connect(address: string, token?: string, language?: string): Api {
  const headers: Record<string, string> = {};
  if (token !== undefined) headers["Authorization"] = `Bearer ${token}`;
  if (language !== undefined) headers["Accept-Language"] = language;
  return createClient<paths>({ baseUrl: address, headers, fetch: patiently });
}

/** Take the answer, or throw the refusal; `known` is what 304 says to be so still. */
export function answered<T>(result: { data?: T; error?: Problem | ""; response: Response }, known?: T): T {
  if (result.data !== undefined) return result.data;
  if (result.response.status === 304 && known !== undefined) return known; // `error` is "" then
  if (result.error) throw new Refusal(result.error);
  throw new Error(`${result.response.status} without a problem: is this Longcase?`);
}

/** Throw the refusal of a call whose answer has no body, or none that matters. */
export function accepted(result: { error?: Problem | ""; response: Response }): void {
  if (!result.response.ok) answered<never>(result);
}

/**
 * Tell what happens in a race after a version, to its end. A Race comes instead, without `kind`, where
 * too much has happened: begin anew from it.
 */
export async function* events(api: Api, race_id: string, after = 0): AsyncGenerator<RaceEvent | Race> {
  let last = String(after);
  for (;;) {
    const stream = await api.GET("/v1/races/{race_id}/events", {
      params: { path: { race_id }, header: { "Last-Event-ID": last } },
      headers: { Accept: "text/event-stream" },
      parseAs: "stream",
    });
    if (stream.response.status === 204) return; // over, and all of it was told
    const body = answered<ReadableStream<Uint8Array<ArrayBuffer>> | null>(stream);
    try {
      for await (const { id, data } of received(body)) {
        last = id;
        yield JSON.parse(data);
      }
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // else broken off: go on after the last one
    }
    await pause(2);
  }
}

/** Read the events of a stream; the service writes each of their fields on one line. */
async function* received(body: ReadableStream<Uint8Array<ArrayBuffer>> | null) {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  try {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      const blocks = (text + part.value).split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) {
        const { id, data } = Object.fromEntries(block.split("\n").map((line) => line.split(/: (.*)/)));
        if (id !== undefined && data !== undefined) yield { id, data }; // else a heartbeat
      }
    }
  } finally {
    await reader?.cancel(); // whoever leaves early gives up the place that a stream takes
  }
}

const KEYLESS = [
  /^\/v1\/players$/, /^\/v1\/players\/me\/token$/, // refuse a key: their answers hold a secret and are not kept
  /^\/v1\/sandbox\//, // does again what is sent again
];
const SENDINGS = 5;

/**
 * Send a request. Where the service says when to come again, or no answer comes, send the same one again;
 * what might then be done twice is left to the caller.
 */
async function patiently(request: Request): Promise<Response> {
  const { headers, method, signal } = request;
  const keyless = KEYLESS.some((path) => path.test(new URL(request.url).pathname));
  if (method === "POST" && headers.has("Authorization") && !keyless && !headers.has("Idempotency-Key")) {
    headers.set("Idempotency-Key", crypto.randomUUID()); // sent twice, done once
  }
  const repeatable = method === "GET" || headers.has("Idempotency-Key");
  for (let sent = 1; ; ) {
    try {
      const response = await fetch(request.clone());
      const seconds = Number(response.headers.get("Retry-After") ?? Infinity);
      const unsure = response.status === 503 && !repeatable; // it may be done
      if (response.ok || seconds > 60 || unsure) return await whole(response);
      console.log(`waiting: ${response.status}`); // 429, 503, or a race that has not started
      await pause(seconds);
    } catch (error) {
      if (!repeatable || signal.aborted || sent++ === SENDINGS) throw error;
      console.log("again: no answer");
      await pause(sent / 2);
    }
  }
}

/** Wait for all of an answer, for it can be lost halfway; a stream is its reader's. */
async function whole(response: Response): Promise<Response> {
  const streams = response.headers.get("Content-Type")?.startsWith("text/event-stream");
  if (!streams) await response.clone().arrayBuffer();
  return response;
}

function pause(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
}

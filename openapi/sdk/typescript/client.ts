/** What every client needs around the generated types: patience, keys, and refusals by their code. */
import createClient, { type Client } from "openapi-fetch";
import type { components, paths } from "./longcase.js";

export type Game = components["schemas"]["Game"];
export type Problem = components["schemas"]["Problem"];
export type Race = components["schemas"]["Race"];
export type Api = Client<paths>;

/** A refusal that the caller does not handle: show its title and detail to the player. */
export class Refusal extends Error {
  constructor(readonly problem: Problem) {
    super(`${problem.code}: ${problem.title}. ${problem.detail}`);
  }
}

/** Connect, with a token as its player. */
export function connect(address: string, token?: string): Api {
  const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  return createClient<paths>({ baseUrl: address, headers, fetch: patiently });
}

/** Take the answer, or throw the refusal. */
export function answered<T>(result: { data?: T; error?: Problem; response: Response }): T {
  if (result.data !== undefined) return result.data;
  if (result.error?.code !== undefined) throw new Refusal(result.error);
  throw new Error(`${result.response.status} without a problem: is this Longcase?`);
}

/** Throw the refusal of a call whose answer has no body, or none that matters. */
export function accepted(result: { error?: Problem; response: Response }): void {
  if (!result.response.ok) answered<never>(result);
}

/** Send a request; where the service says when to come again, wait and send the same one again. */
async function patiently(request: Request): Promise<Response> {
  if (request.method === "POST" && request.headers.has("Authorization")) {
    request.headers.set("Idempotency-Key", crypto.randomUUID()); // sent twice, done once
  }
  for (;;) {
    const response = await fetch(request.clone());
    const seconds = Number(response.headers.get("Retry-After") ?? Infinity);
    if (response.ok || seconds > 60) return response; // 429, 503, or a race that has not started
    console.log(`waiting: ${response.status}`);
    await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
  }
}

/**
 * Asks the server that sent this page, and nobody else; in a recording, asks what the recording carries.
 *
 * Knows addresses and failures, not screens. Invariant: whatever goes wrong arrives as a `Refusal` that says what
 * happened and what to do, in the server's words or in ours and in the page's language; a recording never touches a network.
 */
import { language } from "../words";
import { carried, carriedPicture, inReplay } from "./carried";
import type { Town, TownList } from "./wire";

/** The page's own folder, so that the window also works behind a path prefix. A recording only needs some root. */
export const ROOT = inReplay ? new URL("https://recording.invalid/api/") : new URL("api/", document.baseURI);

/** Why something could not be had. */
export class Refusal extends Error {
  constructor(
    readonly what: string,
    readonly remedy: string,
    /** 0 when the server did not answer at all. */
    readonly status = 0,
    /** Whether the server offers to fork the run at the moment that was meant. */
    readonly fork = false,
  ) {
    super(what);
  }
}

function address(path: readonly string[]): string {
  const inside = path.map(encodeURIComponent).join("/");
  return carriedPicture(inside) ?? new URL(inside, ROOT).href;
}

/** The address of anything that belongs to a town. */
export function addressOf(town: string, ...path: string[]): string {
  return address(["towns", town, ...path]);
}

/** The address of anything that belongs to a run; what a query does not say is left out of it. */
export function runAddress(
  run: string,
  path: readonly string[] = [],
  query: Record<string, string | number | undefined | null> = {},
): string {
  const asked = Object.entries(query).flatMap(([key, value]) =>
    value === undefined || value === null || value === "" ? [] : [[key, String(value)]],
  );
  const text = new URLSearchParams(asked).toString();
  return address(["runs", run, ...path]) + (text ? `?${text}` : "");
}

/** The address of the stream of a run. */
export function liveAddress(run: string): string {
  const url = new URL(address(["runs", run, "live"]));
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  return url.href;
}

async function said(response: Response): Promise<Refusal> {
  try {
    const body = await response.json();
    const [what, remedy] = [String(body.what ?? response.statusText), String(body.remedy ?? "")];
    return new Refusal(what, remedy, response.status, body.fork === true);
  } catch {
    return new Refusal(`${response.status} ${response.statusText}`, "", response.status);
  }
}

async function send(url: string, options?: RequestInit): Promise<Response> {
  if (inReplay) return carried(url, ROOT.href) ?? Promise.reject(new Refusal("", "", 404));
  let response: Response;
  try {
    const headers = { "Accept-Language": language.peek(), ...options?.headers };
    response = await fetch(url, { ...options, headers });
  } catch {
    throw new Refusal("", "");
  }
  if (!response.ok) throw await said(response);
  return response;
}

/** Gets something; a server that is gone gives an empty `what`, which the page puts into words. */
export function get(url: string): Promise<Response> {
  return send(url);
}

export async function getJson<Answer>(url: string): Promise<Answer> {
  return (await send(url)).json();
}

/** Asks the server to do something. */
export async function post<Answer>(url: string, body: unknown, method = "POST"): Promise<Answer> {
  const headers = { "Content-Type": "application/json", "X-Milkwood": "1" };
  const text = await (await send(url, { method, headers, body: JSON.stringify(body) })).text();
  return (text ? JSON.parse(text) : null) as Answer;
}

export async function listTowns(): Promise<TownList> {
  return getJson(new URL("towns", ROOT).href);
}

export async function fetchTown(id: string): Promise<Town> {
  return getJson(addressOf(id));
}

/**
 * Requests to the server that sent this page, and to no other; in a recording, to its stored answers.
 *
 * Knows addresses and failures, not screens. Invariant: every failure arrives as a `Refusal` that says what happened
 * and what to do, in the page's language; a recording never uses the network.
 */
import { language } from "../words";
import { carried, carriedPicture, inReplay } from "./carried";
import type { Town, TownList } from "./wire";

/** The page's own folder, so that the page also works behind a path prefix. A recording needs any valid root. */
export const ROOT = inReplay ? new URL("https://recording.invalid/api/") : new URL("api/", document.baseURI);

/** Why a request failed. */
export class Refusal extends Error {
  constructor(
    readonly what: string,
    readonly remedy: string,
    /** 0 if the server did not answer. */
    readonly status = 0,
    /** Whether the server offers to fork the run at the requested moment. */
    readonly fork = false,
  ) {
    super(what);
  }

  /** Whether the server did not answer, so that it may help to ask again. */
  get isUnreachable(): boolean {
    return this.status === 0 && this.what === "";
  }
}

function address(path: readonly string[]): string {
  const inside = path.map(encodeURIComponent).join("/");
  return carriedPicture(inside) ?? new URL(inside, ROOT).href;
}

/** The address of a resource of a town. */
export function addressOf(town: string, ...path: string[]): string {
  return address(["towns", town, ...path]);
}

/** The address of the portrait of a newcomer with these looks. */
export function lookAddress(look: number, age: number): string {
  return `${address(["looks", `${look}.png`])}?age=${age}`;
}

/** The address of a resource of a run. Empty query values are left out. */
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

/** The address of a picture of a run's map: at a tick with the people there, or without people by day. */
export function mapPicture(
  run: string,
  of: { readonly tick?: number; readonly people?: boolean; readonly size?: "small" | "large" },
): string {
  const people = of.people === false ? "false" : null;
  return runAddress(run, ["map.webp"], { ...of, people });
}

/** The address of a picture of a town's map. */
export function townPicture(town: string): string {
  return addressOf(town, "map.webp");
}

/** The address of a run's live stream. */
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

/**
 * Sends a GET request. If the server is unreachable, the refusal has an empty `what` and the page supplies the words.
 */
export function get(url: string): Promise<Response> {
  return send(url);
}

export async function getJson<Answer>(url: string): Promise<Answer> {
  return (await send(url)).json();
}

/** Sends a request that changes something. */
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

/**
 * Asks the server that sent this page, and nobody else.
 *
 * Knows addresses and failures, not screens. Invariant: whatever goes wrong arrives as a `Refusal` that says what
 * happened and what to do, in the server's words or in ours.
 */
import type { Town, TownList } from "./wire";

/** The page's own folder, so that the window also works behind a path prefix. */
const ROOT = new URL("api/", document.baseURI);

/** Why something could not be had. */
export class Refusal extends Error {
  constructor(
    readonly what: string,
    readonly remedy: string,
  ) {
    super(what);
  }
}

/** The address of anything that belongs to a town. */
export function addressOf(town: string, ...path: string[]): string {
  return new URL(["towns", town, ...path].map(encodeURIComponent).join("/"), ROOT).href;
}

async function said(response: Response): Promise<Refusal> {
  try {
    const body = await response.json();
    return new Refusal(String(body.what ?? response.statusText), String(body.remedy ?? ""));
  } catch {
    return new Refusal(`${response.status} ${response.statusText}`, "");
  }
}

/** Gets something; a server that is gone gives an empty `what`, which the page puts into words. */
export async function get(url: string): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url);
  } catch {
    throw new Refusal("", "");
  }
  if (!response.ok) throw await said(response);
  return response;
}

export async function listTowns(): Promise<TownList> {
  return (await get(new URL("towns", ROOT).href)).json();
}

export async function fetchTown(id: string): Promise<Town> {
  return (await get(addressOf(id))).json();
}

/**
 * The address of the page: the home page, or one run.
 *
 * Knows paths, nothing of what is shown there. Invariant: the screen and the address bar agree; links and the
 * browser's own buttons have the same effect.
 */
import { signal } from "@preact/signals";
import { inReplay } from "./api/carried";

export type Route =
  /** Runs and towns; with a preview, that town before any run. */
  { readonly is: "home"; readonly preview: string | null } | { readonly is: "run"; readonly name: string };

function read(): Route {
  const base = inReplay ? location.pathname : new URL(".", document.baseURI).pathname;
  const path = location.pathname.startsWith(base) ? location.pathname.slice(base.length) : "";
  const found = /^run\/([^/]+)\/?$/.exec(path);
  if (found?.[1]) return { is: "run", name: decodeURIComponent(found[1]) };
  return { is: "home", preview: new URLSearchParams(location.search).get("town") };
}

export const route = signal<Route>(read());

/** Goes to a path under the page's root: "" for home, or `run/NAME`, with an optional query. */
export function go(path: string): void {
  if (inReplay) return;
  history.pushState(null, "", new URL(path, document.baseURI).href);
  route.value = read();
}

export function goHome(): void {
  go("");
}

export function openRun(name: string): void {
  go(`run/${encodeURIComponent(name)}`);
}

/**
 * Writes values into the query of the address, so that a reload or a shared link shows the same. null removes a key.
 */
export function note(values: Record<string, string | number | null>): void {
  // A file on disk has no address that could be changed.
  if (inReplay) return;
  const query = new URLSearchParams(location.search);
  for (const [key, value] of Object.entries(values)) {
    if (value === null) query.delete(key);
    else query.set(key, String(value));
  }
  const text = query.toString();
  history.replaceState(history.state, "", `${location.pathname}${text ? `?${text}` : ""}`);
}

/** A value of the address query. In a recording it is after the `#`. */
export function asked(key: string): string | null {
  return new URLSearchParams(inReplay ? location.hash.slice(1) : location.search).get(key);
}

if (!inReplay) window.addEventListener("popstate", () => (route.value = read()));

/**
 * The address of the page: home with its runs and towns, or one run.
 *
 * Knows paths, nothing of what is shown there. Invariant: what is on screen and the address bar agree; going somewhere
 * by a link and by the browser's own buttons is the same.
 */
import { signal } from "@preact/signals";
import { inReplay } from "./api/carried";

export type Route =
  /** Runs and towns; with a preview, that town as it is before anybody lives in it. */
  { readonly is: "home"; readonly preview: string | null } | { readonly is: "run"; readonly name: string };

function read(): Route {
  const base = inReplay ? location.pathname : new URL(".", document.baseURI).pathname;
  const path = location.pathname.startsWith(base) ? location.pathname.slice(base.length) : "";
  const found = /^run\/([^/]+)\/?$/.exec(path);
  if (found?.[1]) return { is: "run", name: decodeURIComponent(found[1]) };
  return { is: "home", preview: new URLSearchParams(location.search).get("town") };
}

export const route = signal<Route>(read());

/** Goes to a path under the page's own root: "" for home, `run/NAME`, with a query if wanted. */
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

/** Writes these into the query of the address, so that a reload or a shared link shows the same; null takes one out. */
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

/** What the query of the address says; that of a recording stands behind the `#`. */
export function asked(key: string): string | null {
  return new URLSearchParams(inReplay ? location.hash.slice(1) : location.search).get(key);
}

if (!inReplay) window.addEventListener("popstate", () => (route.value = read()));

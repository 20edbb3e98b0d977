/**
 * The address of the page: the home page, one run, or two runs side by side.
 *
 * Knows paths, nothing of what is shown there. Invariant: the screen and the address bar agree; links and the
 * browser's own buttons have the same effect.
 */
import { signal } from "@preact/signals";
import { inReplay } from "./api/carried";

export type Route =
  /** Runs and towns; with a preview, that town before any run. */
  | { readonly is: "home"; readonly preview: string | null }
  | { readonly is: "run"; readonly name: string }
  | { readonly is: "compare"; readonly a: string; readonly b: string };

function read(): Route {
  const base = inReplay ? location.pathname : new URL(".", document.baseURI).pathname;
  const path = location.pathname.startsWith(base) ? location.pathname.slice(base.length) : "";
  const found = /^run\/([^/]+)\/?$/.exec(path);
  if (found?.[1]) return { is: "run", name: decodeURIComponent(found[1]) };
  const query = new URLSearchParams(location.search);
  const [a, b] = [query.get("compare"), query.get("with")];
  return a && b ? { is: "compare", a, b } : { is: "home", preview: query.get("town") };
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

export function openRun(name: string, query: Record<string, string> = {}): void {
  const text = new URLSearchParams(query).toString();
  go(`run/${encodeURIComponent(name)}${text ? `?${text}` : ""}`);
}

/** Shows two runs side by side, at a tick or at the last moment that both have lived. */
export function openComparison(a: string, b: string, tick?: number): void {
  const moment = tick === undefined ? {} : { tick: String(tick) };
  go(`?${new URLSearchParams({ compare: a, with: b, ...moment })}`);
}

/**
 * Writes values into the query of the address, so that a reload or a shared link shows the same. null removes a key.
 * With `step`, the browser's back button returns to the address of before.
 */
export function note(values: Record<string, string | number | null>, step = false): void {
  // A file on disk has no address that could be changed.
  if (inReplay) return;
  const query = new URLSearchParams(location.search);
  for (const [key, value] of Object.entries(values)) {
    if (value === null) query.delete(key);
    else query.set(key, String(value));
  }
  const text = query.toString();
  const address = `${location.pathname}${text ? `?${text}` : ""}`;
  if (step) history.pushState(null, "", address);
  else history.replaceState(history.state, "", address);
}

/** A value of the address query. In a recording it is after the `#`. */
export function asked(key: string): string | null {
  return new URLSearchParams(inReplay ? location.hash.slice(1) : location.search).get(key);
}

/** Whether two addresses show the same run or town. */
function isSame(one: Route, other: Route): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Counts the browser's own moves within one run or town. */
export const steps = signal(0);

if (!inReplay)
  window.addEventListener("popstate", () => {
    const next = read();
    if (isSame(next, route.peek())) steps.value++;
    else route.value = next;
  });

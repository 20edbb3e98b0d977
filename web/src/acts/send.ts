/**
 * Doing something in the town: only in the present, only where one may, and always with a word on what came of it.
 *
 * Knows the run on show and its moment. Invariant: an act on a past moment is never sent; it is answered with the
 * offer to fork there.
 */
import { computed } from "@preact/signals";
import { type Act, act, continueRun, forkRun, type Landed } from "../api/acts";
import { Refusal } from "../api/fetch";
import { nameOf, placeName } from "../panels/names";
import { clockAt, type Span, stamp } from "../panels/when";
import { openRun } from "../route";
import { isLive, lastTick, mayAct, nowTick, run, runState } from "../run/now";
import { liveOn } from "../run/playback";
import { say, sayKind } from "../words";
import { acting, jot } from "./acting";

/** How far behind the newest moment one still looks at the present, in ticks: what the town may be ahead of its clock. */
const NEAR = 12;

/** Whether the moment on show is the present of a run that is running. */
export const isPresent = computed(
  () => runState.value === "living" && (isLive.value || lastTick.value - nowTick.value <= NEAR),
);

/** What goes wrong, as a note. */
export function complain(error: unknown): void {
  const refusal = error instanceof Refusal ? error : new Refusal(String(error), "");
  if (refusal.what) jot(refusal.what, refusal.remedy, true);
  else jot(say("failed.gone"), say("failed.gone.remedy"), true);
}

/** What came of an act, in the page's words. */
function told(what: Act, landed: Landed): string {
  const time = stamp(landed.tick);
  const name = "person" in what ? nameOf(what.person) : "name" in what ? what.name : "";
  const thing = "thing" in what ? placeName(what.thing) : "place" in what ? placeName(what.place) : "";
  return say(`acts.landed.${what.kind}`, { name, thing, time });
}

/** Keys of a walk are answered on the map, not in words. */
const SILENT: ReadonlySet<Act["kind"]> = new Set(["move", "stand", "speak"]);

/** Does it; null when it could not be done, which the page has then said. */
export async function send(what: Act): Promise<Landed | null> {
  const open = run.peek();
  if (!open) return null;
  if (!mayAct.peek()) {
    jot(say("acts.viewonly"), "", true);
    return null;
  }
  if (!isPresent.peek() && what.kind !== "spending") {
    acting.begin({ is: "past", tick: nowTick.peek(), act: what });
    return null;
  }
  try {
    const landed = await act(open.name, what);
    if (!SILENT.has(what.kind)) jot(told(what, landed));
    return landed;
  } catch (error) {
    if (error instanceof Refusal && error.fork) acting.begin({ is: "past", tick: nowTick.peek(), act: what });
    else complain(error);
    return null;
  }
}

/** Makes a fork of the run on show, lets it live, does there what was meant, and goes there. */
export async function forkAndDo(tick: number, name: string, what: Act | null): Promise<boolean> {
  const open = run.peek();
  if (!open) return false;
  try {
    const made = await forkRun(open.name, tick, name);
    await continueRun(made.name);
    if (what) await act(made.name, what);
    acting.end();
    jot(say("acts.forked", { name: made.name }));
    openRun(made.name);
    return true;
  } catch (error) {
    complain(error);
    return false;
  }
}

/** Lets the run on show live on, and does what was meant. */
export async function continueAndDo(what: Act | null): Promise<boolean> {
  const open = run.peek();
  if (!open) return false;
  try {
    await continueRun(open.name);
    liveOn();
    if (what) jot(told(what, await act(open.name, what)));
    acting.end();
    return true;
  } catch (error) {
    complain(error);
    return false;
  }
}

/** A name for a fork that says where it comes from; colons are not allowed in names. */
export function nameForFork(of: string, tick: number, span?: Span): string {
  const time = span ? clockAt(tick, span) : stamp(tick);
  return say("fork.name", { name: of.slice(0, 60), time: time.replaceAll(":", ".") });
}

/** An act's name in words, for sentences about it. */
export function sayAct(what: Act): string {
  return sayKind("acts.name", what.kind);
}

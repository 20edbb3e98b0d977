/**
 * Sends an action to the server: only in the present, only with permission, and always with a note about the result.
 *
 * Knows the open run and the displayed moment. Invariant: an action at a past moment is never sent; the user is
 * offered a fork instead.
 */
import { computed } from "@preact/signals";
import { type Act, act, continueRun, forkRun, type Landed } from "../api/acts";
import { Refusal } from "../api/fetch";
import { nameOf, placeName } from "../panels/names";
import { clockAt, type Span, stamp } from "../panels/when";
import { openRun } from "../route";
import { isLive, lastTick, mayAct, nowTick, run, runState } from "../run/now";
import { liveOn } from "../run/playback";
import { cardQuery } from "../town";
import { say, sayKind } from "../words";
import { acting, showNote } from "./acting";

/** How many ticks behind the newest one still count as the present: the town may be this far ahead of its clock. */
const NEAR = 12;

/** Whether the displayed moment is the present of a running run. */
export const isPresent = computed(
  () => runState.value === "living" && (isLive.value || lastTick.value - nowTick.value <= NEAR),
);

/** Shows an error as a note. */
export function showError(error: unknown): void {
  const refusal = error instanceof Refusal ? error : new Refusal(String(error), "");
  if (refusal.what) showNote(refusal.what, refusal.remedy, true);
  else showNote(say("failed.gone"), say("failed.gone.remedy"), true);
}

/** The result of an action as a sentence. */
function told(what: Act, landed: Landed): string {
  const time = stamp(landed.tick);
  const name = "person" in what ? nameOf(what.person) : "name" in what ? what.name : "";
  const thing = "thing" in what ? placeName(what.thing) : "place" in what ? placeName(what.place) : "";
  return say(`acts.landed.${what.kind}`, { name, thing, time });
}

/** Actions of the avatar show on the map, so they need no note. */
const SILENT: ReadonlySet<Act["kind"]> = new Set(["move", "stand", "speak"]);

/** Sends an action. Returns null if it failed; the page then shows the reason. */
export async function send(what: Act): Promise<Landed | null> {
  const open = run.peek();
  if (!open) return null;
  if (!mayAct.peek()) {
    showNote(say("acts.viewonly"), "", true);
    return null;
  }
  if (!isPresent.peek() && what.kind !== "spending") {
    acting.begin({ is: "past", tick: nowTick.peek(), act: what });
    return null;
  }
  try {
    const landed = await act(open.name, what);
    if (!SILENT.has(what.kind)) showNote(told(what, landed));
    return landed;
  } catch (error) {
    if (error instanceof Refusal && error.fork) acting.begin({ is: "past", tick: nowTick.peek(), act: what });
    else showError(error);
    return null;
  }
}

/** Forks the open run, continues the fork, performs the action there, and opens it. */
export async function forkAndDo(tick: number, name: string, what: Act | null): Promise<boolean> {
  const open = run.peek();
  if (!open) return false;
  try {
    const made = await forkRun(open.name, tick, name);
    await continueRun(made.name);
    showNote(say("acts.forked", { name: made.name }));
    if (what) showNote(told(what, await act(made.name, what)));
    acting.end();
    openRun(made.name, cardQuery());
    return true;
  } catch (error) {
    showError(error);
    return false;
  }
}

/** Continues the open run, and performs the action. */
export async function continueAndDo(what: Act | null): Promise<boolean> {
  const open = run.peek();
  if (!open) return false;
  try {
    await continueRun(open.name);
    liveOn();
    if (what) showNote(told(what, await act(open.name, what)));
    acting.end();
    return true;
  } catch (error) {
    showError(error);
    return false;
  }
}

/** A default name for a fork, with the run and time it comes from. Colons are not allowed in names. */
export function nameForFork(of: string, tick: number, span?: Span): string {
  const time = span ? clockAt(tick, span) : stamp(tick);
  return say("fork.name", { name: of.slice(0, 60), time: time.replaceAll(":", ".") });
}

/** The name of an action, for use in sentences. */
export function sayAct(what: Act): string {
  return sayKind("acts.name", what.kind);
}

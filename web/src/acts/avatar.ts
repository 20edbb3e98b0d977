/**
 * Walking in the town as oneself: entering, steps, words, leaving.
 *
 * Knows the run on show. Invariant: steps are sent one after the other, never faster than the server takes them; when
 * one has left the town, by wish or because one stood for long, the keys are the map's again.
 */
import { computed, effect } from "@preact/signals";
import { type Act, act, type Step } from "../api/acts";
import * as sheet from "../panels/sheet";
import { CUSHION, WALKING } from "../run/clock";
import { clock, isLive, peopleNow, run, talksNow } from "../run/now";
import { goLive } from "../run/playback";
import { avatar, avatarKeys, chooseNothing, follow, followed, glance, roomAt } from "../town";
import { say } from "../words";
import { jot } from "./acting";
import { inEarshot } from "./earshot";
import { complain, send } from "./send";

/** So many steps may wait to be sent: more than that and one walks long after the key was let go. */
const MOST = 2;

let waiting: Step[] = [];
let busy = false;
/** Whether one has been seen in town since one walked in; before that, absence only means that it has not shown yet. */
let seen = false;

async function drain(person: string): Promise<void> {
  const open = run.peek();
  if (busy || !open) return;
  busy = true;
  while (waiting.length && avatar.peek() === person) {
    const step = waiting.shift();
    try {
      if (step) await act(open.name, { kind: "move", person, step });
    } catch {
      // Keys that come faster than the town's clock are dropped; the next one counts.
      waiting = [];
    }
  }
  busy = false;
}

export function step(way: Step): void {
  const person = avatar.peek();
  if (!person) return;
  // Whoever has looked elsewhere and walks on wants to see where.
  if (followed.peek() === null) follow(person);
  if (waiting.length < MOST) waiting.push(way);
  drain(person);
}

/** Walks in; whether it was done. */
export async function walkIn(name: string, place: string): Promise<boolean> {
  const landed = await send({ kind: "enter", name, place });
  if (!landed?.person) return false;
  seen = false;
  waiting = [];
  avatar.value = landed.person;
  avatarKeys.value = step;
  clock.cushion = WALKING;
  if (!isLive.peek()) goLive();
  return true;
}

function gone(): void {
  avatar.value = null;
  avatarKeys.value = null;
  clock.cushion = CUSHION;
  seen = false;
}

export async function walkOut(): Promise<void> {
  const person = avatar.peek();
  if (person) await send({ kind: "exit", person });
  gone();
}

/** Says something to whoever is near; whether it was sent. */
export async function sayAloud(text: string, last = false): Promise<boolean> {
  const [open, person] = [run.peek(), avatar.peek()];
  if (!open || !person) return false;
  if (!myTalk.peek() && !near.peek().length) {
    jot(say("walk.unheard"), say("walk.unheard.remedy"), true);
    return false;
  }
  const what: Act = { kind: "speak", person, text, last };
  try {
    await act(open.name, what);
    return true;
  } catch (error) {
    complain(error);
    return false;
  }
}

/** Who is near enough to talk to, nearest first. */
export const near = computed((): readonly string[] => {
  const me = avatar.value ? peopleNow.value.get(avatar.value) : undefined;
  return me && run.value ? inEarshot(me, peopleNow.value.values(), run.value.view_radius, roomAt) : [];
});

/** The talk one is in. */
export const myTalk = computed(() => {
  const id = avatar.value ? peopleNow.value.get(avatar.value)?.talk : null;
  return id ? talksNow.value.get(id) : undefined;
});

/** Brings the camera near oneself and keeps it there, without opening one's own card. */
function showOnMap(person: string): void {
  chooseNothing();
  follow(person);
  glance();
  if (sheet.isNarrow()) sheet.height.value = "low";
}

effect(() => {
  const person = avatar.value;
  if (!person) return;
  const here = peopleNow.value.get(person)?.tile;
  if (here && !seen) {
    seen = true;
    showOnMap(person);
    // From now on the arrow keys walk, so they must reach the map.
    document.getElementById("map")?.focus();
  } else if (!here && seen) {
    gone();
    jot(say("walk.left"));
  }
});

/** Another run has other streets. */
const street = computed(() => run.value?.name);
effect(() => {
  void street.value;
  if (avatar.peek()) gone();
});

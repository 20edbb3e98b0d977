/**
 * The user's avatar: entering the town, walking, speaking, leaving.
 *
 * Knows the open run. Invariant: steps are sent one at a time, never faster than the server accepts them. After the
 * avatar has left the town, by request or because it was idle, the arrow keys move the map again. A reload of the page
 * keeps the avatar.
 */
import { computed, effect, untracked } from "@preact/signals";
import { type Act, act, type Step } from "../api/acts";
import { keepForTab, keptForTab } from "../memory";
import * as sheet from "../panels/sheet";
import { CUSHION, WALKING } from "../run/clock";
import { clock, isLive, mayAct, peopleNow, run, runState, talksNow } from "../run/now";
import { goLive } from "../run/playback";
import { avatar, avatarKeys, chooseNothing, follow, followed, glance, roomAt } from "../town";
import { say } from "../words";
import { showNote } from "./acting";
import { inEarshot } from "./earshot";
import { send, showError } from "./send";

/** Maximum number of steps waiting to be sent. With more, the avatar would keep walking after the key is released. */
const MOST = 2;

let waiting: Step[] = [];
let busy = false;
/**
 * Whether the avatar has appeared in the town since it entered. Before that, a missing avatar only means that it has
 * not appeared yet.
 */
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
      // The server rejects keys that come faster than the town's clock. They are dropped.
      waiting = [];
    }
  }
  busy = false;
}

export function step(way: Step): void {
  const person = avatar.peek();
  if (!person) return;
  // After looking elsewhere, a step brings the camera back to the avatar.
  if (followed.peek() === null) follow(person);
  if (waiting.length < MOST) waiting.push(way);
  drain(person);
}

/** The avatar of this name that is still in town, for example after its page was closed. */
function left(name: string): string | undefined {
  const mine = run.peek()?.people.filter((one) => one.avatar && Object.values(one.name).includes(name)) ?? [];
  return mine.find(({ id }) => peopleNow.peek().get(id)?.tile)?.id;
}

/** Enters the town, or goes on as the avatar of the same name. Returns whether it succeeded. */
export async function walkIn(name: string, place: string): Promise<boolean> {
  const person = (mayWalk() && left(name)) || (await send({ kind: "enter", name, place }))?.person;
  if (!person) return false;
  become(person);
  if (!isLive.peek()) goLive();
  return true;
}

function become(person: string): void {
  seen = false;
  waiting = [];
  avatar.value = person;
  avatarKeys.value = step;
  clock.cushion = WALKING;
  keepForTab("avatar", JSON.stringify([run.peek()?.name, person]));
}

/** Whether an avatar can be controlled at the displayed moment. */
function mayWalk(): boolean {
  return runState.peek() === "living" && mayAct.peek() && isLive.peek();
}

/** Takes the avatar of before a reload back, if it is still in town. */
effect(() => {
  const [name, present] = [run.value?.name, peopleNow.value];
  if (!name || !present.size || avatar.peek()) return;
  const [of, person] = JSON.parse(keptForTab("avatar") ?? "[]");
  if (of !== name || !mayWalk()) return;
  if (present.get(person)?.tile) untracked(() => become(person));
});

function gone(): void {
  keepForTab("avatar", null);
  release();
}

function release(): void {
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

/** Says something to the people nearby. Returns whether it was sent. */
export async function sayAloud(text: string, last = false): Promise<boolean> {
  const [open, person] = [run.peek(), avatar.peek()];
  if (!open || !person) return false;
  if (!myTalk.peek() && !near.peek().length) {
    showNote(say("walk.unheard"), say("walk.unheard.remedy"), true);
    return false;
  }
  const what: Act = { kind: "speak", person, text, last };
  try {
    await act(open.name, what);
    return true;
  } catch (error) {
    showError(error);
    return false;
  }
}

/** The people near enough to talk to, nearest first. */
export const near = computed((): readonly string[] => {
  const me = avatar.value ? peopleNow.value.get(avatar.value) : undefined;
  return me && run.value ? inEarshot(me, peopleNow.value.values(), run.value.view_radius, roomAt) : [];
});

/** The talk that the avatar takes part in. */
export const myTalk = computed(() => {
  const id = avatar.value ? peopleNow.value.get(avatar.value)?.talk : null;
  return id ? talksNow.value.get(id) : undefined;
});

/** Moves the camera to the avatar and keeps it there, without opening the avatar's card. */
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
    // The arrow keys now move the avatar, so the map must have the focus.
    document.getElementById("map")?.focus();
  } else if (!here && seen) {
    gone();
    showNote(say("walk.left"));
  }
});

/** The name of the open run. When it changes, the avatar is no longer controlled from here. */
const street = computed(() => run.value?.name);
effect(() => {
  void street.value;
  if (avatar.peek()) release();
});

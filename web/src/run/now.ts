/**
 * The displayed moment as signals: positions, activities, states of things, talks.
 *
 * Knows the store and the clock of the open run; the one place that panels read from. Invariant: signals change a few
 * times per second at most, at any speed; frame-by-frame drawing reads the store itself.
 */
import { batch, computed, signal } from "@preact/signals";
import type { DeedNow, Happening, Pace, Run, RunState } from "../api/run";
import type { Still } from "../api/wire.gen";
import { DAY } from "../time/hours";
import { minute } from "../time/moment";
import { Clock } from "./clock";
import type { Talk } from "./state";
import { HOUR, type Store } from "./store";
import type { Place } from "./track";

export interface PersonNow {
  readonly id: string;
  /** null: not in town. */
  readonly tile: Place;
  readonly asleep: boolean;
  readonly deed: DeedNow | null;
  readonly talk: string | null;
  readonly walking: boolean;
}

/** Minimum interval between signal changes, in milliseconds. */
const UPDATE_MILLISECONDS = 160;

export const run = signal<Run | null>(null);
export const nowTick = signal(0);
export const peopleNow = signal<ReadonlyMap<string, PersonNow>>(new Map());
export const thingsNow = signal<ReadonlyMap<string, string>>(new Map());
/** Things that people must act on at once. */
export const pressingNow = signal<readonly string[]>([]);
export const talksNow = signal<ReadonlyMap<string, Talk>>(new Map());
/** The last tick of the run so far. */
export const lastTick = signal(0);
export const runState = signal<RunState>("resting");
export const pace = signal<Pace | null>(null);
export const mayAct = signal(false);
/** Why nothing moves, in the server's words; null if it moves. */
export const still = signal<Still | null>(null);
/** Seconds until the stream is retried; 0 if it is open, null if there is none. */
export const reconnects = signal<number | null>(null);
export const connection = computed(() =>
  reconnects.value === null
    ? ("none" as const)
    : reconnects.value === 0
      ? ("open" as const)
      : ("lost" as const),
);
export const playing = signal(false);
export const speed = signal(1);
/** Whether the view follows the newest moment of a running run. */
export const isLive = signal(false);
/** Whether the displayed moment has not changed for a while although it should. */
export const stalled = signal(false);
/** Whether the displayed moment is still being fetched. */
export const loading = signal(false);

export const clock = new Clock();
let kept: { run: Run; store: Store; start: number } | null = null;
let told = 0;

/** The run's start in milliseconds, read as UTC, because a town has no time zone. */
function startOf(iso: string): number {
  return Date.parse(`${iso.replace(/(Z|[+-]\d\d:?\d\d)$/, "")}Z`);
}

export function keep(open: Run, store: Store): void {
  kept = { run: open, store, start: startOf(open.start) };
  told = 0;
}

export function letGo(): void {
  kept = null;
  batch(() => {
    run.value = null;
    peopleNow.value = new Map();
    thingsNow.value = new Map();
    pressingNow.value = [];
    talksNow.value = new Map();
  });
}

export function store(): Store | null {
  return kept?.store ?? null;
}

/** The town's time at a tick, to be read in UTC. */
export function dateOf(tick: number): Date {
  return kept ? new Date(kept.start + tick * kept.run.seconds_per_tick * 1000) : new Date(0);
}

export interface TownTime {
  readonly date: Date;
  /** `HH:MM` */
  readonly clock: string;
  /** 1 for the first day of the run. */
  readonly day: number;
}

export function timeOf(tick: number): TownTime {
  const date = dateOf(tick);
  const first = Math.floor((kept?.start ?? 0) / (DAY * 60_000));
  return {
    date,
    clock: date.toISOString().slice(11, 16),
    day: Math.floor(date.getTime() / (DAY * 60_000)) - first + 1,
  };
}

/** The tick of a town time, which may lie outside the run. */
export function tickOf(iso: string): number {
  return kept ? Math.round((startOf(iso) - kept.start) / 1000 / kept.run.seconds_per_tick) : 0;
}

/** Recent events, newest first, as far as they are loaded. */
export function happeningsUntil(tick: number, count: number): Happening[] {
  return (kept?.store.between(tick - 2 * HOUR, tick) ?? []).slice(-count).reverse();
}

/** Events of the last hours before the displayed moment, newest last. */
export const heard = computed(() => happeningsUntil(nowTick.value, 200).reverse());

function peopleAt(tick: number): Map<string, PersonNow> {
  const found = new Map<string, PersonNow>();
  const state = kept?.store.stateAt(tick);
  if (!kept || !state) return found;
  run.peek()?.people.forEach(({ id }, index) => {
    const tile = kept?.store.place(index, tick) ?? null;
    const doing = state.people.get(id);
    const next = kept?.store.place(index, tick + 1) ?? tile;
    const walking = tile !== null && next !== null && (tile[0] !== next[0] || tile[1] !== next[1]);
    const { asleep = false, deed = null, talk = null } = doing ?? {};
    found.set(id, { id, tile, asleep, deed, talk, walking });
  });
  return found;
}

/**
 * Updates the signals to the displayed moment, unless they are current or were updated just before; then call again
 * at the next frame.
 */
export function tell(milliseconds: number, force = false): void {
  if (!kept) return;
  const tick = Math.floor(clock.now + 1e-6);
  const known = tick === nowTick.peek() && kept.store.end - 1 === lastTick.peek();
  if (!force && (known || milliseconds - told < UPDATE_MILLISECONDS)) return;
  const state = kept.store.stateAt(tick);
  if (!state) return;
  told = milliseconds;
  batch(() => {
    lastTick.value = Math.max(0, (kept?.store.end ?? 1) - 1);
    if (tick === nowTick.peek() && !force) return;
    nowTick.value = tick;
    const date = dateOf(tick);
    minute.value = date.getUTCHours() * 60 + date.getUTCMinutes();
    peopleNow.value = peopleAt(tick);
    thingsNow.value = new Map(state.things);
    const pressing = [...state.pressing].sort();
    if (pressing.join() !== pressingNow.peek().join()) pressingNow.value = pressing;
    talksNow.value = new Map([...state.talks].map(([id, talk]) => [id, { ...talk, lines: [...talk.lines] }]));
  });
}

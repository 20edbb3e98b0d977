/**
 * Plays a run: opens it, advances the clock, fetches what comes next, and sends time controls to the server.
 *
 * Knows store, stream and clock and connects them. Invariant: a button changes the view at once. Only the server
 * decides whether the town itself runs or waits; it is asked only if the view is live and may act.
 */
import { batch } from "@preact/signals";
import { inReplay } from "../api/carried";
import { liveAddress } from "../api/fetch";
import {
  fetchMoves,
  fetchReel,
  fetchRun,
  type Pace,
  type Run,
  type RunPerson,
  setPace,
  stepRun,
  type Told,
} from "../api/run";
import { language } from "../words";
import { SPEEDS } from "./clock";
import { readFrame } from "./frame";
import { Live } from "./live";
import * as now from "./now";
import { HOUR, Store } from "./store";

/** The next hour is fetched this many ticks ahead, plus this many seconds at the current rate. */
const AHEAD = 60;
const AHEAD_SECONDS = 4;
/** The window over which the rate of the edge is measured, in seconds. */
const MEASURE = 1.2;
/** A view that has not moved for this many milliseconds stands still. */
const STALL = 1500;

let opened: { name: string; store: Store; live: Live | null } | null = null;
let edge = { tick: 0, rate: 0 };
let movedAt = 0;
let failedAt = Number.NEGATIVE_INFINITY;
/** The number of time requests in progress, and when the last one was answered. */
let wishes = 0;
let heardAt = Number.NEGATIVE_INFINITY;
/** For this many milliseconds after a request the stream may still report the old pace. */
const OVERLAP = 400;

function source(name: string) {
  return {
    moves: (from: number, until: number) => fetchMoves(name, from, until),
    reel: (from: number, until: number) => fetchReel(name, from, until),
  };
}

/** Opens a run at a tick, or at the tick that the server suggests. */
export async function open(name: string, at: number | null, wanted: number | null): Promise<Run> {
  close();
  const run = await fetchRun(name);
  const store = new Store(source(name), run.end);
  const lived = run.state !== "resting";
  const first = Math.max(run.begin, Math.min(at ?? run.opens_at, Math.max(run.begin, run.end - 1)));
  await Promise.all([store.need(first), lived ? store.need(run.end - 1) : undefined]);
  opened = { name, store, live: null };
  edge = { tick: store.end, rate: 0 };
  now.keep(run, store);
  batch(() => {
    now.run.value = run;
    now.runState.value = run.state;
    now.mayAct.value = run.may_act && !inReplay;
    now.pace.value = null;
    now.still.value = null;
    now.reconnects.value = null;
    now.speed.value = Math.min(SPEEDS.length, Math.max(1, wanted ?? 1));
    now.playing.value = true;
    now.isLive.value = lived && at === null;
  });
  Object.assign(now.clock, { playing: true, live: now.isLive.value, speed: now.speed.value });
  now.clock.seek(first);
  now.tell(performance.now(), true);
  if (!inReplay) listen(name, store);
  return run;
}

/** Closes the run. */
export function close(): void {
  opened?.live?.close();
  opened = null;
  now.letGo();
}

function listen(name: string, store: Store): void {
  const live = new Live(() => new WebSocket(liveAddress(name)), {
    ready: () => ready(name, store),
    moves: (bytes) => {
      const frame = readFrame(bytes);
      if (!store.takeMoves(frame)) missed();
    },
    told: (message) => hear(store, message),
    waits: (seconds) => (now.reconnects.value = seconds),
  });
  if (opened) opened.live = live;
  live.open();
}

/** Updates the newest hour, so that the stream can continue from its end. */
async function ready(name: string, store: Store): Promise<number> {
  if (now.reconnects.peek() !== null) {
    const run = await fetchRun(name);
    store.restart(run.end);
    now.runState.value = run.state;
  }
  if (store.end > 0) await store.need(store.end - 1);
  return store.end;
}

/** Part of the stream did not arrive: fetch it again. */
function missed(): void {
  opened?.live?.restart();
}

function addPeople(people: readonly RunPerson[]): void {
  const run = now.run.peek();
  if (!run) return;
  const known = new Set(run.people.map(({ id }) => id));
  const fresh = people.filter(({ id }) => !known.has(id));
  if (fresh.length) now.run.value = { ...run, people: [...run.people, ...fresh] };
}

/** Sets the buttons to the state of the town itself. */
function keepTo(pace: Pace | null): void {
  if (!pace || wishes > 0 || performance.now() < heardAt + OVERLAP) return;
  now.playing.value = !pace.held;
  if (!pace.held) now.clock.play();
  now.speed.value = pace.speed === "max" ? SPEEDS.length : pace.speed;
}

function hear(store: Store, message: Told): void {
  if (message.type === "reel" && !store.takeReel(message)) missed();
  else if (message.type === "people") addPeople(message.people);
  else if (message.type === "gap") missed();
  else if (message.type === "refused") now.still.value = { is: "over", words: message.what };
  else if (message.type === "hello" || message.type === "state") {
    batch(() => {
      now.runState.value = message.state;
      now.pace.value = message.pace;
      if (now.isLive.peek()) keepTo(message.pace);
      if (message.type === "hello") now.mayAct.value = message.may_act;
      else {
        now.still.value = message.still;
      }
    });
  }
}

/** The rate of the newest moment: the requested pace, or the measured rate if there is none. */
function edgePace(seconds: number): number {
  const end = opened?.store.end ?? 0;
  const measured = (end - edge.tick) / Math.max(seconds, 1e-3);
  edge = { tick: end, rate: edge.rate + (measured - edge.rate) * (1 - Math.exp(-seconds / MEASURE)) };
  const asked = now.pace.peek();
  if (asked?.held) return 0;
  // A town that is still thinking is slower than its pace. The view slows down with it.
  if (asked && typeof asked.speed === "number") return SPEEDS[asked.speed - 1] ?? 1;
  return edge.rate > 0.05 ? edge.rate : 0;
}

/** Fetches what the clock will need next. */
function prefetch(store: Store, tick: number, rate: number, milliseconds: number): void {
  const known = store.knownUntil(tick);
  now.loading.value = known === undefined;
  if (milliseconds < failedAt + 2000) return;
  const ahead = tick + AHEAD + rate * AHEAD_SECONDS;
  const wanted = known === undefined ? tick : known + 1;
  if (wanted > ahead || wanted >= store.end) return;
  store.need(wanted).catch(() => (failedAt = milliseconds));
}

/** Advances time on screen. Returns whether the moment has changed. */
export function frame(milliseconds: number, seconds: number): boolean {
  if (!opened) return false;
  const { store } = opened;
  const { clock } = now;
  const tick = Math.floor(clock.now + 1e-6);
  const known = store.knownUntil(tick);
  const pace = edgePace(seconds);
  prefetch(store, tick, clock.rate, milliseconds);
  const moved = known !== undefined && clock.advance(seconds, { known, pace });
  if (moved) movedAt = milliseconds;
  now.stalled.value = milliseconds - movedAt > STALL;
  if (!clock.live && clock.playing && atEdge(store)) setLive(now.runState.peek() !== "resting");
  now.tell(milliseconds);
  if (moved && Math.floor(clock.now / HOUR) !== Math.floor(tick / HOUR)) store.tidy(clock.now);
  return moved;
}

function atEdge(store: Store): boolean {
  return now.clock.now >= store.end - 1.5;
}

function setLive(live: boolean): void {
  now.clock.live = live;
  now.isLive.value = live;
}

/** Whether a time button also controls the town itself. */
function leads(): boolean {
  return now.isLive.peek() && now.mayAct.peek() && now.runState.peek() === "living";
}

function ask(what: Promise<unknown>): void {
  wishes++;
  what
    .catch((refused) => {
      if (refused?.what) now.still.value = { is: "over", words: { [language.peek()]: refused.what } };
    })
    .finally(() => {
      wishes--;
      heardAt = performance.now();
    });
}

/**
 * Plays or pauses. A view that controls the town asks the server; any other view stops following the newest moment
 * when it pauses.
 */
export function setPlaying(playing: boolean): void {
  now.playing.value = playing;
  if (opened && leads()) {
    if (playing) now.clock.play();
    ask(setPace(opened.name, { held: !playing }));
  } else if (playing) now.clock.play();
  else {
    setLive(false);
    now.clock.pause();
  }
}

/** One tick, then stop. A view that controls the town has the server run until that tick can be shown. */
export function step(): void {
  if (!opened) return;
  now.playing.value = false;
  if (leads()) ask(stepRun(opened.name, now.clock.step() - 1));
  else {
    setLive(false);
    now.clock.step(opened.store.end - 1);
  }
}

/** 1 to 5, or 6 for as fast as possible. */
export function setSpeed(speed: number): void {
  now.clock.speed = speed;
  now.speed.value = speed;
  if (opened && leads()) ask(setPace(opened.name, { speed: speed > 5 ? "max" : speed, held: false }));
  else if (now.isLive.peek()) setLive(false);
  now.playing.value = true;
  now.clock.play();
}

/** Shows another moment. Resolves when it is loaded. */
export async function seek(tick: number): Promise<void> {
  if (!opened) return;
  const { store } = opened;
  const last = Math.max(0, store.end - 1);
  const target = Math.max(now.run.peek()?.begin ?? 0, Math.min(last, Math.round(tick)));
  setLive(target >= last && now.runState.peek() !== "resting");
  now.clock.seek(target);
  now.nowTick.value = target;
  try {
    await store.need(target);
  } catch {
    failedAt = performance.now();
    return;
  }
  // The user may have gone elsewhere in the meantime.
  if (now.clock.now >= target && now.clock.now < target + HOUR) now.tell(performance.now(), true);
  store.tidy(now.clock.now);
}

/** Prefetches the hour of a moment that may be wanted next, unless the displayed one is still loading. */
export function prefetchHour(tick: number): void {
  if (!opened || now.loading.peek()) return;
  // It was only a guess. A real request reports the error.
  opened.store.need(tick).catch(() => undefined);
}

/** Goes to the newest moment and follows it. */
export function goLive(): void {
  if (!opened) return;
  seek(opened.store.end - 1);
  now.playing.value = true;
  now.clock.play();
  keepTo(now.pace.peek());
}

/** The open run continues, as the server has just confirmed: follow its newest moment before it moves on. */
export function liveOn(): void {
  now.runState.value = "living";
  goLive();
}

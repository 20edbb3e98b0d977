/**
 * The loaded data of a run: whole hours as they were fetched, and the newest one as it arrives.
 *
 * Knows frames and reels; is given a fetch function, and knows no screen and no clock. Invariant: a loaded hour is
 * complete up to its tick, moves and events alike. Memory is bounded, because hours far from the displayed moment are
 * dropped.
 */
import type { Happening, Reel } from "../api/run";
import { type Frame, NOWHERE, readFrame } from "./frame";
import { State } from "./state";
import { type Place, Track } from "./track";

/** Ticks per hour, the unit in which the past is fetched. */
export const HOUR = 360;
/** Maximum hours kept: about two days, so that moving back and forth fetches nothing twice. */
const KEPT = 54;
/** Maximum stream messages kept. */
const RECENT = 60;

export interface Hour {
  readonly from: number;
  /** Everything before this tick is loaded. */
  until: number;
  readonly tracks: Track[];
  readonly base: State;
  readonly happenings: Happening[];
}

/** Events of some ticks, as the stream sends them. */
export interface Piece {
  readonly from: number;
  readonly until: number;
  readonly happenings: readonly Happening[];
}

export interface Source {
  moves(from: number, until: number): Promise<ArrayBuffer>;
  reel(from: number, until: number): Promise<Reel>;
}

/** Copies the records of a frame into tracks, from one tick on and before another. */
function put(tracks: Track[], { records, base }: Frame, from = base, until = Number.POSITIVE_INFINITY): void {
  for (let index = 0; index < records.length; index += 4) {
    const tick = base + (records[index] ?? 0);
    const who = records[index + 1] ?? 0;
    while (tracks.length <= who) tracks.push(new Track());
    if (tick < from || tick >= until) continue;
    tracks[who]?.push(tick, records[index + 2] ?? NOWHERE, records[index + 3] ?? 0);
  }
}

/** The index of the first event at or after a tick. */
function firstAt(happenings: readonly Happening[], tick: number): number {
  let [low, high] = [0, happenings.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((happenings[middle]?.t ?? 0) < tick) low = middle + 1;
    else high = middle;
  }
  return low;
}

export class Store {
  private readonly hours = new Map<number, Hour>();
  private readonly asked = new Map<number, Promise<void>>();
  /** The last computed state, so that advancing processes only new events. */
  private folded: { hour: Hour; tick: number; next: number; state: State } | null = null;
  /** Recent stream messages, so that an hour that was fetched meanwhile can be updated. */
  private frames: Frame[] = [];
  private pieces: Piece[] = [];
  /** All events before this tick have arrived by the stream. */
  private told: number;

  constructor(
    private readonly source: Source,
    /** Every tick before this one can be shown once it is loaded. */
    public end: number,
  ) {
    this.told = end;
  }

  hourAt(tick: number): Hour | undefined {
    const hour = this.hours.get(Math.floor(tick / HOUR));
    return hour && tick < hour.until ? hour : undefined;
  }

  /** The last tick up to which everything is known from a tick on, or undefined if that tick is not loaded. */
  knownUntil(tick: number): number | undefined {
    let hour = this.hourAt(tick);
    let last: number | undefined;
    while (hour) {
      last = hour.until - 1;
      hour = this.hourAt(hour.until);
    }
    return last;
  }

  /** Fetches the hour around a tick, if it exists and is not loaded. */
  need(tick: number): Promise<void> {
    if (tick < 0 || tick >= this.end || this.hourAt(tick)) return Promise.resolve();
    const number = Math.floor(tick / HOUR);
    const asked = this.asked.get(number) ?? this.fetch(number).finally(() => this.asked.delete(number));
    this.asked.set(number, asked);
    return asked;
  }

  private async fetch(number: number): Promise<void> {
    const from = number * HOUR;
    const until = Math.min(from + HOUR, this.end);
    const [bytes, reel] = await Promise.all([this.source.moves(from, until), this.source.reel(from, until)]);
    const frame = readFrame(bytes);
    const tracks: Track[] = [];
    put(tracks, frame);
    const hour = {
      from,
      until: Math.min(frame.until, reel.until),
      tracks,
      base: State.of(reel.state),
      happenings: [...reel.happenings],
    };
    this.catchUp(hour, reel.until);
    const known = this.hours.get(number);
    if (!known || known.until < hour.until) this.hours.set(number, hour);
  }

  /** The stream may have advanced while an hour was fetched. Its messages are applied if none is missing. */
  private catchUp(hour: Hour, told: number): void {
    const last = hour.from + HOUR;
    const stop = Math.min(this.end, last);
    const [frame, piece] = [this.frames[0], this.pieces[0]];
    if (stop <= hour.until || !frame || !piece || frame.base > hour.until || piece.from > told) return;
    for (const each of this.frames) put(hour.tracks, each, hour.until, stop);
    for (const { happenings } of this.pieces) {
      hour.happenings.push(...happenings.filter(({ t }) => t >= told && t < Math.min(this.told, last)));
    }
    hour.until = stop;
  }

  place(who: number, tick: number): Place {
    return this.hourAt(tick)?.tracks[who]?.at(tick) ?? null;
  }

  /** The state at a tick. The same object is advanced later, so keep no reference to it. */
  stateAt(tick: number): State | null {
    const hour = this.hourAt(tick);
    if (!hour) return null;
    if (this.folded?.hour !== hour || this.folded.tick > tick) {
      this.folded = { hour, tick: hour.from, next: 0, state: hour.base.copy() };
    }
    const { folded } = this;
    for (; ; folded.next++) {
      const happening = hour.happenings[folded.next];
      if (!happening || happening.t >= tick) break;
      folded.state.apply(happening);
    }
    folded.tick = tick;
    return folded.state;
  }

  /** The loaded events from one tick on and before another, in order. */
  between(from: number, until: number): Happening[] {
    const found: Happening[] = [];
    for (let number = Math.floor(from / HOUR); number * HOUR < until; number++) {
      const happenings = this.hours.get(number)?.happenings ?? [];
      found.push(...happenings.slice(firstAt(happenings, from), firstAt(happenings, until)));
    }
    return found;
  }

  /**
   * Takes a frame of the stream. It counts once its events have arrived too. Returns false if something before it is
   * missing.
   */
  takeMoves(frame: Frame): boolean {
    if (frame.base > (this.frames.at(-1)?.until ?? this.end)) return false;
    this.frames.push(frame);
    this.settle();
    return true;
  }

  /**
   * Takes events of the stream. They count once the moves have arrived too. Returns false if something before them is
   * missing.
   */
  takeReel(piece: Piece): boolean {
    if (piece.from > (this.pieces.at(-1)?.until ?? this.told)) return false;
    this.pieces.push(piece);
    this.settle();
    return true;
  }

  /** Advances to the tick for which both moves and events have arrived: a tick shows what happened before it. */
  private settle(): void {
    const moved = this.frames.at(-1)?.until ?? 0;
    const told = Math.max(this.told, Math.min(moved, this.pieces.at(-1)?.until ?? 0));
    const until = Math.max(this.end, Math.min(moved, told + 1));
    const fresh = this.pieces.flatMap(({ happenings }) =>
      happenings.filter(({ t }) => t >= this.told && t < told),
    );
    const first = Math.floor(Math.min(this.told, this.end) / HOUR);
    for (let number = first; number * HOUR < until; number++) this.lengthen(number, until, fresh);
    this.told = told;
    this.end = until;
    if (this.frames.length > RECENT) this.frames = this.frames.slice(-RECENT);
    if (this.pieces.length > RECENT) this.pieces = this.pieces.slice(-RECENT);
  }

  /** Extends an hour to a tick. An hour that is not loaded, or incomplete, is fetched when it is needed. */
  private lengthen(number: number, until: number, fresh: readonly Happening[]): void {
    const [from, last] = [number * HOUR, (number + 1) * HOUR];
    const hour = this.hours.get(number) ?? (from >= this.end ? this.begin(number) : undefined);
    if (!hour || hour.until < Math.min(this.end, last)) return;
    hour.happenings.push(...fresh.filter(({ t }) => t >= from && t < last));
    const stop = Math.min(until, last);
    if (stop <= hour.until) return;
    for (const frame of this.frames) put(hour.tracks, frame, hour.until, stop);
    hour.until = stop;
  }

  /** Starts a new hour from the end of the previous one. */
  private begin(number: number): Hour | undefined {
    const from = number * HOUR;
    const before = this.hours.get(number - 1);
    if (!before || before.until !== from) return undefined;
    const base = before.base.copy();
    for (const happening of before.happenings) base.apply(happening);
    const tracks = before.tracks.map((track) => {
      const next = new Track();
      const place = track.at(from - 1);
      next.push(from, place?.[0] ?? NOWHERE, place?.[1] ?? 0);
      return next;
    });
    const hour = { from, until: from, tracks, base, happenings: [] };
    this.hours.set(number, hour);
    return hour;
  }

  /** Restarts the newest hour, after part of the stream may have been missed. */
  restart(end: number): void {
    this.frames = [];
    this.pieces = [];
    this.folded = null;
    for (const edge of [this.end, end]) this.hours.delete(Math.floor((edge - 1) / HOUR));
    this.end = end;
    this.told = end;
  }

  /** Drops hours that are far from a tick and from the newest one. */
  tidy(tick: number): void {
    if (this.hours.size <= KEPT) return;
    const [here, edge] = [Math.floor(tick / HOUR), Math.floor((this.end - 1) / HOUR)];
    const far = (number: number) => Math.min(Math.abs(number - here), Math.abs(number - edge) + 1);
    const sorted = [...this.hours.keys()].sort((one, other) => far(other) - far(one));
    for (const number of sorted.slice(0, this.hours.size - KEPT)) this.hours.delete(number);
  }
}

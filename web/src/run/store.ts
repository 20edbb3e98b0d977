/**
 * What the page knows of a run: whole hours as they were fetched, and the newest one as it arrives.
 *
 * Knows frames and reels; is handed a way to fetch, and knows no screen and no clock. Invariant: an hour is either
 * whole up to the tick it says, moves and happenings alike, or it is not there; memory stays flat, for hours far from
 * where one looks are let go.
 */
import type { Happening, Reel } from "../api/run";
import { type Frame, NOWHERE, readFrame } from "./frame";
import { State } from "./state";
import { type Place, Track } from "./track";

/** Ticks of an hour, the piece in which the past is fetched. */
export const HOUR = 360;
/** So many hours are kept: two days and a little, so that going to and fro in them fetches nothing twice. */
const KEPT = 54;
/** So many messages of the stream are kept. */
const RECENT = 60;

export interface Hour {
  readonly from: number;
  /** Everything before this tick is here. */
  until: number;
  readonly tracks: Track[];
  readonly base: State;
  readonly happenings: Happening[];
}

/** Happenings of some ticks, as the stream brings them. */
export interface Piece {
  readonly from: number;
  readonly until: number;
  readonly happenings: readonly Happening[];
}

export interface Source {
  moves(from: number, until: number): Promise<ArrayBuffer>;
  reel(from: number, until: number): Promise<Reel>;
}

/** Takes the records of a frame over into tracks, from one tick on and before another. */
function put(tracks: Track[], { records, base }: Frame, from = base, until = Number.POSITIVE_INFINITY): void {
  for (let index = 0; index < records.length; index += 4) {
    const tick = base + (records[index] ?? 0);
    const who = records[index + 1] ?? 0;
    while (tracks.length <= who) tracks.push(new Track());
    if (tick < from || tick >= until) continue;
    tracks[who]?.push(tick, records[index + 2] ?? NOWHERE, records[index + 3] ?? 0);
  }
}

/** The number of the first happening at or after a tick. */
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
  /** The state that was folded last, so that going on costs only what is new. */
  private folded: { hour: Hour; tick: number; next: number; state: State } | null = null;
  /** What the stream has brought lately, so that an hour that was fetched meanwhile can be brought up to date. */
  private frames: Frame[] = [];
  private pieces: Piece[] = [];
  /** All that happened before this tick has come by the stream. */
  private told: number;

  constructor(
    private readonly source: Source,
    /** Every tick before this one can be shown, once it is here. */
    public end: number,
  ) {
    this.told = end;
  }

  hourAt(tick: number): Hour | undefined {
    const hour = this.hours.get(Math.floor(tick / HOUR));
    return hour && tick < hour.until ? hour : undefined;
  }

  /** The last tick up to which everything is known from a tick on, or undefined if that one is not. */
  knownUntil(tick: number): number | undefined {
    let hour = this.hourAt(tick);
    let last: number | undefined;
    while (hour) {
      last = hour.until - 1;
      hour = this.hourAt(hour.until);
    }
    return last;
  }

  /** Fetches the hour around a tick, if there is one and it is not here. */
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

  /** The stream may have gone on while an hour was fetched: what it brought since is added, if nothing is missing. */
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

  /** What everybody does at a tick; the same object goes on as time goes on, so keep nothing of it. */
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

  /** What happened at ticks from one on and before another, as far as it is here, in order. */
  between(from: number, until: number): Happening[] {
    const found: Happening[] = [];
    for (let number = Math.floor(from / HOUR); number * HOUR < until; number++) {
      const happenings = this.hours.get(number)?.happenings ?? [];
      found.push(...happenings.slice(firstAt(happenings, from), firstAt(happenings, until)));
    }
    return found;
  }

  /** Takes a frame of the stream; it counts once its happenings are here too. False: something before it is missing. */
  takeMoves(frame: Frame): boolean {
    if (frame.base > (this.frames.at(-1)?.until ?? this.end)) return false;
    this.frames.push(frame);
    this.settle();
    return true;
  }

  /** Takes happenings of the stream; they count once the moves are here too. False: something before them is missing. */
  takeReel(piece: Piece): boolean {
    if (piece.from > (this.pieces.at(-1)?.until ?? this.told)) return false;
    this.pieces.push(piece);
    this.settle();
    return true;
  }

  /** Goes on to where both moves and happenings of the stream are here: a tick shows what happened before it. */
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

  /** Brings an hour up to a tick; one that is not here, or not whole, is fetched when somebody looks. */
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

  /** A new hour, from how the one before it ends. */
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

  /** Begins the newest hour anew, after something of the stream may have been missed. */
  restart(end: number): void {
    this.frames = [];
    this.pieces = [];
    this.folded = null;
    for (const edge of [this.end, end]) this.hours.delete(Math.floor((edge - 1) / HOUR));
    this.end = end;
    this.told = end;
  }

  /** Lets go of what is far from a tick and from the newest. */
  tidy(tick: number): void {
    if (this.hours.size <= KEPT) return;
    const [here, edge] = [Math.floor(tick / HOUR), Math.floor((this.end - 1) / HOUR)];
    const far = (number: number) => Math.min(Math.abs(number - here), Math.abs(number - edge) + 1);
    const sorted = [...this.hours.keys()].sort((one, other) => far(other) - far(one));
    for (const number of sorted.slice(0, this.hours.size - KEPT)) this.hours.delete(number);
  }
}

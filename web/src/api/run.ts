/**
 * Runs as the server describes them: their people, their events by the hour, and the messages of the stream.
 *
 * Knows nothing of screens. Invariant: field names are the server's own; ticks are whole numbers.
 */
import { get, getJson, post, runAddress } from "./fetch";
import type { Words } from "./wire";
import type { Doing, Folk, Line, Marks, Run, Scene, Still } from "./wire.gen";

export type { Doing as DeedNow, Folk as RunPerson, Line, Marks, Run };
export type RunState = Run["state"];

export interface Reel {
  readonly from: number;
  readonly until: number;
  readonly state: Scene;
  readonly happenings: readonly Happening[];
}

/** A deed in an event, as the chronicle writes it. */
export interface DeedTold {
  readonly what: string;
  readonly emoji?: string;
  readonly at?: string;
  readonly place?: string | null;
  readonly thing?: string | null;
  readonly note?: string;
  readonly asleep?: boolean;
}

/** An event at a tick. Its effect shows from the next tick on. */
export interface Happening {
  readonly t: number;
  readonly who: string;
  readonly k: string;
  readonly deed?: DeedTold | null;
  readonly thing?: string;
  readonly state?: string;
  readonly presses?: boolean;
  readonly talk?: string;
  readonly partner?: string;
  readonly text?: string;
  /** The line carries nothing to remember. */
  readonly small_talk?: boolean;
  readonly why?: string;
  readonly whom?: string;
  readonly by?: string;
  readonly insights?: readonly string[];
  /** How much closer a talk has brought `who` to `partner`. */
  readonly change?: number;
  readonly kind?: string;
  readonly person?: string | null;
}

/** The pace at which the server runs the town. */
export interface Pace {
  readonly held: boolean;
  readonly speed: number | "max";
  readonly now: number;
}

export type Told =
  | {
      readonly type: "hello";
      readonly protocol: number;
      readonly end: number;
      readonly state: RunState;
      readonly pace: Pace | null;
      readonly may_act: boolean;
    }
  | { readonly type: "refused"; readonly what: Words; readonly remedy: Words }
  | {
      readonly type: "reel";
      readonly from: number;
      readonly until: number;
      readonly happenings: readonly Happening[];
    }
  | { readonly type: "people"; readonly people: readonly Folk[] }
  | {
      readonly type: "state";
      readonly state: RunState;
      readonly pace: Pace | null;
      readonly still: Still | null;
    }
  | { readonly type: "gap"; readonly from: number }
  | { readonly type: "end" };

export function fetchRun(name: string): Promise<Run> {
  return getJson(runAddress(name));
}

export async function fetchMoves(name: string, from: number, until: number): Promise<ArrayBuffer> {
  return (await get(runAddress(name, ["moves"], { from, until }))).arrayBuffer();
}

export function fetchReel(name: string, from: number, until: number): Promise<Reel> {
  return getJson(runAddress(name, ["reel"], { from, until }));
}

export function fetchMarks(name: string): Promise<Marks> {
  return getJson(runAddress(name, ["marks"]));
}

export function setPace(name: string, pace: { held?: boolean; speed?: number | "max" }): Promise<unknown> {
  return post(runAddress(name, ["pace"]), pace);
}

/** Runs the town until the tick after `after` can be shown, then holds it. */
export function stepRun(name: string, after: number): Promise<unknown> {
  return post(runAddress(name, ["step"]), { after });
}

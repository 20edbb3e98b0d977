/**
 * Runs as the server tells them: who is in one, what happened hour by hour, and what the stream says.
 *
 * Knows nothing of screens. Invariant: field names are the server's own; ticks are whole numbers.
 */
import { get, getJson, post, runAddress } from "./fetch";
import type { Town, Words } from "./wire";

export type RunState = "living" | "resting" | "elsewhere";

export interface RunPerson {
  readonly id: string;
  readonly name: Words;
  readonly called: Words;
  readonly arrived: number;
  readonly newcomer: boolean;
  readonly avatar: boolean;
}

export interface Run {
  readonly name: string;
  readonly town: Town;
  /** In the order of their numbers in frames of moves; it only grows. */
  readonly people: readonly RunPerson[];
  readonly language: string;
  readonly start: string;
  readonly seconds_per_tick: number;
  readonly begin: number;
  readonly end: number;
  readonly state: RunState;
  readonly seed: number;
  readonly scenario: string;
  readonly mind: string;
  readonly created: string;
  readonly parent: { readonly run: string; readonly tick: number } | null;
  readonly may_act: boolean;
  readonly hour_ticks: number;
  readonly opens_at: number;
}

export interface DeedNow {
  readonly what: string;
  readonly emoji: string;
  readonly place: string | null;
  readonly thing: string | null;
  readonly since: number;
}

export interface Line {
  readonly tick: number;
  readonly who: string;
  readonly text: string;
}

export interface Reel {
  readonly from: number;
  readonly until: number;
  readonly state: {
    readonly people: readonly {
      readonly who: string;
      readonly asleep: boolean;
      readonly deed: DeedNow | null;
      readonly talk: string | null;
    }[];
    readonly things: readonly (readonly [string, string])[];
    readonly talks: readonly {
      readonly id: string;
      readonly people: readonly string[];
      readonly lines: readonly Line[];
    }[];
  };
  readonly happenings: readonly Happening[];
}

/** What a deed carries in a happening, as the chronicle writes it. */
export interface DeedTold {
  readonly what: string;
  readonly emoji?: string;
  readonly at?: string;
  readonly place?: string | null;
  readonly thing?: string | null;
  readonly asleep?: boolean;
}

/** Something that happened at a tick; it shows from the next one on. */
export interface Happening {
  readonly t: number;
  readonly who: string;
  readonly k: string;
  readonly deed?: DeedTold | null;
  readonly thing?: string;
  readonly state?: string;
  readonly talk?: string;
  readonly partner?: string;
  readonly text?: string;
  readonly why?: string;
  readonly whom?: string;
  readonly by?: string;
  readonly insights?: readonly string[];
  readonly kind?: string;
  readonly person?: string | null;
}

export interface Marks {
  readonly talks: readonly (readonly [number, number, readonly string[]])[];
  readonly reflections: readonly (readonly [number, string])[];
  readonly plans: readonly (readonly [number, string])[];
  readonly inputs: readonly (readonly [number, string, string | null])[];
}

/** How fast the server lets the town live. */
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
  | { readonly type: "refused"; readonly what?: string; readonly remedy?: string }
  | {
      readonly type: "reel";
      readonly from: number;
      readonly until: number;
      readonly happenings: readonly Happening[];
    }
  | { readonly type: "people"; readonly people: readonly RunPerson[] }
  | {
      readonly type: "state";
      readonly state: RunState;
      readonly pace: Pace | null;
      readonly still: string;
      readonly notes: readonly string[];
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

export function stepRun(name: string): Promise<unknown> {
  return post(runAddress(name, ["step"]), {});
}

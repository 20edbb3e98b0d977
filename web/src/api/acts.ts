/**
 * Actions on runs and inside runs, one function per action.
 *
 * Knows addresses, not screens. Invariant: every function asks the server to change something and may be refused. The
 * refusal says whether a fork would make it possible.
 */
import { post, ROOT, runAddress } from "./fetch";
import type { RunEntry } from "./panels";
import type { Part } from "./wire.gen";

/** An action in a running town. */
export type Act =
  | { readonly kind: "whisper"; readonly person: string; readonly text: string }
  | { readonly kind: "tell"; readonly person: string; readonly name: string; readonly text: string }
  | {
      readonly kind: "change";
      readonly thing: string;
      readonly text: string;
      readonly presses: boolean | null;
    }
  | { readonly kind: "announce"; readonly place: string; readonly time: string; readonly text: string }
  | ({ readonly kind: "arrive" } & Newcomer)
  | { readonly kind: "remove"; readonly person: string }
  | { readonly kind: "enter"; readonly name: string; readonly place: string }
  | { readonly kind: "exit"; readonly person: string }
  | { readonly kind: "move"; readonly person: string; readonly step: Step }
  | { readonly kind: "stand"; readonly person: string }
  | { readonly kind: "speak"; readonly person: string; readonly text: string; readonly last: boolean }
  | { readonly kind: "spending"; readonly paused: boolean };

export type Step = "u" | "d" | "l" | "r";

export interface Newcomer {
  readonly name: string;
  readonly age: number;
  readonly pronoun: "she" | "he" | "they";
  /** A bed, or the sector it stands in. */
  readonly home: string;
  /** Separated by commas. */
  readonly traits: string;
  readonly biography: string;
  /** Their occupation, in words. */
  readonly work: string;
  /** The workplace: a sector, room or thing; empty if there is none. */
  readonly work_at: string;
  /** The number of their looks. */
  readonly look: number;
}

export interface Landed {
  /** The tick at which it takes effect. */
  readonly tick: number;
  /** The person who arrives or enters. */
  readonly person: string | null;
}

export function act(run: string, what: Act, tick?: number): Promise<Landed> {
  return post(runAddress(run, ["acts"]), tick === undefined ? what : { ...what, tick });
}

/** The parts of a mind that can be switched off. */
export const PARTS: readonly Part[] = [
  "observation",
  "reflection",
  "planning",
  "impressions",
  "routines",
  "wandering",
];

export interface NewRun {
  readonly town: string;
  readonly scenario?: string;
  readonly name?: string;
  readonly language?: string;
  readonly seed?: number;
  readonly model?: string;
  readonly budget?: string;
  readonly off?: readonly Part[];
}

export function startRun(what: NewRun): Promise<RunEntry> {
  return post(new URL("runs", ROOT).href, what);
}

export function continueRun(run: string): Promise<RunEntry> {
  return post(runAddress(run, ["continue"]), {});
}

export function restRun(run: string): Promise<RunEntry> {
  return post(runAddress(run, ["rest"]), {});
}

export function forkRun(run: string, tick: number, name: string): Promise<RunEntry> {
  return post(runAddress(run, ["fork"]), { tick, name });
}

export function deleteRun(run: string): Promise<unknown> {
  return post(runAddress(run), { name: run }, "DELETE");
}

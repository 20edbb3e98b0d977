/**
 * Runs as a list, which the home page shows.
 *
 * Knows nothing of screens. Invariant: field names are the server's own.
 */
import type { Words } from "./wire";

export interface RunEntry {
  readonly name: string;
  readonly town: string;
  readonly town_name: Words;
  readonly scenario: string;
  readonly language: string;
  readonly seed: number;
  readonly start: string;
  readonly seconds_per_tick: number;
  readonly end: number;
  readonly people: number;
  readonly state: "living" | "resting" | "elsewhere";
  readonly created: string;
  readonly parent: { readonly run: string; readonly tick: number } | null;
  readonly bytes: number;
  readonly mind: string;
}

export interface RunList {
  readonly runs: readonly RunEntry[];
  readonly living: string | null;
  readonly may_act: boolean;
  readonly version: string;
}

export interface Compared {
  /** Before this tick nothing differs. */
  readonly same_until: number;
  /** The end of the shorter one. */
  readonly compared: number;
  readonly first: {
    readonly tick: number;
    readonly person: string;
    readonly a: string;
    readonly b: string;
  } | null;
  readonly summary: readonly { readonly what: string; readonly a: number; readonly b: number }[];
  /** What differs in how they were set up. */
  readonly setup: readonly string[];
}

/**
 * What the user is about to do: which form is open, and the short notes on what came of the last acts.
 *
 * Knows the names of forms. Invariant: one form at a time; a note goes by itself.
 */
import { signal } from "@preact/signals";
import type { Act } from "../api/acts";

export type Acting =
  | { readonly is: "walk"; readonly place?: string }
  | { readonly is: "arrive" }
  | { readonly is: "announce"; readonly place?: string }
  | { readonly is: "remove"; readonly person: string }
  | { readonly is: "fork"; readonly tick: number }
  /** An act that was tried on a moment that is not the present. */
  | { readonly is: "past"; readonly tick: number; readonly act: Act };

const now = signal<Acting | null>(null);

export const acting = {
  now,
  begin(what: Acting): void {
    now.value = what;
  },
  end(): void {
    now.value = null;
  },
};

export interface Note {
  readonly id: number;
  readonly words: string;
  readonly remedy: string;
  readonly trouble: boolean;
}

export const jotted = signal<readonly Note[]>([]);
let count = 0;
const MILLISECONDS = 7000;

export function drop(id: number): void {
  jotted.value = jotted.value.filter((note) => note.id !== id);
}

/** Says something for a while. */
export function jot(words: string, remedy = "", trouble = false): void {
  const id = ++count;
  jotted.value = [...jotted.value.slice(-2), { id, words, remedy, trouble }];
  setTimeout(() => drop(id), trouble ? MILLISECONDS * 2 : MILLISECONDS);
}

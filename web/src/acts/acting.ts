/**
 * State of user actions: which form is open, and the short notes about the results of recent actions.
 *
 * Knows the names of forms. Invariant: at most one form is open; a note disappears by itself.
 */
import { signal } from "@preact/signals";
import type { Act } from "../api/acts";

export type Acting =
  | { readonly is: "walk"; readonly place?: string }
  | { readonly is: "arrive" }
  | { readonly is: "announce"; readonly place?: string }
  | { readonly is: "remove"; readonly person: string }
  | { readonly is: "fork"; readonly tick: number }
  /** An action that was tried at a past moment. */
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

export const notes = signal<readonly Note[]>([]);
let count = 0;
const MILLISECONDS = 7000;

export function drop(id: number): void {
  notes.value = notes.value.filter((note) => note.id !== id);
}

/** Shows a note for a few seconds. */
export function showNote(words: string, remedy = "", trouble = false): void {
  const id = ++count;
  notes.value = [...notes.value.slice(-2), { id, words, remedy, trouble }];
  setTimeout(() => drop(id), trouble ? MILLISECONDS * 2 : MILLISECONDS);
}

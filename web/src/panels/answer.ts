/**
 * Asking the server from a panel, as often as the moment on show changes but calmly.
 *
 * Knows no questions itself. Invariant: what is on screen is never taken away by a question that is under way.
 */
import { effect, type Signal, signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Refusal } from "../api/fetch";
import { loading, nowTick } from "../run/now";
import { Asker } from "./asker";

/** After a change of the moment the map comes first; panels follow so many milliseconds later. */
const FIRST = 60;

/**
 * A signal that follows another, changing at most once in so many milliseconds, and always ends up equal; it waits
 * while the map has not got what it needs.
 */
function calm(source: { readonly value: number }, every: number): Signal<number> {
  const slow = signal(source.value);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let latest = source.value;
  const beat = () => {
    timer = undefined;
    if (loading.peek()) timer = setTimeout(beat, FIRST);
    if (slow.value === latest || timer !== undefined) return;
    slow.value = latest;
    timer = setTimeout(beat, every);
  };
  effect(() => {
    latest = source.value;
    if (timer === undefined) timer = setTimeout(beat, FIRST);
  });
  return slow;
}

/** The tick on show, for lists that are cheap to ask for. */
export const calmTick = calm(nowTick, 700);
/** The tick on show, for what the server has to think about. */
export const slowTick = calm(nowTick, 2000);

export interface Kept<T> {
  /** The last answer; undefined before the first. */
  readonly data: T | undefined;
  readonly trouble: Refusal | null;
  readonly again: () => void;
}

/**
 * The answer to a question that `key` names; a new key asks anew, at most every `wait` milliseconds. A null key asks
 * nothing. Components that turn to another subject are to be keyed by it, so that they do not show the old one.
 */
export function useAnswer<T>(key: string | null, ask: () => Promise<T>, wait = 250): Kept<T> {
  const [kept, keep] = useState<{ data: T | undefined; trouble: Refusal | null }>({
    data: undefined,
    trouble: null,
  });
  const asker = useRef<Asker<T> | null>(null);
  asker.current ??= new Asker<T>(wait, keep);
  useEffect(() => {
    const mine = asker.current;
    mine?.open();
    return () => mine?.close();
  }, []);
  useEffect(() => {
    if (key !== null) asker.current?.want({ key, ask });
  }, [key]);
  return { ...kept, again: () => asker.current?.want({ key: `${key} again`, ask }, true) };
}

/**
 * Requests of a panel, repeated at a limited rate as the displayed moment changes.
 *
 * Knows no questions itself. Invariant: a request in progress never clears what is on screen.
 */
import { effect, type Signal, signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Refusal } from "../api/fetch";
import { loading, nowTick } from "../run/now";
import { Asker } from "./asker";

/** After a jump in time the map loads first. Panels follow this many milliseconds later. */
const FIRST = 60;

/**
 * A signal that follows another. It changes at most once per interval and always ends up equal. It waits while the
 * map is loading.
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

/** The displayed tick, for cheap requests. */
export const calmTick = calm(nowTick, 700);
/** The displayed tick, for requests that are expensive for the server. */
export const slowTick = calm(nowTick, 2000);

export interface Kept<T> {
  /** The last answer; undefined before the first. */
  readonly data: T | undefined;
  readonly trouble: Refusal | null;
  readonly again: () => void;
}

/**
 * The answer to the question that `key` names. A new key asks again, at most every `wait` milliseconds; a null key
 * asks nothing. Give a component that changes its subject a new component key, so that it does not show the old
 * answer.
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

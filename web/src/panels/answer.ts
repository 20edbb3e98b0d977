/**
 * Asking the server from a panel: calmly, one question at a time, with the last answer kept until the next is there.
 *
 * Knows no questions itself. Invariant: what is on screen is never taken away by a question that is under way; an
 * answer that comes after a newer question was put does not overwrite the newer one's.
 */
import { effect, type Signal, signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { Refusal } from "../api/fetch";
import { nowTick } from "../run/now";

/** A signal that follows another, changing at most once in so many milliseconds, and always ends up equal. */
function calm(source: { readonly value: number }, every: number): Signal<number> {
  const slow = signal(source.value);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let latest = source.value;
  const beat = () => {
    timer = undefined;
    if (slow.value === latest) return;
    slow.value = latest;
    timer = setTimeout(beat, every);
  };
  effect(() => {
    latest = source.value;
    if (timer === undefined) timer = setTimeout(beat, 60);
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

interface Wanted<T> {
  readonly key: string;
  readonly ask: () => Promise<T>;
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

class Asker<T> {
  private wanted: Wanted<T> | null = null;
  private asked = "";
  private busy = false;
  private closed = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private data: T | undefined;

  constructor(
    private readonly wait: number,
    private readonly keep: (kept: { data: T | undefined; trouble: Refusal | null }) => void,
  ) {}

  open(): void {
    this.closed = false;
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  want(wanted: Wanted<T>, atOnce = false): void {
    this.wanted = wanted;
    if (this.busy || this.timer !== undefined) return;
    this.timer = setTimeout(() => this.go(), this.asked && !atOnce ? this.wait : 0);
  }

  private async go(): Promise<void> {
    this.timer = undefined;
    const now = this.wanted;
    if (!now || this.closed) return;
    this.busy = true;
    this.asked = now.key;
    let trouble: Refusal | null = null;
    try {
      this.data = await now.ask();
    } catch (error) {
      trouble = error instanceof Refusal ? error : new Refusal(String(error), "");
    }
    this.busy = false;
    if (this.closed) return;
    this.keep({ data: this.data, trouble });
    if (this.wanted && this.wanted.key !== now.key) this.want(this.wanted);
  }
}

/**
 * Polls the machine room of the open run while it is visible.
 *
 * Knows the server's answer. Invariant: one request at a time, none while the page is hidden.
 */
import { effect, signal } from "@preact/signals";
import { inReplay } from "../api/carried";
import { Refusal } from "../api/fetch";
import { readMachine } from "../api/reads";
import type { Machine } from "../api/wire.gen";
import { run } from "../run/now";

export const machine = signal<Machine | null>(null);
export const trouble = signal<Refusal | null>(null);
/** How many views show the room itself, where numbers change. */
const viewers = signal(0);
const IDLE_MILLISECONDS = 20_000;
const OPEN_MILLISECONDS = 2000;

let timer: ReturnType<typeof setTimeout> | undefined;

export async function ask(): Promise<void> {
  const name = run.peek()?.name;
  clearTimeout(timer);
  if (!name || inReplay) return;
  if (!document.hidden) {
    try {
      const told = await readMachine(name);
      if (run.peek()?.name !== name) return;
      machine.value = told;
      trouble.value = null;
    } catch (error) {
      trouble.value = error instanceof Refusal ? error : new Refusal(String(error), "");
    }
  }
  clearTimeout(timer);
  timer = setTimeout(ask, viewers.peek() ? OPEN_MILLISECONDS : IDLE_MILLISECONDS);
}

/** Polls the room until the returned function is called. */
export function look(): () => void {
  viewers.value++;
  ask();
  return () => {
    viewers.value--;
  };
}

effect(() => {
  const name = run.value?.name;
  machine.value = null;
  clearTimeout(timer);
  // The first request waits until the town is on screen.
  if (name) timer = setTimeout(ask, 2500);
});

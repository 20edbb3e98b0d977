/**
 * Season and weather at the displayed moment, as the town's people know them.
 *
 * Knows the run. Invariant: a town of which nothing is said has neither.
 */
import { computed } from "@preact/signals";
import type { Sky } from "../api/wire.gen";
import { nowTick, run } from "./now";

/** The entry that holds at a tick. */
export function skyAt(sky: readonly Sky[], tick: number): Sky | null {
  let [low, high] = [0, sky.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sky[middle]?.tick ?? 0) <= tick) low = middle + 1;
    else high = middle;
  }
  return sky[low - 1] ?? null;
}

export const skyNow = computed(() => skyAt(run.value?.sky ?? [], nowTick.value));

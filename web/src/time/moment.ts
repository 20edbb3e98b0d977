/**
 * The displayed moment as a minute of the day: the playback's, or in a town without a run the one that the viewer
 * sets.
 *
 * Knows no town. Invariant: always within one day.
 */
import { computed, signal } from "@preact/signals";
import { type Key, locale } from "../words";
import { clockOf, DAY } from "./hours";
import { lightAt } from "./light";

/** Minutes since midnight, 0 … 1439. */
export const minute = signal(7 * 60);
export const clock = computed(() => clockOf(minute.value));
export const light = computed(() => lightAt(minute.value));

export function setMinute(value: number): void {
  minute.value = Math.min(DAY - 1, Math.max(0, Math.round(value)));
}

const PARTS: readonly (readonly [number, Key])[] = [
  [300, "time.night"],
  [420, "time.dawn"],
  [720, "time.morning"],
  [1050, "time.afternoon"],
  [1140, "time.dusk"],
  [1320, "time.evening"],
  [DAY, "time.night"],
];

/** The name of this part of the day. */
export const partOfDay = computed((): Key => PARTS.find(([end]) => minute.value < end)?.[1] ?? "time.night");

/** The day of a moment, in words. A town's time is read in UTC, because it has no time zone. */
export function dayOf(moment: Date): string {
  if (Number.isNaN(moment.getTime())) return "";
  const format = { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(locale.value, format).format(moment);
}

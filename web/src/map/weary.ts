/**
 * Who is awake long after their usual bedtime.
 *
 * Knows people's habits and the displayed moment. Invariant: nobody without a recorded habit is tired.
 */
import { computed } from "@preact/signals";
import { peopleNow, run } from "../run/now";
import { DAY } from "../time/hours";
import { minute } from "../time/moment";
import { people } from "../town";

/** Minutes after the usual bedtime from which on people are tired, and the longest that is still the same night. */
const LATE = 30;
const NIGHT = 8 * 60;

function minuteOf(hour: string): number {
  const [hours = Number.NaN, minutes = Number.NaN] = hour.split(":").map(Number);
  return hours * 60 + minutes;
}

/** Whether a minute of the day lies long after a bedtime (`HH:MM`), and before the time to get up. */
export function isLate(now: number, bedtime: string, wake: string): boolean {
  const after = (((now - minuteOf(bedtime)) % DAY) + DAY) % DAY;
  const night = (((minuteOf(wake) - minuteOf(bedtime)) % DAY) + DAY) % DAY;
  return after >= LATE && after < Math.min(NIGHT, night - LATE);
}

export const weary = computed((): ReadonlySet<string> => {
  if (!run.value) return new Set();
  const found = new Set<string>();
  for (const { id, asleep, tile } of peopleNow.value.values()) {
    const person = people.value.get(id);
    if (tile && !asleep && person && isLate(minute.value, person.sleep, person.wake)) found.add(id);
  }
  return found;
});

/**
 * Hours as packs write them (`HH:MM`, `HH:MM-HH:MM`), as minutes since midnight.
 *
 * Knows no clock. Invariant: spans may cross midnight; invalid text becomes undefined, never NaN.
 */
import type { Deed, Person } from "../api/wire";

export const DAY = 24 * 60;

export function minutesOf(text: string): number | undefined {
  const found = /^(\d{1,2}):(\d{2})$/.exec(text.trim());
  if (!found) return undefined;
  const minutes = Number(found[1]) * 60 + Number(found[2]);
  return minutes <= DAY ? minutes : undefined;
}

export function clockOf(minutes: number): string {
  const now = ((Math.floor(minutes) % DAY) + DAY) % DAY;
  return `${String(Math.floor(now / 60)).padStart(2, "0")}:${String(now % 60).padStart(2, "0")}`;
}

/** Whether a moment is between two others. The second may be after midnight. */
export function between(from: number, to: number, now: number): boolean {
  return from <= to ? now >= from && now < to : now >= from || now < to;
}

export function isOpen(span: string, now: number): boolean {
  const [from, to] = span.split("-").map(minutesOf);
  return from !== undefined && to !== undefined && between(from, to, now);
}

export type Doing =
  | { readonly is: "deed"; readonly deed: Deed }
  | { readonly is: "asleep" }
  | { readonly is: "free" };

/** A person's usual activity at a minute of the day. */
export function usuallyAt(person: Person, minute: number): Doing {
  const now = ((minute % DAY) + DAY) % DAY;
  const deed = person.day.find(({ start, end }) => between(minutesOf(start) ?? 0, minutesOf(end) ?? 0, now));
  if (deed) return { is: "deed", deed };
  const asleep = between(minutesOf(person.sleep) ?? 0, minutesOf(person.wake) ?? 0, now);
  return asleep ? { is: "asleep" } : { is: "free" };
}

/**
 * Which sounds the events on the map make.
 *
 * Knows events and the light; plays through the speaker. Invariant: nothing sounds that is not in view, at speeds at
 * which single events cannot be told apart, or in a past that one jumps over.
 */
import type { Happening } from "../api/run";
import { type Bed, type Sound, soundOn, speaker } from "./sounds";

/** Above this rate there is no sound of single events. */
const FAST = 25;
const BY_KIND: Readonly<Record<string, Sound>> = {
  said: "line",
  talk_began: "meeting",
  input: "act",
};

export function soundOf({ k, kind, presses }: Happening): Sound | undefined {
  if (k === "noted") return kind === "news" || kind === "promise" ? "news" : undefined;
  if (k === "thing_changed") return presses ? "alarm" : undefined;
  return BY_KIND[k];
}

/** A number from 0 to 1 that belongs to a person: the pitch of their voice. */
export function voiceOf(id: string): number {
  let sum = 7;
  for (const letter of id) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 997;
  return sum / 997;
}

export function sound(
  happenings: readonly Happening[],
  rate: number,
  isSeen: (who: string) => boolean,
): void {
  if (!soundOn.peek() || rate > FAST) return;
  for (const happening of happenings) {
    const heard = soundOf(happening);
    const isOfNobody = happening.k === "thing_changed" || happening.k === "input";
    if (heard && (isOfNobody || isSeen(happening.who))) speaker.play(heard, voiceOf(happening.who));
  }
}

/** What goes on: rain, fire, the crickets of a dry night. */
export function goingOn(wet: boolean, burns: boolean, dark: boolean): void {
  if (!soundOn.value) return;
  const beds = new Set<Bed>();
  if (wet) beds.add("rain");
  if (burns) beds.add("fire");
  if (dark && !wet) beds.add("night");
  speaker.lay(beds);
}

/**
 * Feelings that show on people for a moment: joy, anger, surprise, tiredness.
 *
 * Knows what is recorded: how talks change ties, news that someone hears, emoji of deeds, things that press. Knows no
 * screen. Invariant: nothing is shown that nobody recorded; each stays long enough to be seen at any speed.
 */
import { signal } from "@preact/signals";
import type { Happening } from "../api/run";

export type Emotion = "joy" | "anger" | "surprise" | "tired";

export const emotions = signal<ReadonlyMap<string, Emotion>>(new Map());

const FACES: Readonly<Record<Emotion, string>> = {
  joy: "😀 😃 😄 😁 😆 😂 🤣 😊 🙂 🥳 🤗 😍 🥰 😋 😌 💗 💖 🎉 😅",
  anger: "😠 😡 🤬 😤 💢 🗯 😒 🙄",
  surprise: "😱 🤯 😮 😲 😳 😯 ❗ ‼ 💥",
  tired: "🥱 😴 😪 😫 😩 😮‍💨 😵‍💫 💤",
};
const MARKS = /\u{fe0f}/gu;
const BY_EMOJI = new Map(
  (Object.keys(FACES) as Emotion[]).flatMap((emotion) =>
    FACES[emotion].split(" ").map((emoji) => [emoji, emotion] as const),
  ),
);
/** How long an emotion shows, in milliseconds. */
const SHOWN = 3200;
/** Above this rate nothing could be seen. */
const BLUR = 150;
/** How much sooner than a feeling it meets: surprise at a fire is stronger than joy over a talk. */
const STRENGTH: Readonly<Record<Emotion, number>> = { tired: 0, joy: 1, anger: 2, surprise: 3 };

interface Felt {
  readonly emotion: Emotion;
  readonly until: number;
}

/** The people who see a thing that begins to press. */
export type Witnesses = (thing: string) => Iterable<string>;

/** What people feel at an event. */
export function feltAt(happening: Happening, witnesses: Witnesses): readonly (readonly [string, Emotion])[] {
  const { k, who, kind, change = 0, deed, presses, thing = "" } = happening;
  if (k === "felt" && change !== 0) return [[who, change > 0 ? "joy" : "anger"]];
  if (k === "noted" && kind === "news") return [[who, "surprise"]];
  if (k === "thing_changed" && presses) return [...witnesses(thing)].map((one) => [one, "surprise"]);
  const face = k === "deed_began" ? BY_EMOJI.get(deed?.emoji?.replace(MARKS, "") ?? "") : undefined;
  return face && !deed?.asleep ? [[who, face]] : [];
}

export class Emotions {
  private readonly felt = new Map<string, Felt>();
  private time = 0;

  clear(): void {
    this.felt.clear();
    this.tell();
  }

  /** Advances time while the town moves. */
  pass(milliseconds: number): void {
    this.time += milliseconds;
    let changed = false;
    for (const [who, { until }] of this.felt)
      if (until <= this.time) changed = this.felt.delete(who) || changed;
    if (changed) this.tell();
  }

  hear(happenings: readonly Happening[], rate: number, witnesses: Witnesses): void {
    if (rate > BLUR) return;
    let changed = false;
    for (const happening of happenings) {
      for (const [who, emotion] of feltAt(happening, witnesses)) {
        const before = this.felt.get(who)?.emotion;
        if (before && STRENGTH[before] > STRENGTH[emotion]) continue;
        this.felt.set(who, { emotion, until: this.time + SHOWN });
        changed = true;
      }
    }
    if (changed) this.tell();
  }

  private tell(): void {
    emotions.value = new Map([...this.felt].map(([who, { emotion }]) => [who, emotion]));
  }
}

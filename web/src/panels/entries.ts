/**
 * Groups events into feed entries: all events of one talk become one entry.
 *
 * Knows kinds, no screens. Invariant: entries are newest first; the lines of a talk are in the order in which they
 * were said.
 */
import type { FeedItem, Line } from "../api/wire.gen";
import { HOUR } from "../run/store";

/** An event. Fields that its kind does not have are left out. */
export type Item = { readonly [Field in keyof Omit<FeedItem, "deed">]?: FeedItem[Field] | undefined } & Pick<
  FeedItem,
  "t" | "who" | "k"
> & {
    readonly deed?:
      | { readonly what: string; readonly emoji?: string; readonly at?: string }
      | null
      | undefined;
  };

/** The feed filter that a kind belongs to. */
export const GROUPS = {
  highlights: [
    "said",
    "talk_began",
    "joined",
    "left",
    "talk_ended",
    "noted",
    "reflected",
    "whispered",
    "told",
    "announced",
    "entered",
    "departed",
    "input",
    "planned",
    "thing_changed",
  ],
  talk: ["said", "talk_began", "joined", "left", "talk_ended"],
  deed: ["deed_began"],
  thought: ["reflected", "planned", "noted"],
  thing: ["thing_changed"],
  act: ["whispered", "told", "announced", "entered", "departed", "input"],
} as const;
export type Group = keyof typeof GROUPS;
const TALK: ReadonlySet<string> = new Set(GROUPS.talk);

/** Whether an event belongs to the entry of its talk. */
function isOfTalk(item: Item): boolean {
  return TALK.has(item.k) || (item.k === "noted" && item.kind === "met");
}

/** A talk up to the displayed moment. */
export interface TalkHeard {
  readonly id: string;
  readonly begin: number;
  readonly people: readonly string[];
  readonly lines: readonly Line[];
  readonly place: string | null;
  readonly over: boolean;
  /** Who meets whom for the first time. */
  readonly met: readonly (readonly [string, string])[];
}

/** Kinds that are many and small: those of an hour are one line, to unfold. */
const FOLDED: ReadonlySet<string> = new Set(["planned", "thing_changed"]);

export type Entry =
  | {
      readonly is: "happening";
      readonly key: string;
      readonly item: Item;
      /** Others of whom the same is to be told. */
      readonly also?: readonly string[];
    }
  | { readonly is: "fold"; readonly key: string; readonly items: readonly Item[] }
  | { readonly is: "talk"; readonly key: string; readonly talk: TalkHeard };

function heardOf(id: string, items: readonly Item[]): TalkHeard {
  const people = new Set<string>();
  const lines: Line[] = [];
  for (const item of items) {
    if (!item.who.startsWith("~")) people.add(item.who);
    if (item.partner) people.add(item.partner);
    if (item.k === "said") lines.push({ tick: item.t, who: item.who, text: item.text ?? "" });
  }
  const begin = Number.parseInt(id, 10);
  return {
    id,
    begin: Number.isNaN(begin) ? (items[0]?.t ?? 0) : begin,
    people: [...people],
    lines,
    place: items.find((item) => item.place)?.place ?? null,
    over: items.some((item) => item.k === "talk_ended"),
    met: items.flatMap((item) => (item.kind === "met" ? [[item.who, item.partner ?? ""] as const] : [])),
  };
}

/** Events, newest first, as entries. A talk is at the position of its last event. */
export function entriesOf(items: readonly Item[]): Entry[] {
  const talks = new Map<string, Item[]>();
  const order: ({ readonly item: Item } | { readonly talk: string })[] = [];
  for (const item of items) {
    if (!isOfTalk(item) || !item.talk) {
      order.push({ item });
      continue;
    }
    const known = talks.get(item.talk);
    if (known) known.unshift(item);
    else {
      talks.set(item.talk, [item]);
      order.push({ talk: item.talk });
    }
  }
  return order.map((one, index): Entry => {
    if ("talk" in one) {
      return { is: "talk", key: one.talk, talk: heardOf(one.talk, talks.get(one.talk) ?? []) };
    }
    const { item } = one;
    return { is: "happening", key: `${item.t} ${item.who} ${item.k} ${order.length - index}`, item };
  });
}

/** Whether two notes of a moment are one fact: in the same words, or an appointment between the two. */
function isSameFact(one: Item, other: Item): boolean {
  if (one.k !== "noted" || other.k !== "noted" || one.t !== other.t || one.kind !== other.kind) return false;
  if (one.text === other.text) return true;
  return one.kind === "promise" && one.who === other.partner && other.who === one.partner;
}

/** Entries in which one fact that several people noted is told once. */
export function together(entries: readonly Entry[]): Entry[] {
  const found: Entry[] = [];
  for (const entry of entries) {
    const same = found.findLastIndex(
      (other) => other.is === "happening" && entry.is === "happening" && isSameFact(other.item, entry.item),
    );
    const before = found[same];
    if (before?.is !== "happening" || entry.is !== "happening") found.push(entry);
    else found[same] = { ...before, also: [...(before.also ?? []), entry.item.who] };
  }
  return found;
}

function isSmall(entry: Entry): entry is Entry & { readonly is: "happening" } {
  return entry.is === "happening" && FOLDED.has(entry.item.k) && !entry.item.who.startsWith("~");
}

/** Entries, newest first, with the plans and changed things of an hour folded into one. */
export function folded(entries: readonly Entry[]): Entry[] {
  const found: Entry[] = [];
  const folds = new Map<number, Item[]>();
  for (const entry of entries) {
    const hour = isSmall(entry) ? Math.floor(entry.item.t / HOUR) : -1;
    const fold = folds.get(hour);
    if (!isSmall(entry)) found.push(entry);
    else if (fold) fold.push(entry.item);
    else {
      const items = [entry.item];
      folds.set(hour, items);
      found.push({ is: "fold", key: `fold ${hour}`, items });
    }
  }
  return found;
}

/**
 * Joins the events known so far with new ones, both newest last. Returns only the new ones if there is a gap between
 * the two, or if the displayed moment is before the end of the known ones.
 */
export function joined(before: readonly Item[], here: readonly Item[], now: number): readonly Item[] {
  const [first, last] = [here[0]?.t, before.at(-1)?.t];
  if (first === undefined || last === undefined || last >= now || first > last) return here;
  const cut = before.findIndex((item) => item.t >= first);
  return cut <= 0 ? here : [...before.slice(0, cut), ...here];
}

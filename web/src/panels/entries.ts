/**
 * Groups events into feed entries: all events of one talk become one entry.
 *
 * Knows kinds, no screens. Invariant: entries are newest first; the lines of a talk are in the order in which they
 * were said.
 */
import type { FeedItem, Line } from "../api/wire.gen";

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

/** A talk up to the displayed moment. */
export interface TalkHeard {
  readonly id: string;
  readonly begin: number;
  readonly people: readonly string[];
  readonly lines: readonly Line[];
  readonly place: string | null;
  readonly over: boolean;
}

/** Kinds that are many and small: those between two other entries are one line, to unfold. */
const FOLDED: ReadonlySet<string> = new Set(["planned", "thing_changed"]);

export type Entry =
  | { readonly is: "happening"; readonly key: string; readonly item: Item }
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
  };
}

/** Events, newest first, as entries. A talk is at the position of its last event. */
export function entriesOf(items: readonly Item[]): Entry[] {
  const talks = new Map<string, Item[]>();
  const order: ({ readonly item: Item } | { readonly talk: string })[] = [];
  for (const item of items) {
    if (!TALK.has(item.k) || !item.talk) {
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

/** Entries, newest first, with plans and changed things between two others folded into one. */
export function folded(entries: readonly Entry[]): Entry[] {
  const found: Entry[] = [];
  let small: Item[] = [];
  let key = "";
  const close = () => {
    if (small.length > 0) found.push({ is: "fold", key: `fold ${key}`, items: small });
    small = [];
  };
  for (const entry of entries) {
    if (entry.is === "happening" && FOLDED.has(entry.item.k)) {
      small.push(entry.item);
      key = entry.key;
    } else {
      close();
      found.push(entry);
    }
  }
  close();
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

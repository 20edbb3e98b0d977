/**
 * Answers the questions of the panels from what a recording carries, as the server would.
 *
 * Knows carried minds and talks, no screens. Invariant: nothing after the requested tick is told; a question that cannot
 * be answered is undefined.
 */
import type {
  CarriedPerson,
  CarriedReason,
  Edge,
  Log,
  Memories,
  Memory,
  Minds,
  PersonNow,
  Reason,
  Recalled,
  Talk,
  Talks,
  Ties,
  TownEvent,
  TownEventNow,
  Why,
} from "../api/wire.gen";
import { peopleNow } from "../run/now";
import { type Remembered, Rumours } from "./rumour";
import { Wording } from "./wording";

const MAX_SINCE = 5;
const MAX_INSIGHTS = 60;
const LIMIT = 50;

type Changes<T> = readonly (readonly [number, T])[];

/** The value that counts at a tick. */
function at<T>(changes: Changes<T>, tick: number): T | undefined {
  return changes.findLast(([from]) => from <= tick)?.[1];
}

/** A question: its ticks are whole numbers, missing ones are beyond the end. */
class Query {
  constructor(private readonly asked: URLSearchParams) {}

  text(key: string): string {
    return this.asked.get(key) ?? "";
  }

  number(key: string, missing = Number.POSITIVE_INFINITY): number {
    const text = this.asked.get(key);
    return text === null || text === "" ? missing : Number(text);
  }
}

// --- talks

/** A talk as it stood at a tick. */
function asItStood(talk: Talk, tick: number): Talk {
  if (talk.end !== null && talk.end < tick) return talk;
  return { ...talk, lines: talk.lines.filter((line) => line.tick < tick), end: null, why: "" };
}

function talksPage(all: readonly Talk[], query: Query): Talks {
  const [until, from] = [query.number("until"), query.number("from", 0)];
  const [person, words] = [query.text("person"), query.text("q").toLowerCase()];
  const found = all
    .filter(({ begin }) => begin < until)
    .map((talk) => asItStood(talk, until))
    .filter(({ people, end }) => (!person || people.includes(person)) && (end === null || end >= from))
    .filter(({ lines }) => !words || lines.some(({ text }) => text.toLowerCase().includes(words)));
  const earlier = found.filter(({ begin }) => begin < query.number("before"));
  return { talks: earlier.slice(0, query.number("limit", LIMIT)), total: found.length };
}

// --- people

function reasonAt({ reasons }: CarriedPerson, tick: number): CarriedReason | undefined {
  return reasons.findLast(({ decided, act }) => decided <= tick && act);
}

function shortReason(person: CarriedPerson, tick: number): Reason {
  const found = reasonAt(person, tick);
  return { sentence: found?.sentence ?? "", by: found?.asked[0]?.[2] ?? "", habit: found?.routine != null };
}

function hasLeft({ left }: CarriedPerson, tick: number): boolean {
  return left !== null && left < tick;
}

function personNow(id: string, person: CarriedPerson, tick: number): PersonNow {
  const now = peopleNow.peek().get(id);
  const day = person.days.findLast(({ since }) => since < tick);
  const insights = person.memories.filter((memory) => memory.kind === "insight" && memory.tick < tick);
  return {
    id,
    tick,
    here: now?.tile != null,
    left: hasLeft(person, tick) ? person.left : null,
    remembers: !person.missing,
    missing: person.missing,
    note: "",
    asleep: now?.asleep ?? false,
    deed: now?.deed ?? null,
    walking: now?.walking ?? false,
    pose: "",
    facing: "",
    talk: now?.talk ?? null,
    place: null,
    mood: at(person.mood, tick) ?? "",
    why: shortReason(person, tick),
    plan: (at(person.plan, tick) ?? []).map((item) => ({
      ...item,
      now: item.start <= tick && tick < item.end,
    })),
    did: (day?.did ?? [])
      .filter(({ from }) => from < tick)
      .map((done) => ({ ...done, until: Math.min(done.until, tick) })),
    promises: at(person.promises, tick) ?? [],
    concerns: at(person.concerns, tick) ?? [],
    ties: at(person.ties, tick) ?? [],
    insights: insights.slice(-MAX_INSIGHTS).reverse(),
  };
}

function memoriesPage(person: CarriedPerson, query: Query): Memories {
  const [kind, about] = [query.text("kind"), query.text("about")];
  const words = query.text("q").toLowerCase().split(/\s+/).filter(Boolean);
  const known = person.memories.filter(({ tick }) => tick < query.number("tick"));
  const fits = (memory: Memory) =>
    (!kind || memory.kind === kind) &&
    (!about || memory.source === about || memory.about.includes(about)) &&
    words.every((word) => memory.text.toLowerCase().includes(word));
  const found = known.filter(fits);
  const shown = found.filter(({ number }) => number < query.number("before")).reverse();
  const kinds = [...new Set(known.map((memory) => memory.kind))].sort();
  return { memories: shown.slice(0, query.number("limit", LIMIT)), kinds, total: found.length };
}

function recalled(person: CarriedPerson, reason: CarriedReason): Recalled[] {
  const known = new Map(person.memories.map((memory) => [memory.number, memory]));
  return reason.recalled.map(([number, recency, importance, relevance, words, score]) => {
    const { tick = null, kind = "", text = "", source = null } = known.get(number) ?? {};
    return { number, tick, kind, text, source, recency, importance, relevance, words, score };
  });
}

function whyAt(person: CarriedPerson, tick: number): Why | null {
  const { reasons } = person;
  if (hasLeft(person, tick)) return null;
  const last = reasons.findLastIndex(({ decided }) => decided <= tick);
  const act = reasons.findLastIndex(({ decided, act }) => decided <= tick && act);
  const found = reasons[act < 0 ? last : act];
  if (!found) return null;
  const { asked, ...told } = found;
  return {
    ...told,
    recalled: recalled(person, found),
    asked: asked.map(([kind, when, by, why]) => ({
      kind,
      tick: when,
      by,
      why,
      tokens: 0,
      price: 0,
      seconds: 0,
    })),
    since:
      act < 0
        ? []
        : reasons.slice(Math.max(act, last - MAX_SINCE) + 1, last + 1).map((each) => each.sentence),
    note: "",
  };
}

function logUntil(person: CarriedPerson, until: number): Log {
  const day = person.days.findLast(({ since }) => since <= until);
  const acts = (day?.acts ?? [])
    .filter(({ tick }) => tick < until)
    .map((act) => ({ ...act, ticks: Math.min(act.ticks, until - act.tick) }));
  const blocks = acts.filter(({ kind }) => kind === "block");
  const reused = blocks.filter((block) => block.reused).length;
  return { since: day?.since ?? 0, until, acts, blocks: blocks.length, reused };
}

// --- the town

/** Pairs of people in the order of their ids. */
function pairsOf(people: readonly string[]): [string, string][] {
  const sorted = [...people].sort();
  return sorted.flatMap((one, index) =>
    sorted.slice(index + 1).map((other): [string, string] => [one, other]),
  );
}

function tiesAt(minds: Minds, talks: readonly Talk[], tick: number): Ties {
  const [since, known] = minds.ties.findLast(([from]) => from <= tick) ?? [0, []];
  const edges = new Map<string, Edge>();
  for (const [a, b, there, back] of known)
    edges.set(`${a}\n${b}`, { a, b, closeness: [there, back], talks: 0, last: null });
  for (const { people, begin } of talks.filter((talk) => talk.begin < tick))
    for (const [a, b] of pairsOf(people)) {
      const edge = edges.get(`${a}\n${b}`) ?? { a, b, closeness: [0, 0] as const, talks: 0, last: null };
      edges.set(`${a}\n${b}`, { ...edge, talks: edge.talks + 1, last: Math.max(edge.last ?? 0, begin) });
    }
  const shown = [...edges.values()].filter(({ talks: met, closeness }) => met > 0 || closeness.some(Boolean));
  return {
    tick: since,
    edges: shown.sort((one, other) => (`${one.a}\n${one.b}` < `${other.a}\n${other.b}` ? -1 : 1)),
  };
}

function eventsAt(minds: Minds, tick: number): readonly TownEvent[] {
  return at(minds.events, tick) ?? [];
}

function eventAt(minds: Minds, id: string, tick: number): TownEventNow | undefined {
  const event = eventsAt(minds, tick).find((each) => each.id === id);
  const came = (minds.came[id] ?? []).filter(([, when]) => when <= tick).map(([person]) => person);
  return event && { ...event, came };
}

/** Everything that was remembered, in order of time. */
function remembered(minds: Minds): Remembered[] {
  return Object.entries(minds.people)
    .flatMap(([person, { memories }]) => memories.map((memory) => ({ person, memory })))
    .sort(
      (one, other) =>
        one.memory.tick - other.memory.tick ||
        (one.person === other.person
          ? one.memory.number - other.memory.number
          : one.person < other.person
            ? -1
            : 1),
    );
}

export class Answers {
  private readonly rumours: Rumours | null;

  constructor(
    private readonly talks: readonly Talk[],
    private readonly minds: Minds | null,
  ) {
    const byId = new Map(talks.map((talk) => [talk.id, talk]));
    this.rumours = minds && new Rumours(wordingOf(minds), remembered(minds), byId, minds.stories);
  }

  /** The answer to a path below the run's own, with a query. */
  to(path: readonly string[], asked: URLSearchParams): unknown {
    const query = new Query(asked);
    const [what = "", ...rest] = path;
    if (what === "talks") return talksPage(this.talks, query);
    if (!this.minds) return undefined;
    if (what === "people") return this.person(rest, query);
    const tick = query.number("tick");
    if (what === "ties") return tiesAt(this.minds, this.talks, tick);
    if (what === "events" && rest.length === 0) return eventsAt(this.minds, tick);
    if (what === "events") return eventAt(this.minds, rest.join("/"), tick);
    return what === "news" ? this.news(rest[0], query) : undefined;
  }

  private person([id = "", what]: readonly string[], query: Query): unknown {
    const person = this.minds?.people[id];
    if (!person) return undefined;
    const tick = query.number("tick");
    if (what === undefined) return personNow(id, person, tick);
    if (what === "memories") return memoriesPage(person, query);
    if (what === "why") return whyAt(person, tick);
    return what === "log" ? logUntil(person, query.number("until")) : undefined;
  }

  private news(what: string | undefined, query: Query): unknown {
    const tick = query.number("tick");
    if (what === "ideas") return this.rumours?.ideas(tick);
    if (what === "first") return this.rumours?.first(tick);
    const number = query.number("memory", -1);
    const memory = this.minds?.people[query.text("person")]?.memories.find((each) => each.number === number);
    const text = memory?.text ?? query.text("q").trim();
    return text ? this.rumours?.follow(text, tick) : undefined;
  }
}

function wordingOf({ empty_words, empty_characters, shared_word_share }: Minds): Wording {
  return new Wording(empty_words, empty_characters, shared_word_share);
}

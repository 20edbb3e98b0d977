/**
 * How a piece of news spread, as `milkwood.chronicle.rumour` defines it, from carried memories and talks.
 *
 * Knows memories in order of time, and talks. Invariant: the same people, tellers and lines as the server's, at every
 * moment.
 */
import type { Idea, Knower, Line, Memory, News, Talk } from "../api/wire.gen";
import type { Wording } from "./wording";

export interface Remembered {
  readonly person: string;
  readonly memory: Memory;
}

/** Kinds of memories that do not count as knowing news, that need no teller, and that people pass on. */
const FIRST_HAND: ReadonlySet<string> = new Set(["saw", "did", "plan"]);
const OWN: ReadonlySet<string> = new Set(["seed", "voice"]);
const PASSED_ON: ReadonlySet<string> = new Set(["news", "promise"]);
const MAX_IDEAS = 12;
const MAX_POPULAR = 5 * MAX_IDEAS;
const MIN_KNOWERS = 2;

interface Knowing {
  readonly person: string;
  readonly memory: Memory;
  readonly line: Line | undefined;
  readonly own: boolean;
}

export class Rumours {
  constructor(
    private readonly wording: Wording,
    private readonly memories: readonly Remembered[],
    private readonly talks: ReadonlyMap<string, Talk>,
    private readonly stories: readonly string[],
  ) {}

  private before(tick: number): Remembered[] {
    return this.memories.filter(({ memory }) => memory.tick < tick);
  }

  /** The line of the talk in which the source said it to this person, if any. */
  private line(news: string, person: string, memory: Memory, tick: number): Line | undefined {
    const talk = this.talks.get(memory.talk ?? "");
    if (!talk?.people.includes(person) || memory.source === person) return undefined;
    const said = talk.lines.filter((line) => line.who === memory.source && line.tick < tick);
    const found = said.find(({ text }) => this.wording.tells(text, news) || text.includes(memory.text));
    if (found) return found;
    const whole = said.map(({ text }) => text).join(" ");
    return this.wording.tells(whole, news) ? said.at(-1) : undefined;
  }

  /** The first time that each person remembered it, in order of time; and everyone who has memories. */
  private spread(news: string, tick: number): { knowings: Map<string, Knowing>; visitors: Set<string> } {
    const first = new Map<string, Knowing>();
    const people = new Set<string>();
    for (const { person, memory } of this.before(tick)) {
      people.add(person);
      if (FIRST_HAND.has(memory.kind) || !this.wording.tells(memory.text, news)) continue;
      const own = memory.tick < 0 || OWN.has(memory.kind) || (memory.kind === "news" && !memory.talk);
      const known = { person, memory, own, line: this.line(news, person, memory, tick) };
      const before = first.get(person);
      const explains =
        before?.memory.tick === memory.tick &&
        !before.own &&
        before.line === undefined &&
        known.line !== undefined;
      if (!before || memory.tick < before.memory.tick || explains) first.set(person, known);
    }
    const ordered = [...first.values()].sort(
      (one, other) => one.memory.tick - other.memory.tick || (one.person < other.person ? -1 : 1),
    );
    const sources = ordered.flatMap(({ memory }) => memory.source ?? []);
    return {
      knowings: new Map(ordered.map((known) => [known.person, known])),
      visitors: new Set(sources.filter((source) => !people.has(source))),
    };
  }

  /** Those who know it: with a chain of tellers back to a person who was not told; and the others. */
  private sorted(news: string, tick: number): { knowers: Knowing[]; others: Knowing[] } {
    const { knowings, visitors } = this.spread(news, tick);
    const teller = ({ memory, line }: Knowing): Knowing | undefined => {
      const found = line && knowings.get(memory.source ?? "");
      return found && found.memory.tick <= line.tick && line.tick <= memory.tick ? found : undefined;
    };
    const isKnower = (start: Knowing): boolean => {
      const links = new Set<Knowing>();
      for (let known: Knowing | undefined = start; known && !links.has(known); known = teller(known)) {
        links.add(known);
        if (known.own || (known.line && visitors.has(known.memory.source ?? ""))) return true;
      }
      return false;
    };
    const all = [...knowings.values()];
    return { knowers: all.filter(isKnower), others: all.filter((known) => !isKnower(known)) };
  }

  follow(news: string, tick: number): News {
    const { knowers, others } = this.sorted(news, tick);
    return { text: news, knowers: knowers.map(out), unexplained: others.map(out) };
  }

  /** What people told each other, the most widely remembered first. */
  private popular(tick: number): string[] {
    const count = new Map<string, number>();
    for (const { memory } of this.before(tick))
      if (PASSED_ON.has(memory.kind) && memory.source)
        count.set(memory.text, (count.get(memory.text) ?? 0) + 1);
    const texts = [...count].sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1));
    return texts.slice(0, MAX_POPULAR).map(([text]) => text);
  }

  /** News worth following: those of the stories first, then the most widely known. */
  ideas(tick: number): Idea[] {
    const found: Idea[] = [];
    for (const text of [...this.stories, ...this.popular(tick)]) {
      if (found.length >= MAX_IDEAS) break;
      if (found.some((known) => this.wording.tells(text, known.text))) continue;
      const { knowers } = this.sorted(text, tick);
      if (knowers.length >= MIN_KNOWERS || this.stories.includes(text))
        found.push({ text, knowers: knowers.length, first: knowers[0]?.person ?? null });
    }
    return found;
  }

  /** The first person who was told a piece of news of the stories, or any if there are none. */
  first(tick: number): Knower | null {
    const texts = this.stories.length ? this.stories : this.popular(tick);
    const told = texts.flatMap((text) => this.sorted(text, tick).knowers.find(({ own }) => !own) ?? []);
    const [first] = told.sort((one, other) => one.memory.tick - other.memory.tick);
    return first ? out(first) : null;
  }
}

function out({ person, memory, line, own }: Knowing): Knower {
  const { tick, text, source, talk } = memory;
  return { person, tick, text, source, talk, line: line?.text ?? "", own };
}

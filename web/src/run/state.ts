/**
 * The state at a tick, computed from events: deeds, sleep, talks, states of things.
 *
 * Knows events, nothing of time on screen or of positions on the map. Invariant: a copy shares no mutable data; an
 * event of an unknown kind changes nothing.
 */
import type { DeedNow, DeedTold, Happening, Line, Reel } from "../api/run";

export interface Doing {
  asleep: boolean;
  deed: DeedNow | null;
  talk: string | null;
  /** The emoji of the last deed: what a person has in hand also on the way from it. */
  held: string;
  /** The tick at which the person last greeted someone or said goodbye. */
  greeted: number;
}

export interface Talk {
  readonly id: string;
  readonly people: string[];
  readonly lines: Line[];
}

function deedOf(told: DeedTold, since: number): DeedNow {
  const place = told.place ?? told.at ?? null;
  return {
    what: told.what,
    emoji: told.emoji ?? "",
    place,
    thing: told.thing ?? null,
    note: told.note ?? "",
    since,
  };
}

function nothing(): Doing {
  return { asleep: false, deed: null, talk: null, held: "", greeted: Number.NEGATIVE_INFINITY };
}

export class State {
  readonly people = new Map<string, Doing>();
  readonly things = new Map<string, string>();
  /** Things that people must act on at once. */
  readonly pressing = new Set<string>();
  readonly talks = new Map<string, Talk>();

  static of(told: Reel["state"]): State {
    const state = new State();
    for (const { who, asleep, deed, talk } of told.people)
      state.people.set(who, { ...nothing(), asleep, deed, talk, held: deed?.emoji ?? "" });
    for (const [thing, now] of told.things) state.things.set(thing, now);
    for (const thing of told.pressing ?? []) state.pressing.add(thing);
    for (const { id, people, lines } of told.talks) {
      state.talks.set(id, { id, people: [...people], lines: [...lines] });
    }
    return state;
  }

  copy(): State {
    const state = new State();
    for (const [who, doing] of this.people) state.people.set(who, { ...doing });
    for (const [thing, now] of this.things) state.things.set(thing, now);
    for (const thing of this.pressing) state.pressing.add(thing);
    for (const [id, talk] of this.talks) {
      state.talks.set(id, { id, people: [...talk.people], lines: [...talk.lines] });
    }
    return state;
  }

  private doing(who: string): Doing {
    const known = this.people.get(who) ?? nothing();
    this.people.set(who, known);
    return known;
  }

  private begin(who: string, told: DeedTold | null | undefined, since: number): void {
    const doing = this.doing(who);
    doing.deed = told ? deedOf(told, since) : null;
    if (told) doing.held = told.emoji ?? "";
    doing.asleep = told?.asleep === true;
  }

  private join(id: string, who: string, since: number): void {
    const talk = this.talks.get(id) ?? { id, people: [], lines: [] };
    this.talks.set(id, talk);
    if (!talk.people.includes(who)) talk.people.push(who);
    Object.assign(this.doing(who), { talk: id, greeted: since });
  }

  private leave(id: string, who: string, since: number): void {
    const people = this.talks.get(id)?.people;
    if (people?.includes(who)) people.splice(people.indexOf(who), 1);
    const doing = this.people.get(who);
    if (doing?.talk === id) Object.assign(doing, { talk: null, greeted: since });
  }

  private change({ thing = "", state = "", presses }: Happening): void {
    this.things.set(thing, state);
    if (presses) this.pressing.add(thing);
    else this.pressing.delete(thing);
  }

  private endTalk(id: string, since: number): void {
    for (const who of [...(this.talks.get(id)?.people ?? [])]) this.leave(id, who, since);
    this.talks.delete(id);
  }

  /** Applies an event. */
  apply(happening: Happening): void {
    const { t, who, k, talk = "" } = happening;
    if (k === "deed_began" || k === "entered") this.begin(who, happening.deed, t + 1);
    else if (k === "deed_ended") this.begin(who, null, t + 1);
    else if (k === "thing_changed") this.change(happening);
    else if (k === "talk_began") {
      this.join(talk, who, t + 1);
      if (happening.partner) this.join(talk, happening.partner, t + 1);
    } else if (k === "joined") this.join(talk, who, t + 1);
    else if (k === "said") this.talks.get(talk)?.lines.push({ tick: t, who, text: happening.text ?? "" });
    else if (k === "left") this.leave(talk, who, t + 1);
    else if (k === "talk_ended") this.endTalk(talk, t + 1);
    else if (k === "departed") this.people.delete(happening.whom ?? who);
  }
}

/**
 * Requests of the panels, one function per question.
 *
 * Knows addresses, not screens. Invariant: reads only; a failure arrives as a `Refusal`.
 */
import { getJson, post, ROOT, runAddress } from "./fetch";
import type { Compared, RunList } from "./panels";
import type * as wire from "./wire.gen";

export function readRuns(): Promise<RunList> {
  return getJson(new URL("runs", ROOT).href);
}

export function readPerson(run: string, person: string, tick: number): Promise<wire.PersonNow> {
  return getJson(runAddress(run, ["people", person], { tick }));
}

export interface MemoryQuery {
  readonly tick: number;
  readonly kind?: string;
  readonly q?: string;
  readonly about?: string;
  readonly limit?: number;
  readonly before?: number | undefined;
}

export function readMemories(run: string, person: string, query: MemoryQuery): Promise<wire.Memories> {
  return getJson(runAddress(run, ["people", person, "memories"], { ...query }));
}

export function readWhy(run: string, person: string, tick: number): Promise<wire.Why | null> {
  return getJson(runAddress(run, ["people", person, "why"], { tick }));
}

/** A person's actions on the day of a tick, up to that tick. */
export function readLog(run: string, person: string, until: number): Promise<wire.Log> {
  return getJson(runAddress(run, ["people", person, "log"], { until }));
}

export interface TalkQuery {
  readonly person?: string;
  readonly q?: string;
  readonly from?: number;
  readonly until?: number;
  readonly limit?: number;
  readonly before?: number | undefined;
}

export function readTalks(run: string, query: TalkQuery): Promise<wire.Talks> {
  return getJson(runAddress(run, ["talks"], { ...query }));
}

export interface FeedQuery {
  readonly until: number;
  readonly limit?: number;
  readonly kinds?: string;
  readonly person?: string;
}

export function readFeed(run: string, query: FeedQuery): Promise<wire.Feed> {
  return getJson(runAddress(run, ["feed"], { ...query }));
}

export function readTies(run: string, tick: number): Promise<wire.Ties> {
  return getJson(runAddress(run, ["ties"], { tick }));
}

/** A piece of news, by its words or by a person's memory of it. */
export type NewsQuery = { readonly q: string } | { readonly person: string; readonly memory: number };

export function readNews(run: string, query: NewsQuery, tick: number): Promise<wire.News> {
  return getJson(runAddress(run, ["news"], { ...query, tick }));
}

/** The first time that a piece of news of the stories was told; null before that. */
export function readFirstNews(run: string): Promise<wire.Knower | null> {
  return getJson(runAddress(run, ["news", "first"]));
}

export function readNewsIdeas(run: string, tick: number): Promise<readonly wire.Idea[]> {
  return getJson(runAddress(run, ["news", "ideas"], { tick }));
}

/** Events of the town, by their time. */
export function readEvents(run: string, tick: number): Promise<readonly wire.TownEvent[]> {
  return getJson(runAddress(run, ["events"], { tick }));
}

export function readEvent(run: string, event: string, tick: number): Promise<wire.TownEventNow> {
  return getJson(runAddress(run, ["events", event], { tick }));
}

/** What came of an act of the user. */
export function readAct(run: string, act: string, tick: number): Promise<wire.ActThread> {
  return getJson(runAddress(run, ["acts", act], { tick }));
}

export function readThing(run: string, thing: string, tick: number): Promise<wire.ThingNow> {
  return getJson(runAddress(run, ["things", thing], { tick }));
}

export function readMachine(run: string): Promise<wire.Machine> {
  return getJson(runAddress(run, ["machine"]));
}

export interface CallQuery {
  readonly person: string;
  readonly kind: string;
  readonly failed: boolean;
  readonly before?: number | undefined;
  readonly limit: number;
}

export function readCalls(run: string, query: CallQuery): Promise<wire.Calls> {
  return getJson(runAddress(run, ["calls"], { ...query, failed: query.failed ? "true" : "" }));
}

export function readCall(run: string, number: number): Promise<wire.CallDetails> {
  return getJson(runAddress(run, ["calls", String(number)]));
}

/** Two runs up to a tick that both have lived. */
export function compareRuns(a: string, b: string, tick: number): Promise<Compared> {
  return getJson(new URL(`compare?${new URLSearchParams({ a, b, tick: String(tick) })}`, ROOT).href);
}

/** Asks a person as they were at a tick. It leaves no trace in the person or the run. */
export function askPerson(run: string, what: wire.AskIn): Promise<wire.Reply> {
  return post(runAddress(run, ["ask"]), what);
}

/** The address of a download of the run. */
export function exportAddress(run: string, format: string, minds?: wire.CarriedMindsIn): string {
  return runAddress(run, ["export", format], { minds });
}

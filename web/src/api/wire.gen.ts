/**
 * What the server says and hears, as types: written by `python -m tools.wire` from `milkwood.server.wire`.
 *
 * Do not edit by hand. Invariant: field names are the server's own; a test fails when this file is out of date.
 */

export type ActIn =
  | WhisperIn
  | TellIn
  | ChangeIn
  | AnnounceIn
  | ArriveIn
  | RemoveIn
  | EnterIn
  | ExitIn
  | MoveIn
  | StandIn
  | SpeakIn
  | SpendingIn;

/** What comes of an act. */
export interface Act {
  /** When it takes effect. */
  readonly tick: number;
  /** The id of the person who comes, or walks in. */
  readonly person?: string | null;
}

/** Announce something that will be at a place and time. */
export interface AnnounceIn {
  /** The tick one looks at; refused when it is not the present. */
  readonly tick?: number | null;
  readonly kind: "announce";
  readonly place: string;
  /** `HH:MM`, today or tomorrow, or an ISO date and time. */
  readonly time: string;
  readonly text: string;
}

/** Something was announced to the town. */
export interface Announced {
  readonly t: number;
  /** A person's id; `~outside` for the hand of the user. */
  readonly who: string;
  readonly k: "announced";
  readonly text: string;
  readonly place?: string;
  /** The tick it is for. */
  readonly start?: number;
}

/** Add a person to the town. */
export interface ArriveIn {
  /** The tick one looks at; refused when it is not the present. */
  readonly tick?: number | null;
  readonly kind: "arrive";
  readonly name: string;
  /** A bed, or the sector it stands in. */
  readonly home: string;
  readonly age?: number;
  readonly pronoun?: "she" | "he" | "they";
  /** Separated by commas. */
  readonly traits?: string;
  readonly biography?: string;
  /** What they do for a living, in words. */
  readonly work?: string;
  /** Where: a sector, room or thing. */
  readonly work_at?: string;
}

/** A question to somebody. */
export interface AskIn {
  readonly person: string;
  /** The moment; the run's end when none is given. */
  readonly tick?: number | null;
  readonly question: string;
  readonly before?: readonly Before[];
}

/** A question that a decision rests on. */
export interface Asked {
  readonly kind: string;
  readonly tick: number;
  readonly by: string;
  /** Why them, if they were not the first choice. */
  readonly why: string;
  readonly tokens: number;
  readonly price: number;
  readonly seconds: number;
}

/** A question that was asked before in the same interview. */
export interface Before {
  readonly question: string;
  readonly answer: string;
}

/** A new run. */
export interface BeginIn {
  readonly town: string;
  readonly scenario?: string | null;
  readonly name?: string | null;
  readonly language?: string | null;
  readonly seed?: number | null;
  readonly model?: string | null;
  readonly budget?: string | null;
  readonly off?: readonly Part[];
}

/** Somebody who is in town at a tick. */
export interface Body {
  readonly who: string;
  readonly asleep: boolean;
  readonly deed: Doing | null;
  readonly talk: string | null;
}

/** What may be spent. */
export interface Budget {
  readonly cap: number;
  readonly unit: string;
  readonly spent: number;
  readonly reserved: number;
  readonly at_cap: string;
}

/** Bring a thing into a state. */
export interface ChangeIn {
  /** The tick one looks at; refused when it is not the present. */
  readonly tick?: number | null;
  readonly kind: "change";
  readonly thing: string;
  readonly text: string;
}

/** All people of the run, after an arrival. */
export interface Comers {
  readonly type?: "people";
  readonly people: readonly Folk[];
}

/** Two runs side by side. */
export interface Compare {
  /** Before this tick nothing differs. */
  readonly same_until: number;
  /** The end of the shorter one. */
  readonly compared: number;
  readonly first: Difference | null;
  readonly summary: readonly Count[];
  /** What differs in how they were set up. */
  readonly setup: readonly string[];
}

/** How many of something there are in either run. */
export interface Count {
  readonly what: string;
  readonly a: number;
  readonly b: number;
}

/** The same of one day of the run. */
export interface DayReuse {
  readonly blocks: number;
  readonly reused: number;
  readonly day: number;
}

/** Somebody began to do something. */
export interface DeedBegan {
  readonly t: number;
  /** A person's id; `~outside` for the hand of the user. */
  readonly who: string;
  readonly k: "deed_began";
  readonly deed: EventDeed;
  readonly tile: readonly [number, number];
}

/** Somebody is done with it. */
export interface DeedEnded {
  readonly t: number;
  /** A person's id; `~outside` for the hand of the user. */
  readonly who: string;
  readonly k: "deed_ended";
  readonly deed: EventDeed;
}

/** A piece of a usual day. */
export interface Deed {
  readonly start: string;
  readonly end: string;
  readonly what: Readonly<Record<string, string>>;
  /** The address of a place or thing. */
  readonly where: string;
}

/** The name of the run that is to be deleted, once more. */
export interface DeleteIn {
  readonly name: string;
}

/** Somebody is gone. */
export interface Departed {
  readonly t: number;
  /** A person's id; `~outside` for the hand of the user. */
  readonly who: string;
  readonly k: "departed";
  readonly whom: string;
}

/** A piece of what really happened today. */
export interface Did {
  readonly from: number;
  readonly until: number;
  readonly what: string;
  readonly emoji: string;
  readonly place: string | null;
  readonly kind: "deed" | "walk" | "talk" | "sleep";
  /** Which talk it was. */
  readonly talk: string | null;
}

/** The first thing that is not the same in two runs. */
export interface Difference {
  readonly tick: number;
  readonly person: string;
  readonly a: string;
  readonly b: string;
}

/** What somebody does at a tick. */
export interface Doing {
  readonly what: string;
  readonly emoji: string;
  /** The id of the room. */
  readonly place: string | null;
  readonly thing: string | null;
  readonly since: number;
}

/** What two people are to each other. */
export interface Edge {
  readonly a: string;
  readonly b: string;
  /** What a feels for b, and b for a. */
  readonly closeness: readonly [number, number];
  readonly talks: number;
  readonly last: number | null;
}

/** The run rests. */
export interface End {
  readonly type?: "end";
  readonly end: number;
  readonly why: Readonly<Record<string, string>>;
}

/** Walk in. */
export interface EnterIn {
  /** The tick one looks at; refused when it is not the present. */
  readonly tick?: number | null;
  readonly kind: "enter";
  readonly name: string;
  readonly tile?: readonly [number, number] | null;
  /** A room or sector; the tile goes first. */
  readonly place?: string;
}

/** Somebody is in town from now on. */
export interface Entered {
  readonly t: number;
  /** A person's id; `~outside` for the hand of the user. */
  readonly who: string;
  readonly k: "entered";
  readonly tile: readonly [number, number];
  readonly deed?: EventDeed | null;
}

/** What is still to come at the rate of the last hours. */
export interface Estimate {
  readonly calls: number;
  readonly tokens: number;
  readonly price: number;
}

/** A deed as it is written down; what is not so is left out. */
export interface EventDeed {
  readonly what: string;
  readonly emoji?: string;
  /** The room it is done in. */
  readonly at?: string;
  readonly thing?: string;
  readonly effect?: string;
  readonly asleep?: boolean;
}

/** Walk out again. */
export interface ExitIn {
  /** The tick one looks at; refused when it is not the present. */
  readonly tick?: number | null;
  readonly kind: "exit";
  readonly person: string;
}

/** Tries whose answer could not be used, and why. */
export interface Failure {
  readonly why: string;
  readonly count: number;
}

/** How often the understudy had to answer, and why. */
export interface Fallback {
  readonly kind: string;
  readonly count: number;
  readonly why: string;
}

/** Something that happened, told in a sentence; which fields it has besides follows from its kind `k`. */
export interface FeedItem {
  readonly t: number;
  readonly who: string;
  readonly k: string;
  readonly sentence: string;
  /** The id of the room it happened in. */
  readonly place: string | null;
  readonly deed?: EventDeed | null;
  readonly tile?: readonly [number, number] | null;
  readonly text?: string;
  readonly talk?: string;
  readonly partner?: string;
  readonly thing?: string;
  readonly state?: string;
  readonly whom?: string;
  readonly by?: string;
  readonly why?: string;
  readonly start?: number;
  readonly insights?: readonly string[];
  readonly kind?: string;
  readonly person?: string | null;
}

/** What happened last, newest first. */
export interface Feed {
  readonly items: readonly FeedItem[];
  /** The `until` to ask with for what lies before; None at the beginning. */
  readonly before: number | null;
}

/** Somebody of a run; their place in the list is their number in frames of moves. */
export interface Folk {
  readonly id: string;
  readonly name: Readonly<Record<string, string>>;
  readonly called: Readonly<Record<string, string>>;
  /** The first tick at which they are in town. */
  readonly arrived: number;
  /** Whether they are not of the scenario's cast. */
  readonly newcomer: boolean;
  /** Whether they do what keys say. */
  readonly avatar: boolean;
}

/** A fork of a run. */
export interface ForkIn {
  readonly tick: number;
  readonly name: string;
}

/** A no with an offer: it can be done in a fork. */
export interface ForkOffer {
  readonly what: string;
  readonly remedy: string;
  readonly fork?: true;
}

/** Something was left out: what follows begins anew, with a snapshot, at this tick. */
export interface Gap {
  readonly type?: "gap";
  readonly from: number;
}

export type Happening =
  | DeedBegan
  | DeedEnded
  | ThingChanged
  | TalkBegan
  | Joined
  | Said
  | Left
  | TalkEnded
  | Whispered
  | Told
  | Announced
  | Entered
  | Departed
  | Reflected
  | Planned
  | Input;

/** What the server says first. */
export interface Hello {
  readonly type?: "hello";
  readonly protocol: number;
  readonly run: string;
  readonly end: number;
  readonly state: State;
  readonly pace: Pace | null;
  readonly may_act: boolean;
}

/** News worth following. */
export interface Idea {
  readonly text: string;
  readonly knowers: number;
}

/** The user did something. */
export interface Input {
  readonly t: number;
  /** A person's id; `~outside` for the hand of the user. */
  readonly who: string;
  readonly k: "input";
  readonly kind: string;
  readonly person: string | null;
  readonly text: string;
}

/** A conclusion somebody came to. */
export interface Insight {
  readonly number: number;
  readonly tick: number;
  readonly text: string;
  readonly importance: number;
  readonly evidence: readonly number[];
}

/** Somebody joined a talk. */
export interface Joined {
  readonly t: number;
  /** A person's id; `~outside` for the hand of the user. */
  readonly who: string;
  readonly k: "joined";
  readonly talk: string;
}

/** What the answers of one kind of question took. */
export interface KindSpent {
  readonly answers: number;
  readonly tokens: number;
  readonly price: number;
  readonly seconds: number;
  /** How many tries came to nothing. */
  readonly failed: number;
  /** By why, the commonest first. */
  readonly failures: readonly Failure[];
  readonly kind: string;
}

/** The first time a person knew a piece of news. */
export interface Knower {
  readonly person: string;
  readonly tick: number;
  /** As they remember it. */
  readonly text: string;
  /** Who told them. */
  readonly source: string | null;
  readonly talk: string | null;
  /** What was said to them, or empty. */
  readonly line: string;
  /** Whether nobody had to tell them. */
  readonly own: boolean;
}

/** Somebody left a talk. */
export interface Left {
  readonly t: number;
  /** A person's id; `~outside` for the hand of the user. */
  readonly who: string;
  readonly k: "left";
  readonly talk: string;
}

/** Something said. */
export interface Line {
  readonly tick: number;
  readonly who: string;
  readonly text: string;
}

/** What a viewer says first. */
export interface ListenIn {
  readonly protocol: number;
  readonly from?: number | null;
}

/** What somebody did in a stretch, in order of time. */
export interface Log {
  readonly since: number;
  readonly until: number;
  readonly acts: readonly Logged[];
  readonly blocks: number;
  /** How many of the blocks were lived by a routine. */
  readonly reused: number;
}

/** One thing that somebody did: a block of the day, a deed in it, a talk, or sleep. */
export interface Logged {
  readonly tick: number;
  /** How long it took; so far, when it goes on. */
  readonly ticks: number;
  readonly kind: "block" | "deed" | "talk" | "sleep";
  readonly what: string;
  readonly emoji: string;
  /** `root`, `react`, or the text of the block; empty when it is not recorded. */
  readonly parent: string;
  /** Whether it was lived again as it was thought out before. */
  readonly reused: boolean;
  /** Which talk it was. */
  readonly talk: string | null;
  /** With whom they talked. */
  readonly people: readonly string[];
  /** How many lines were said. */
  readonly lines: number;
}

/** The machine room. */
export interface Machine {
  readonly mind: Mind;
  readonly total: Spent;
  readonly notes: readonly Readonly<Record<string, string>>[];
  /** Minute of the town since the run's start, and how many questions were asked in it. */
  readonly per_minute: readonly (readonly [number, number])[];
  readonly waiting: readonly Waiting[];
  readonly still: Still | null;
  readonly fallbacks: readonly Fallback[];
  readonly by_person: readonly PersonSpent[];
  readonly by_question: readonly KindSpent[];
  readonly by_outcome: readonly Outcome[];
  readonly reuse: Reuse;
  readonly reuse_by_day: readonly DayReuse[];
  readonly budget: Budget | null;
  readonly spending_paused: boolean;
  readonly estimate: Estimate | null;
  readonly speed: Speed;
}

/** What stands out in the whole of a run. */
export interface Marks {
  /** First tick, last tick, who. */
  readonly talks: readonly (readonly [number, number, readonly string[]])[];
  readonly reflections: readonly (readonly [number, string])[];
  readonly plans: readonly (readonly [number, string])[];
  /** Tick, kind, whom it is about or empty. */
  readonly inputs: readonly (readonly [number, string, string])[];
}

/** A page of what somebody remembers. */
export interface Memories {
  readonly memories: readonly Memory[];
  readonly kinds: readonly string[];
  readonly total: number;
}

/** A remembered thing. */
export interface Memory {
  readonly number: number;
  /** -1 for what is from before the run. */
  readonly tick: number;
  readonly kind: string;
  readonly text: string;
  readonly importance: number;
  readonly about: readonly string[];
  /** The id of who told it. */
  readonly source: string | null;
  readonly talk: string | null;
  readonly place: string | null;
  readonly evidence: readonly number[];
  readonly private: boolean;
  readonly scores: Scores | null;
}

/** Who answers in this run. */
export interface Mind {
  readonly name: string;
  readonly models: readonly Model[];
}

/** A model that answers. */
export interface Model {
  readonly answers: number;
  readonly tokens: number;
  readonly price: number;
  readonly seconds: number;
  /** How many tries came to nothing. */
  readonly failed: number;
  /** By why, the commonest first. */
  readonly failures: readonly Failure[];
  readonly name: string;
  /** `understudy`, `model`, or `unsent` for failures that no call was made for. */
  readonly what: string;
  readonly kinds: readonly string[];
}

/** One tile up, left, right or down. */
export interface MoveIn {
  /** The tick one looks at; refused when it is not the present. */
  readonly tick?: number | null;
  readonly kind: "move";
  readonly person: string;
  readonly step: "u" | "l" | "r" | "d";
}

/** How a piece of news went through the town. */
export interface News {
  readonly text: string;
  readonly knowers: readonly Knower[];
  /** People who know it and were not told by a person who knew. */
  readonly unexplained: readonly string[];
}

/** A talk that goes on at a tick, with what was said before it. */
export interface OpenTalk {
  readonly id: string;
  readonly people: readonly string[];
  readonly lines: readonly Line[];
}

/** How calls to a model ended. */
export interface Outcome {
  readonly model: string;
  readonly outcome: string;
  readonly count: number;
  readonly tokens: number;
  readonly price: number;
  readonly seconds: number;
}

/** How the town is to go on. */
export interface PaceIn {
  readonly held?: boolean | null;
  readonly speed?: 1 | 2 | 3 | 4 | 5 | "max" | null;
}

/** How the town goes on. */
export interface Pace {
  readonly held: boolean;
  readonly speed: PaceSpeed;
  /** The tick that the town's pace clock shows. */
  readonly now: number;
}

export type PaceSpeed = 1 | 2 | 3 | 4 | 5 | "max";

/** Where a fork comes from. */
export interface Parent {
  readonly run: string;
  readonly tick: number;
}

export type Part = "observation" | "reflection" | "planning" | "impressions" | "routines" | "wandering";

/** Somebody at a tick. */
export interface PersonNow {
  readonly id: string;
  readonly tick: number;
  /** Whether they are in town. */
  readonly here: boolean;
  /** The tick at which they left it, if they have. */
  readonly left: number | null;
  /** Whether what they had in mind can be shown. */
  readonly remembers: boolean;
  /** Why it cannot, if it cannot. */
  readonly missing: string;
  /** That it is of an earlier moment, and why, if it is. */
  readonly note: string;
  readonly asleep: boolean;
  readonly deed: Doing | null;
  readonly walking: boolean;
  readonly talk: string | null;
  readonly place: string | null;
  readonly mood: string;
  readonly why: Reason;
  readonly plan: readonly PlanItem[];
  readonly did: readonly Did[];
  readonly promises: readonly Promise[];
  readonly concerns: readonly string[];
  readonly ties: readonly TieNow[];
  readonly insights: readonly Insight[];
}

/** Somebody of the town, with all that their card shows. */
export interface Person {
  readonly id: string;
  readonly name: Readonly<Record<string, string>>;
  readonly called: Readonly<Record<string, string>>;
  readonly age: number;
  readonly pronoun: string;
  readonly traits: readonly Readonly<Record<string, string>>[];
  readonly biography: Readonly<Record<string, string>>;
  readonly concerns: readonly Readonly<Record<string, string>>[];
  readonly speech: Speech;
  readonly work: Work | null;
  readonly bed: string;
  readonly wake: string;
  readonly sleep: string;
  readonly day: readonly Deed[];
  readonly knows: readonly Tie[];
  /** Where they are when the town starts. */
  readonly tile: readonly [number, number];
}

/** What one person's answers took, and how many blocks of their days were lived by routines. */
export interface PersonSpent {
  readonly answers: number;
  readonly tokens: number;
  readonly price: number;
  readonly seconds: number;
  /** How many tries came to nothing. */
  readonly failed: number;
  /** By why, the commonest first. */
  readonly failures: readonly Failure[];
  readonly person: string;
  readonly blocks: number;
  readonly reused: number;
}

/** A piece of the day's plan. */
export interface PlanItem {
  readonly start: number;
  readonly end: number;
  readonly what: string;
  readonly where: string;
  readonly place: string | null;
  readonly now: boolean;
  readonly promise: boolean;
}

/** Somebody made a plan, or another one. */
export interface Planned {
  readonly t: number;
  /** A person's id; `~outside` for the hand of the user. */
  readonly who: string;
  readonly k: "planned";
}

/** Something dated that somebody means to do, did, missed or declined. */
export interface Promise {
  readonly what: string;
  readonly when: string;
  readonly start: number;
  readonly end: number;
  readonly where: string;
  readonly place: string | null;
  /** Ids. */
  readonly with: readonly string[];
  readonly host: boolean;
  readonly status: "open" | "kept" | "missed" | "declined";
  readonly because: string;
}

/** Why somebody does what they do, in short. */
export interface Reason {
  readonly sentence: string;
  /** Who answered: a model, or the understudy; empty when nothing was asked. */
  readonly by: string;
  /** Whether it was done by a routine, without asking. */
  readonly habit: boolean;
}

/** A memory that had part in a decision. */
export interface Recalled {
  readonly number: number;
  readonly tick: number | null;
  readonly kind: string;
  readonly text: string;
  readonly source: string | null;
  readonly recency: number;
  readonly importance: number;
  readonly relevance: number;
  readonly words: number;
  readonly score: number;
}

/** A stretch of a run: what shows at its first tick, and what happened from there on and before its end. */
export interface Reel {
  readonly from: number;
  /** At most the run's end. */
  readonly until: number;
  readonly state: Scene;
  readonly happenings: readonly Happening[];
}

/** Somebody thought about what lies behind them. */
export interface Reflected {
  readonly t: number;
  /** A person's id; `~outside` for the hand of the user. */
  readonly who: string;
  readonly k: "reflected";
  readonly insights: readonly string[];
}

/** Why something cannot be had, and what to do about it. */
export interface Refusal {
  readonly what: string;
  readonly remedy: string;
}

/** The stream ends, and why. */
export interface Refused {
  readonly type?: "refused";
  readonly what: Readonly<Record<string, string>>;
  readonly remedy: Readonly<Record<string, string>>;
}

/** Remove a person for good. */
export interface RemoveIn {
  /** The tick one looks at; refused when it is not the present. */
  readonly tick?: number | null;
  readonly kind: "remove";
  readonly person: string;
}

/** What somebody said when they were asked; they will not remember it. */
export interface Reply {
  readonly person: string;
  readonly tick: number;
  readonly question: string;
  readonly say: string;
  readonly knows: boolean;
  readonly used: readonly Used[];
  readonly by: string;
  readonly why: string;
  /** That they answered as of an earlier moment, and why, if they did. */
  readonly note: string;
}

/** How many blocks of people's days there were, and how many of them were lived by a routine. */
export interface Reuse {
  readonly blocks: number;
  readonly reused: number;
}

/** A room of a sector. */
export interface Room {
  readonly id: string;
  readonly name: Readonly<Record<string, string>>;
  readonly kind: string;
  readonly outdoors: boolean;
  readonly rectangles: readonly (readonly [number, number, number, number])[];
  readonly things: readonly Thing[];
}

/** A way of doing something that somebody had before and lived again. */
export interface Routine {
  /** The tick at which it was thought out; below 0 when another run brought it. */
  readonly made: number;
  /** What it was thought out for. */
  readonly what: string;
  /** How much that means the same as what was planned now, from 0 to 1. */
  readonly score: number;
  /** How often it was lived again. */
  readonly used: number;
  /** The run that it was brought from; empty when it is of this one. */
  readonly of: string;
}

/** A run in the list of runs. */
export interface RunEntry {
  readonly name: string;
  readonly town: string;
  readonly town_name: Readonly<Record<string, string>>;
  readonly scenario: string;
  readonly language: string;
  readonly seed: number;
  readonly start: string;
  readonly seconds_per_tick: number;
  readonly end: number;
  readonly people: number;
  readonly state: State;
  readonly created: string;
  readonly parent: Parent | null;
  readonly bytes: number;
  /** `town` for minds that remember, `rule` for those that live by habit. */
  readonly mind: string;
  /** The snapshot at which it has to be forked to go on under today's behaviour, if it has to be. */
  readonly fork_at: number | null;
}

/** All runs, the newest first. */
export interface RunList {
  readonly runs: readonly RunEntry[];
  /** The one that was last begun here and lives. */
  readonly living: string | null;
  readonly may_act: boolean;
  readonly version: string;
}

/** A run, with all that stays the same while one watches it. */
export interface Run {
  readonly name: string;
  readonly town: Town;
  /** The cast by id, then those who came, in order; it only grows. */
  readonly people: readonly Folk[];
  readonly language: string;
  readonly start: string;
  readonly seconds_per_tick: number;
  readonly begin: number;
  /** The last tick one can look at. */
  readonly end: number;
  /** Where to begin watching. */
  readonly opens_at: number;
  /** How far people see, and are heard, in tiles. */
  readonly view_radius: number;
  readonly state: State;
  readonly seed: number;
  readonly scenario: string;
  /** `town` for minds that remember, `rule` for those that live by habit. */
  readonly mind: string;
  /** What was taken from all minds, such as `routines`. */
  readonly off: readonly string[];
  readonly created: string;
  readonly parent: Parent | null;
  /** The snapshot at which it has to be forked to go on under today's behaviour, if it has to be. */
  readonly fork_at: number | null;
  readonly may_act: boolean;
}

/** Somebody said a line. */
export interface Said {
  readonly t: number;
  /** A person's id; `~outside` for the hand of the user. */
  readonly who: string;
  readonly k: "said";
  readonly talk: string;
  readonly text: string;
}

/** A cast, a start and stories. */
export interface Scenario {
  readonly id: string;
  readonly name: Readonly<Record<string, string>>;
  readonly about: Readonly<Record<string, string>>;
  readonly start: string;
  readonly days: number;
  readonly cast: readonly string[];
  readonly stories: readonly Story[];
}

/** The town at a tick; where people are is told by the moves. */
export interface Scene {
  readonly people: readonly Body[];
  /** Things that are not idle, with their states. */
  readonly things: readonly (readonly [string, string])[];
  readonly talks: readonly OpenTalk[];
}

/** Why a memory comes to mind: each from 0 to 1, and their weighted sum. */
export interface Scores {
  readonly recency: number;
  readonly importance: number;
  readonly relevance: number;
  readonly words: number;
  readonly total: number;
}

/** A part of the town. */
export interface Sector {
  readonly id: string;
  readonly name: Readonly<Record<string, string>>;
  readonly kind: string;
  readonly public: boolean;
  readonly opens: string | null;
  readonly rectangles: readonly (readonly [number, number, number, number])[];
  readonly rooms: readonly Room[];
}

/** Say something to the people nearby. */
export interface SpeakIn {
  /** The tick one looks at; refused when it is not the present. */
  readonly tick?: number | null;
  readonly kind: "speak";
  readonly person: string;
  readonly text: string;
  readonly last?: boolean;
}

/** How somebody talks. */
export interface Speech {
  readonly style: string;
  readonly note: Readonly<Record<string, string>>;
}

/** How fast the town lives. */
export interface Speed {
  readonly ticks_per_second: number;
}

/** Stop calling language models that cost, or go on. */
export interface SpendingIn {
  /** The tick one looks at; refused when it is not the present. */
  readonly tick?: number | null;
  readonly kind: "spending";
  readonly paused: boolean;
}

/** What some answers took. */
export interface Spent {
  readonly answers: number;
  readonly tokens: number;
  readonly price: number;
  readonly seconds: number;
  /** How many tries came to nothing. */
  readonly failed: number;
  /** By why, the commonest first. */
  readonly failures: readonly Failure[];
}

/** Stay where one is. */
export interface StandIn {
  /** The tick one looks at; refused when it is not the present. */
  readonly tick?: number | null;
  readonly kind: "stand";
  readonly person: string;
}

export type State = "living" | "resting" | "elsewhere";

/** How the run goes on. */
export interface Status {
  readonly type?: "state";
  readonly end: number;
  readonly state: State;
  readonly pace: Pace | null;
  readonly still: Still | null;
  readonly notes: readonly Readonly<Record<string, string>>[];
}

/** One step. */
export interface StepIn {
  /** The tick one looks at, so that the next one can be shown; else one tick more is lived. */
  readonly after?: number | null;
}

/** Why the town stands still. */
export interface Still {
  readonly is: "held" | "thinks" | "ahead" | "stopping" | "over";
  readonly words: Readonly<Record<string, string>>;
}

/** One thread of a scenario. */
export interface Story {
  readonly id: string;
  readonly title: Readonly<Record<string, string>>;
}

/** Somebody began to talk to somebody. */
export interface TalkBegan {
  readonly t: number;
  /** A person's id; `~outside` for the hand of the user. */
  readonly who: string;
  readonly k: "talk_began";
  readonly talk: string;
  readonly partner: string;
}

/** A talk is over. */
export interface TalkEnded {
  readonly t: number;
  /** A person's id; `~outside` for the hand of the user. */
  readonly who: string;
  readonly k: "talk_ended";
  readonly talk: string;
  readonly why: string;
}

/** A talk as a transcript. */
export interface Talk {
  readonly id: string;
  readonly begin: number;
  /** None while it goes on. */
  readonly end: number | null;
  /** The id of the room. */
  readonly place: string | null;
  readonly people: readonly string[];
  readonly lines: readonly Line[];
  /** Why it ended. */
  readonly why: string;
}

/** A page of talks, newest first. */
export interface Talks {
  readonly talks: readonly Talk[];
  readonly total: number;
}

/** Tell a person something, as a visitor with a name. */
export interface TellIn {
  /** The tick one looks at; refused when it is not the present. */
  readonly tick?: number | null;
  readonly kind: "tell";
  readonly person: string;
  readonly name: string;
  readonly text: string;
}

/** A thing is in another state. */
export interface ThingChanged {
  readonly t: number;
  /** A person's id; `~outside` for the hand of the user. */
  readonly who: string;
  readonly k: "thing_changed";
  readonly thing: string;
  readonly state: string;
}

/** A thing at a tick. */
export interface ThingNow {
  readonly thing: string;
  readonly state: string;
  /** Who does something with it. */
  readonly users: readonly string[];
  /** Newest first. */
  readonly history: readonly ThingState[];
}

/** Something that people use. */
export interface Thing {
  readonly id: string;
  readonly name: Readonly<Record<string, string>>;
  readonly kind: string;
  readonly emoji: string;
  readonly tiles: readonly (readonly [number, number])[];
}

/** A thing in a state, from a tick on. */
export interface ThingState {
  readonly tick: number;
  readonly state: string;
  /** Who brought it there; `~outside` for the hand of the user. */
  readonly by: string | null;
}

/** What somebody thinks of somebody else by now. */
export interface TieNow {
  readonly person: string;
  readonly tie: string;
  readonly closeness: number;
  readonly feeling: string;
  /** What they know of them. */
  readonly knows: readonly string[];
  /** What they last told each other, newest first. */
  readonly told: readonly string[];
  readonly talks: number;
  /** The tick of their last talk. */
  readonly last: number | null;
}

/** What somebody is to a person, from that person's side alone. */
export interface Tie {
  readonly person: string;
  readonly tie: Readonly<Record<string, string>>;
  readonly feeling: Readonly<Record<string, string>>;
  readonly closeness: number;
}

/** All ties between people. */
export interface Ties {
  /** The moment of the feelings; talks are counted up to the tick asked for. */
  readonly tick: number;
  readonly edges: readonly Edge[];
}

/** Somebody was told something by a visitor. */
export interface Told {
  readonly t: number;
  /** A person's id; `~outside` for the hand of the user. */
  readonly who: string;
  readonly k: "told";
  readonly text: string;
  /** The visitor's name; empty for a notice to all. */
  readonly by?: string;
  /** The id of the room it will be in, if it is of something that will be. */
  readonly place?: string;
  /** The tick it is for. */
  readonly start?: number;
}

/** A town in a list of towns. */
export interface TownEntry {
  readonly id: string;
  readonly name: Readonly<Record<string, string>>;
  readonly about: Readonly<Record<string, string>>;
  /** The first one names places in addresses. */
  readonly languages: readonly string[];
}

/** The towns that can be looked at here. */
export interface TownList {
  /** The town to open when the page's address names none. */
  readonly opens: string;
  /** The language asked for when the server was started. */
  readonly language: string | null;
  readonly towns: readonly TownEntry[];
}

/** A town with everything the window shows of it. */
export interface Town {
  readonly id: string;
  readonly name: Readonly<Record<string, string>>;
  readonly about: Readonly<Record<string, string>>;
  /** The first one names places in addresses. */
  readonly languages: readonly string[];
  readonly start: string;
  readonly seconds_per_tick: number;
  /** In tiles. */
  readonly width: number;
  /** In tiles. */
  readonly height: number;
  /** The scenario on show; its cast are the people. */
  readonly scenario: string;
  readonly people: readonly Person[];
  readonly places: readonly Sector[];
  readonly scenarios: readonly Scenario[];
}

/** A memory that an answer rests on. */
export interface Used {
  readonly number: number;
  readonly tick: number;
  readonly kind: string;
  readonly text: string;
  readonly source: string | null;
  readonly scores: Scores;
}

/** A question that is being answered. */
export interface Waiting {
  readonly person: string;
  readonly kind: string;
  readonly seconds: number;
}

/** Put a thought into a person's head. */
export interface WhisperIn {
  /** The tick one looks at; refused when it is not the present. */
  readonly tick?: number | null;
  readonly kind: "whisper";
  readonly person: string;
  readonly text: string;
}

/** Somebody heard an inner voice. */
export interface Whispered {
  readonly t: number;
  /** A person's id; `~outside` for the hand of the user. */
  readonly who: string;
  readonly k: "whispered";
  readonly text: string;
}

/** The decision behind what somebody is at, and its reasons; what had no part in it is empty. */
export interface Why {
  readonly decided: number;
  readonly act: string;
  readonly deed: string;
  readonly plan: string;
  readonly promise: string;
  readonly percept: string;
  readonly choice: string;
  readonly because: string;
  readonly sentence: string;
  readonly recalled: readonly Recalled[];
  readonly asked: readonly Asked[];
  /** The routine by which it was done, if it was not new. */
  readonly routine: Routine | null;
  /** What had crossed their mind at night and brought it into the day. */
  readonly wandering: string;
  /** What they thought of since, a sentence each. */
  readonly since: readonly string[];
  /** That they might decide otherwise today, and why, if so. */
  readonly note: string;
}

/** What somebody does for a living. */
export interface Work {
  readonly title: Readonly<Record<string, string>>;
  readonly at: string;
  readonly hours: string | null;
}

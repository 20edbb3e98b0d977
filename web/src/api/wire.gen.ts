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

/** The effect of an act. */
export interface Act {
  /** The tick at which it takes effect. */
  readonly tick: number;
  /** The id of the new person or visitor. */
  readonly person?: string | null;
}

/** What came of a whisper, a tell, a changed thing or an announcement. */
export interface ActThread {
  readonly id: string;
  readonly tick: number;
  readonly kind: "whisper" | "tell" | "change" | "announce";
  readonly person: string | null;
  /** The id of the changed thing or of the announced room. */
  readonly about: string;
  readonly text: string;
  /** The visitor's name, if the user told it as one. */
  readonly by: string;
  /** The id of the announced event. */
  readonly event: string;
  /** Ids of the people who know of it, in the order in which they learned it. */
  readonly reached: readonly string[];
  /** In order of time; at most 200. */
  readonly items: readonly Consequence[];
}

/** Announce an event at a place and time. */
export interface AnnounceIn {
  /** The tick the user is looking at; refused if it is not the present. */
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
  /** A person's id; `~outside` for the user. */
  readonly who: string;
  readonly k: "announced";
  readonly text: string;
  readonly place?: string;
  /** For an announced event, its tick. */
  readonly start?: number;
}

/** Add a person to the town. */
export interface ArriveIn {
  /** The tick the user is looking at; refused if it is not the present. */
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
  /** Their occupation. */
  readonly work?: string;
  /** Their workplace: a sector, room or thing. */
  readonly work_at?: string;
  /** The number of their looks; by default they follow from the name. */
  readonly look?: number | null;
}

/** A question to a person. */
export interface AskIn {
  readonly person: string;
  /** A tick; default: the run's end. */
  readonly tick?: number | null;
  readonly question: string;
  readonly before?: readonly Before[];
}

/** A question that was part of a decision. */
export interface Asked {
  readonly kind: string;
  readonly tick: number;
  readonly by: string;
  /** Why this answerer, if it was not the first choice. */
  readonly why: string;
  readonly tokens: number;
  readonly price: number;
  readonly seconds: number;
}

/** An earlier question of the same interview. */
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

/** A person in town at a tick. */
export interface Body {
  readonly who: string;
  readonly asleep: boolean;
  readonly deed: Doing | null;
  readonly talk: string | null;
}

/** The budget and what is left of it. */
export interface Budget {
  readonly cap: number;
  readonly unit: string;
  readonly spent: number;
  readonly reserved: number;
  readonly at_cap: string;
}

/** What was used in the end. */
export interface CallAnswer {
  readonly by: string;
  readonly why: string;
  readonly content: Readonly<Record<string, unknown>>;
}

/** A call with its prompt and its raw reply. */
export interface CallDetails {
  readonly call: Call;
  /** Rendered from the record; empty if that is not possible. */
  readonly prompt: string;
  /** Whether it is what was sent, or why it is missing. */
  readonly prompt_note: Readonly<Record<string, string>>;
  readonly raw_reply: string | null;
  /** Why the raw reply is missing; empty if it is there. */
  readonly reply_note: Readonly<Record<string, string>>;
  readonly faults: readonly CallFault[];
  /** Parts of a used reply that could not be used. */
  readonly left_out: readonly CallFault[];
  readonly answer: CallAnswer | null;
}

/** What was wrong with a reply. */
export interface CallFault {
  readonly code: string;
  readonly field: string;
  /** What the model wrote there; empty if not known. */
  readonly about: string;
}

/** One call: a prompt to a model, sent once or several times. */
export interface Call {
  readonly number: number;
  readonly tick: number;
  readonly person: string;
  readonly kind: string;
  /** 0 for the first; higher if the model was asked again. */
  readonly attempt: number;
  readonly model: string;
  /** Host and port; empty if not recorded, or for a caller who may not act. */
  readonly server: string;
  /** How its last request ended. */
  readonly outcome: string;
  /** `used`, `unusable`, `failed`, `given_up`, `open`, `waiting` for the answer to be recorded, `unused`, or `aside`: an interview. */
  readonly use: string;
  /** Why its text was not usable, as codes; empty if it was, or if none came. */
  readonly wrong: string;
  readonly requests: readonly SentRequest[];
  readonly prompt_tokens: number;
  readonly answer_tokens: number;
  /** Prompt tokens that the server read from its cache. */
  readonly cached_tokens: number;
  readonly price: number;
  readonly seconds: number;
  /** Whether the reply reached the limit of tokens. */
  readonly cut_off: boolean;
  /** Where the raw reply is: `kept`, `none` came, `pruned`, `off`, `earlier` than replies were kept, or `aside`: an interview. */
  readonly reply: string;
}

/** Calls, the newest first. */
export interface Calls {
  readonly calls: readonly Call[];
  /** The number of calls for this person and question, failed or not. */
  readonly total: number;
  /** The questions for which there are calls. */
  readonly kinds: readonly string[];
  /** Pass it as `before` to get older calls; null if there are none. */
  readonly before: number | null;
}

/** What a person did on a day of the run. */
export interface CarriedDay {
  readonly since: number;
  readonly until: number;
  readonly did: readonly Did[];
  readonly acts: readonly Logged[];
}

export type CarriedMindsIn = "open" | "all" | "none";

/** A person over the whole run. */
export interface CarriedPerson {
  readonly left: number | null;
  /** Why the mind cannot be shown, if so. */
  readonly missing: string;
  readonly mood: readonly (readonly [number, string])[];
  readonly plan: readonly (readonly [number, readonly PlanItem[]])[];
  readonly promises: readonly (readonly [number, readonly Promise[]])[];
  readonly concerns: readonly (readonly [number, readonly string[]])[];
  readonly ties: readonly (readonly [number, readonly TieNow[]])[];
  readonly memories: readonly Memory[];
  readonly days: readonly CarriedDay[];
  readonly reasons: readonly CarriedReason[];
}

/** A decision and its reasons; memories are referred to by number. */
export interface CarriedReason {
  readonly decided: number;
  readonly act: string;
  readonly deed: string;
  readonly plan: string;
  readonly promise: string;
  readonly percept: string;
  readonly choice: string;
  readonly because: string;
  readonly sentence: string;
  /** The routine used, if any. */
  readonly routine: Routine | null;
  /** The thought of the night that led to it. */
  readonly wandering: string;
  /** The limit on questions that was reached, so that nothing was asked. */
  readonly limit: string;
  /** Number, recency, importance, relevance, words, score. */
  readonly recalled: readonly (readonly [number, number, number, number, number, number])[];
  /** Kind, tick, who answered, and why not another. */
  readonly asked: readonly (readonly [string, number, string, string])[];
}

/** Change the state of a thing. */
export interface ChangeIn {
  /** The tick the user is looking at; refused if it is not the present. */
  readonly tick?: number | null;
  readonly kind: "change";
  readonly thing: string;
  readonly text: string;
  /** Whether people must act on it at once; null to go by the states of its kind. */
  readonly presses?: boolean | null;
}

/** All people of the run, sent after an arrival. */
export interface Comers {
  readonly type?: "people";
  readonly people: readonly Folk[];
}

/** Two runs side by side, up to a tick that both have lived. */
export interface Compare {
  /** The last tick that both have lived. */
  readonly end: number;
  /** Up to this tick, nothing differs. */
  readonly same_until: number;
  /** Everything is compared up to this tick: the one asked for, or the end. */
  readonly compared: number;
  readonly first: Difference | null;
  /** What the user did in one of them only. */
  readonly acts: readonly OwnAct[];
  /** News whose knowers differ, those of the stories and acts first. */
  readonly news: readonly NewsApart[];
  /** Events that only one has, or whose guests differ. */
  readonly events: readonly EventApart[];
  /** The ties that differ most. */
  readonly ties: readonly TieApart[];
  /** Counts up to that tick; `ticks` is the length of each run. */
  readonly summary: readonly Count[];
  /** Settings that differ. */
  readonly setup: readonly string[];
}

/** One thing that came of an act of the user. */
export interface Consequence {
  readonly tick: number;
  readonly person: string;
  /** What the person made of it, heard of it from another, decided, went to talk, promised, did as promised or concluded; or the state in which they left the changed thing. */
  readonly kind: "thought" | "reached" | "decided" | "talk" | "promise" | "did" | "insight" | "state";
  readonly text: string;
  /** The reason of a decision; may be empty. */
  readonly why: string;
  /** For `reached`, the id of the person who told them. */
  readonly partner: string;
  /** For `reached`, the talk. */
  readonly talk: string;
}

/** A count in both runs. */
export interface Count {
  readonly what: string;
  readonly a: number;
  readonly b: number;
}

/** Reuse on one day of the run. */
export interface DayReuse {
  readonly blocks: number;
  readonly reused: number;
  readonly day: number;
}

/** A decision; what had no part in it is empty. */
export interface Decision {
  readonly decided: number;
  readonly act: string;
  readonly deed: string;
  readonly plan: string;
  readonly promise: string;
  readonly percept: string;
  readonly choice: string;
  readonly because: string;
  readonly sentence: string;
  /** The routine used, if any. */
  readonly routine: Routine | null;
  /** The thought of the night that led to it. */
  readonly wandering: string;
  /** The limit on questions that was reached, so that nothing was asked. */
  readonly limit: string;
}

/** A person began a deed. */
export interface DeedBegan {
  readonly t: number;
  /** A person's id; `~outside` for the user. */
  readonly who: string;
  readonly k: "deed_began";
  readonly deed: EventDeed;
  readonly tile: readonly [number, number];
}

/** A person ended a deed. */
export interface DeedEnded {
  readonly t: number;
  /** A person's id; `~outside` for the user. */
  readonly who: string;
  readonly k: "deed_ended";
  readonly deed: EventDeed;
}

/** A block of a usual day. */
export interface Deed {
  readonly start: string;
  readonly end: string;
  readonly what: Readonly<Record<string, string>>;
  /** The address of a place or thing. */
  readonly where: string;
}

/** The name of the run to delete, repeated. */
export interface DeleteIn {
  readonly name: string;
}

/** A person left the town. */
export interface Departed {
  readonly t: number;
  /** A person's id; `~outside` for the user. */
  readonly who: string;
  readonly k: "departed";
  readonly whom: string;
}

/** Something the person did today. */
export interface Did {
  readonly from: number;
  readonly until: number;
  readonly what: string;
  readonly emoji: string;
  readonly place: string | null;
  readonly kind: "deed" | "walk" | "talk" | "sleep";
  /** The id of the talk. */
  readonly talk: string | null;
}

/** The first difference between two runs. */
export interface Difference {
  readonly tick: number;
  readonly person: string;
  readonly a: string;
  readonly b: string;
}

/** A person's current deed. */
export interface Doing {
  readonly what: string;
  readonly emoji: string;
  /** The id of the room. */
  readonly place: string | null;
  readonly thing: string | null;
  /** A few words on the thing meanwhile. */
  readonly note?: string;
  readonly since: number;
}

/** A tie between two people. */
export interface Edge {
  readonly a: string;
  readonly b: string;
  /** Of a to b, and of b to a: -10 an enemy, 0 a stranger, 10 the closest person. */
  readonly closeness: readonly [number, number];
  readonly talks: number;
  readonly last: number | null;
}

/** The run has stopped. */
export interface End {
  readonly type?: "end";
  readonly end: number;
  readonly why: Readonly<Record<string, string>>;
}

/** Enter the town as a visitor. */
export interface EnterIn {
  /** The tick the user is looking at; refused if it is not the present. */
  readonly tick?: number | null;
  readonly kind: "enter";
  readonly name: string;
  readonly tile?: readonly [number, number] | null;
  /** A room or sector; ignored with a tile. */
  readonly place?: string;
}

/** A person entered the town. */
export interface Entered {
  readonly t: number;
  /** A person's id; `~outside` for the user. */
  readonly who: string;
  readonly k: "entered";
  readonly tile: readonly [number, number];
  readonly deed?: EventDeed | null;
}

/** The expected cost of the rest of the day, at the recent rate. */
export interface Estimate {
  readonly calls: number;
  readonly tokens: number;
  readonly price: number;
}

/** An event, and who came to it in each run. */
export interface EventApart {
  readonly what: string;
  /** The id of the room. */
  readonly place: string;
  readonly start: number;
  readonly end: number;
  /** None if nobody knows of it in that run. */
  readonly a: EventSide | null;
  readonly b: EventSide | null;
}

/** A deed as recorded; default values are left out. */
export interface EventDeed {
  readonly what: string;
  readonly emoji?: string;
  /** The id of the room. */
  readonly at?: string;
  readonly thing?: string;
  /** The state of the thing meanwhile. */
  readonly effect?: string;
  /** A few words on the thing meanwhile. */
  readonly note?: string;
  readonly asleep?: boolean;
}

/** An event in one of the runs. */
export interface EventSide {
  /** Ids of people who mean to come. */
  readonly coming: readonly string[];
  /** Ids of people who were there. */
  readonly came: readonly string[];
}

/** Leave the town as a visitor. */
export interface ExitIn {
  /** The tick the user is looking at; refused if it is not the present. */
  readonly tick?: number | null;
  readonly kind: "exit";
  readonly person: string;
}

/** Failed attempts with the same reason. */
export interface Failure {
  readonly why: string;
  readonly count: number;
  /** What to do, by language; empty if nothing is known to help. */
  readonly remedy: Readonly<Record<string, string>>;
}

/** How often the understudy answered instead of a model, and why. */
export interface Fallback {
  readonly kind: string;
  readonly count: number;
  readonly why: string;
}

/** A happening with a sentence; its other fields depend on its kind `k`. */
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
  readonly about?: string;
}

/** The latest happenings, newest first. */
export interface Feed {
  readonly items: readonly FeedItem[];
  /** The `until` of the next page; None at the beginning of the run. */
  readonly before: number | null;
}

/** A talk has brought a person closer to another, or driven them apart. */
export interface Felt {
  readonly t: number;
  /** A person's id; `~outside` for the user. */
  readonly who: string;
  readonly k: "felt";
  readonly partner: string;
  /** Of the closeness of `who` to `partner`. */
  readonly change: number;
}

/** A person of a run; their index in the list is their number in frames. */
export interface Folk {
  readonly id: string;
  readonly name: Readonly<Record<string, string>>;
  readonly called: Readonly<Record<string, string>>;
  /** The first tick at which they are in town. */
  readonly arrived: number;
  /** Whether they are not in the scenario's cast. */
  readonly newcomer: boolean;
  /** Whether the user controls them. */
  readonly avatar: boolean;
  /** Who they are, for a person who moved in later. */
  readonly profile: Person | null;
}

/** A fork of a run. */
export interface ForkIn {
  readonly tick: number;
  readonly name: string;
}

/** A refusal; the act is possible in a fork. */
export interface ForkOffer {
  readonly what: string;
  readonly remedy: string;
  readonly fork?: true;
}

/** Ticks were left out; a snapshot at this tick follows. */
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
  | Noted
  | Felt
  | Input;

/** The server's first message. */
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
  /** Who knew it first, if anyone knows it. */
  readonly first: string | null;
}

/** One topic of the report of an import. */
export interface ImportEntry {
  readonly sort: "read" | "guessed" | "changed" | "dropped";
  /** The person it is about; empty for the whole simulation. */
  readonly name: string;
  readonly topic: Readonly<Record<string, string>>;
  readonly count: number;
  /** Some examples. */
  readonly details: readonly string[];
}

/** What an import read, guessed, changed and dropped. */
export interface ImportReport {
  readonly source: string;
  readonly read: number;
  readonly guessed: number;
  readonly changed: number;
  readonly dropped: number;
  /** In order: the whole simulation, then each person. */
  readonly entries: readonly ImportEntry[];
  /** The number of entries that are not sent. */
  readonly more: number;
}

/** An act of the user. */
export interface Input {
  readonly t: number;
  /** A person's id; `~outside` for the user. */
  readonly who: string;
  readonly k: "input";
  readonly kind: string;
  readonly person: string | null;
  readonly text: string;
  /** The id of the thing or place it is about. */
  readonly about?: string;
}

/** A conclusion from memories. */
export interface Insight {
  readonly number: number;
  readonly tick: number;
  readonly text: string;
  readonly importance: number;
  readonly evidence: readonly number[];
}

/** A person joined a talk. */
export interface Joined {
  readonly t: number;
  /** A person's id; `~outside` for the user. */
  readonly who: string;
  readonly k: "joined";
  readonly talk: string;
}

/** The cost of one kind of question. */
export interface KindSpent {
  readonly answers: number;
  readonly tokens: number;
  readonly price: number;
  readonly seconds: number;
  /** The number of failed attempts. */
  readonly failed: number;
  /** By reason, the most frequent first. */
  readonly failures: readonly Failure[];
  readonly kind: string;
}

/** When and how a person learned a piece of news. */
export interface Knower {
  readonly person: string;
  readonly tick: number;
  /** As they remember it. */
  readonly text: string;
  /** The person who told them. */
  readonly source: string | null;
  readonly talk: string | null;
  /** The line that told them, or empty. */
  readonly line: string;
  /** Whether they knew it without being told. */
  readonly own: boolean;
}

/** A person left a talk. */
export interface Left {
  readonly t: number;
  /** A person's id; `~outside` for the user. */
  readonly who: string;
  readonly k: "left";
  readonly talk: string;
}

/** How often a limit on questions was reached, counted once a person and day. */
export interface Limit {
  readonly name: string;
  readonly count: number;
}

/** A line of a talk. */
export interface Line {
  readonly tick: number;
  readonly who: string;
  readonly text: string;
}

/** A viewer's first message. */
export interface ListenIn {
  readonly protocol: number;
  readonly from?: number | null;
}

/** What a person did, in order of time. */
export interface Log {
  readonly since: number;
  readonly until: number;
  readonly acts: readonly Logged[];
  readonly blocks: number;
  /** The number of blocks lived by a routine. */
  readonly reused: number;
}

/** Something a person did: a block of the day, a deed in it, a talk, or sleep. */
export interface Logged {
  readonly tick: number;
  /** Its duration; so far, if it is not over. */
  readonly ticks: number;
  readonly kind: "block" | "deed" | "talk" | "sleep";
  readonly what: string;
  readonly emoji: string;
  /** `root`, `react`, or the text of the block; empty if it is not recorded. */
  readonly parent: string;
  /** Whether a routine was used. */
  readonly reused: boolean;
  /** The id of the talk. */
  readonly talk: string | null;
  /** The other people of the talk. */
  readonly people: readonly string[];
  /** The number of lines. */
  readonly lines: number;
}

/** The machine room. */
export interface Machine {
  readonly mind: Mind;
  readonly total: Spent;
  readonly notes: readonly Readonly<Record<string, string>>[];
  /** Minute of town time since the run's start, and the number of questions in it. */
  readonly per_minute: readonly (readonly [number, number])[];
  readonly waiting: readonly Waiting[];
  readonly still: Still | null;
  readonly fallbacks: readonly Fallback[];
  /** Why answers failed most, and what to try; empty if none failed. */
  readonly advice: Readonly<Record<string, string>>;
  readonly limits: readonly Limit[];
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

/** The marks of a whole run. */
export interface Marks {
  /** First tick, last tick, people. */
  readonly talks: readonly (readonly [number, number, readonly string[]])[];
  readonly reflections: readonly (readonly [number, string])[];
  readonly plans: readonly (readonly [number, string])[];
  /** Tick, kind, the person it is about or empty. */
  readonly inputs: readonly (readonly [number, string, string])[];
}

/** A page of memories. */
export interface Memories {
  readonly memories: readonly Memory[];
  readonly kinds: readonly string[];
  readonly total: number;
}

/** A memory. */
export interface Memory {
  readonly number: number;
  /** -1 for memories from before the run. */
  readonly tick: number;
  readonly kind: string;
  readonly text: string;
  readonly importance: number;
  readonly about: readonly string[];
  /** The id of the person who told it. */
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

/** Everything that the minds of a run hold, as far as a recording carries it. */
export interface Minds {
  readonly people: Readonly<Record<string, CarriedPerson>>;
  /** Two people, and closeness both ways. */
  readonly ties: readonly (readonly [number, readonly (readonly [string, string, number, number])[]])[];
  readonly events: readonly (readonly [number, readonly TownEvent[]])[];
  /** Those who came to an event, and when. */
  readonly came: Readonly<Record<string, readonly (readonly [string, number])[]>>;
  /** The news of the scenario's stories. */
  readonly stories: readonly string[];
  /** Words that do not count when two texts are compared. */
  readonly empty_words: readonly string[];
  /** Chinese characters that do not count, if both of a pair are such. */
  readonly empty_characters: string;
  /** The share of a piece of news that a text must have to tell it. */
  readonly shared_word_share: number;
}

/** A model that answers. */
export interface Model {
  readonly answers: number;
  readonly tokens: number;
  readonly price: number;
  readonly seconds: number;
  /** The number of failed attempts. */
  readonly failed: number;
  /** By reason, the most frequent first. */
  readonly failures: readonly Failure[];
  readonly name: string;
  /** `understudy`, `model`, or `unsent`: no call is recorded. */
  readonly what: string;
  readonly kinds: readonly string[];
}

/** One tile up, left, right or down. */
export interface MoveIn {
  /** The tick the user is looking at; refused if it is not the present. */
  readonly tick?: number | null;
  readonly kind: "move";
  readonly person: string;
  readonly step: "u" | "l" | "r" | "d";
}

/** A piece of news, and who knows it in each run. */
export interface NewsApart {
  readonly text: string;
  /** Who knew it first. */
  readonly first: string | null;
  /** Ids, in the order in which they learned it. */
  readonly a: readonly string[];
  readonly b: readonly string[];
}

/** How a piece of news spread. */
export interface News {
  readonly text: string;
  readonly knowers: readonly Knower[];
  /** People who remember it although nobody who knew told them; they do not count as knowing it. */
  readonly unexplained: readonly Knower[];
}

export type NoteKind =
  | "promise"
  | "declined"
  | "did"
  | "broken"
  | "news"
  | "thought"
  | "voice"
  | "decided"
  | "met"
  | "quarrel";

/** A person noted something of consequence: an appointment, an important piece of news, a decision. */
export interface Noted {
  readonly t: number;
  /** A person's id; `~outside` for the user. */
  readonly who: string;
  readonly k: "noted";
  readonly kind: NoteKind;
  /** In the words of the person; empty for a first meeting. */
  readonly text: string;
  /** The reason of a change of plan. */
  readonly why?: string;
  /** The id of the other person: who told the news, with whom it is agreed, whom they met. */
  readonly partner?: string;
  readonly talk?: string;
}

/** An open talk at a tick, with its lines so far. */
export interface OpenTalk {
  readonly id: string;
  readonly people: readonly string[];
  readonly lines: readonly Line[];
}

/** Calls to a model with the same outcome. */
export interface Outcome {
  readonly model: string;
  readonly outcome: string;
  readonly count: number;
  readonly tokens: number;
  readonly price: number;
  readonly seconds: number;
}

/** An act of the user that only one of the runs has. */
export interface OwnAct {
  readonly run: "a" | "b";
  readonly tick: number;
  readonly kind: string;
  /** The person it was done to. */
  readonly person: string | null;
  /** The id of the thing or room, if there is one. */
  readonly thing: string;
  readonly text: string;
}

/** The wanted pace. */
export interface PaceIn {
  readonly held?: boolean | null;
  readonly speed?: 1 | 2 | 3 | 4 | 5 | "max" | null;
}

/** The pace of a run. */
export interface Pace {
  readonly held: boolean;
  readonly speed: PaceSpeed;
  /** The tick of the pace clock. */
  readonly now: number;
}

export type PaceSpeed = 1 | 2 | 3 | 4 | 5 | "max";

/** The origin of a fork. */
export interface Parent {
  readonly run: string;
  readonly tick: number;
}

export type Part = "observation" | "reflection" | "planning" | "impressions" | "routines" | "wandering";

/** A person at a tick. */
export interface PersonNow {
  readonly id: string;
  readonly tick: number;
  /** Whether they are in town. */
  readonly here: boolean;
  /** The tick at which they left, if they have. */
  readonly left: number | null;
  /** Whether their mind can be shown. */
  readonly remembers: boolean;
  /** Why it cannot be shown, if so. */
  readonly missing: string;
  /** That it is from an earlier tick, and why, if so. */
  readonly note: string;
  readonly asleep: boolean;
  readonly deed: Doing | null;
  readonly walking: boolean;
  /** standing, sitting, lying or walking; empty for a person who is not in town. */
  readonly pose: string;
  /** Where they face: u, d, l or r; empty for a person who is not in town. */
  readonly facing: string;
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

/** A person of the town. */
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
  /** Their position at the start. */
  readonly tile: readonly [number, number];
}

/** The cost of one person's answers, and the blocks of their days lived by routines. */
export interface PersonSpent {
  readonly answers: number;
  readonly tokens: number;
  readonly price: number;
  readonly seconds: number;
  /** The number of failed attempts. */
  readonly failed: number;
  /** By reason, the most frequent first. */
  readonly failures: readonly Failure[];
  readonly person: string;
  readonly blocks: number;
  readonly reused: number;
}

/** A block of the day's plan. */
export interface PlanItem {
  readonly start: number;
  readonly end: number;
  readonly what: string;
  readonly where: string;
  readonly place: string | null;
  readonly now: boolean;
  readonly promise: boolean;
}

/** A person made or changed their plan. */
export interface Planned {
  readonly t: number;
  /** A person's id; `~outside` for the user. */
  readonly who: string;
  readonly k: "planned";
  /** The plan of a day; empty if a plan was changed. */
  readonly text?: string;
}

/** An appointment: open, kept, missed or declined. */
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

/** Why a person does what they do, in short. */
export interface Reason {
  readonly sentence: string;
  /** The answerer: a model, or the understudy; empty if nothing was asked. */
  readonly by: string;
  /** Whether a routine did it, without a question. */
  readonly habit: boolean;
}

/** A memory that was part of a decision. */
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

/** A range of ticks: the state at the first, and what happened before the end. */
export interface Reel {
  readonly from: number;
  /** At most the run's end. */
  readonly until: number;
  readonly state: Scene;
  readonly happenings: readonly Happening[];
}

/** A person reflected. */
export interface Reflected {
  readonly t: number;
  /** A person's id; `~outside` for the user. */
  readonly who: string;
  readonly k: "reflected";
  readonly insights: readonly string[];
}

/** What is wrong, and what to do. */
export interface Refusal {
  readonly what: string;
  readonly remedy: string;
}

/** The stream ends with an error. */
export interface Refused {
  readonly type?: "refused";
  readonly what: Readonly<Record<string, string>>;
  readonly remedy: Readonly<Record<string, string>>;
}

/** Remove a person for good. */
export interface RemoveIn {
  /** The tick the user is looking at; refused if it is not the present. */
  readonly tick?: number | null;
  readonly kind: "remove";
  readonly person: string;
}

/** A person's answer in an interview; they do not remember it. */
export interface Reply {
  readonly person: string;
  readonly tick: number;
  readonly question: string;
  readonly say: string;
  readonly knows: boolean;
  readonly used: readonly Used[];
  readonly by: string;
  readonly why: string;
  /** That they answered as of an earlier tick, and why, if so. */
  readonly note: string;
}

/** Blocks of people's days, and how many were lived by a routine. */
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

/** A routine that was used again. */
export interface Routine {
  /** The tick at which it was made; below 0 if it comes from another run. */
  readonly made: number;
  /** The deed it was made for. */
  readonly what: string;
  /** Similarity of that deed to the one planned now, from 0 to 1. */
  readonly score: number;
  /** How often it was used. */
  readonly used: number;
  /** The run that it comes from; empty for this one. */
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
  /** `town` for minds with memories, `rule` for minds with habits only. */
  readonly mind: string;
  /** The tick of the snapshot to fork at, if this version cannot continue it. */
  readonly fork_at: number | null;
}

/** All runs, the newest first. */
export interface RunList {
  readonly runs: readonly RunEntry[];
  /** The living run that was started last. */
  readonly living: string | null;
  readonly may_act: boolean;
  readonly version: string;
}

/** A run; everything but its end stays the same. */
export interface Run {
  readonly name: string;
  readonly town: Town;
  /** The cast by id, then later arrivals in order; it only grows. */
  readonly people: readonly Folk[];
  readonly language: string;
  readonly start: string;
  readonly seconds_per_tick: number;
  readonly begin: number;
  /** The last tick. */
  readonly end: number;
  /** The tick at which the page opens. */
  readonly opens_at: number;
  /** How far people see and hear, in tiles. */
  readonly view_radius: number;
  readonly state: State;
  readonly seed: number;
  readonly scenario: string;
  /** `town` for minds with memories, `rule` for minds with habits only. */
  readonly mind: string;
  /** Parts switched off in all minds, such as `routines`. */
  readonly off: readonly string[];
  readonly created: string;
  readonly parent: Parent | null;
  /** The tick of the snapshot to fork at, if this version cannot continue it. */
  readonly fork_at: number | null;
  /** The report of the import it comes from, if it was imported. */
  readonly imported: ImportReport | null;
  readonly may_act: boolean;
  /** Its changes, also of the days to come; empty where nothing is said of it. */
  readonly sky: readonly Sky[];
}

/** A person said a line. */
export interface Said {
  readonly t: number;
  /** A person's id; `~outside` for the user. */
  readonly who: string;
  readonly k: "said";
  readonly talk: string;
  readonly text: string;
  /** Whether the line carries nothing to remember. */
  readonly small_talk?: boolean;
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

/** The town at a tick, without positions. */
export interface Scene {
  readonly people: readonly Body[];
  /** Things that are not idle, with their states. */
  readonly things: readonly (readonly [string, string])[];
  /** Those that people must act on at once. */
  readonly pressing: readonly string[];
  readonly talks: readonly OpenTalk[];
}

/** The scores of a memory in recall, from 0 to 1, and their weighted sum. */
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

/** One request of a call. */
export interface SentRequest {
  readonly outcome: string;
  readonly prompt_tokens: number;
  readonly answer_tokens: number;
  readonly price: number;
  readonly seconds: number;
}

/** Season and weather from a tick on. */
export interface Sky {
  readonly tick: number;
  /** winter, spring, summer or autumn. */
  readonly season: string;
  /** A kind of weather, such as `rain`; empty if there is none or in other words. */
  readonly weather: string;
  /** Of the town; empty if its author tells the weather of each day. */
  readonly climate: string;
}

/** Say something to the people nearby. */
export interface SpeakIn {
  /** The tick the user is looking at; refused if it is not the present. */
  readonly tick?: number | null;
  readonly kind: "speak";
  readonly person: string;
  readonly text: string;
  readonly last?: boolean;
}

/** How a person talks. */
export interface Speech {
  readonly style: string;
  readonly note: Readonly<Record<string, string>>;
}

/** The speed of the run. */
export interface Speed {
  readonly ticks_per_second: number;
}

/** Stop or resume calls to paid language models. */
export interface SpendingIn {
  /** The tick the user is looking at; refused if it is not the present. */
  readonly tick?: number | null;
  readonly kind: "spending";
  readonly paused: boolean;
}

/** The cost of some answers. */
export interface Spent {
  readonly answers: number;
  readonly tokens: number;
  readonly price: number;
  readonly seconds: number;
  /** The number of failed attempts. */
  readonly failed: number;
  /** By reason, the most frequent first. */
  readonly failures: readonly Failure[];
}

/** Stand still. */
export interface StandIn {
  /** The tick the user is looking at; refused if it is not the present. */
  readonly tick?: number | null;
  readonly kind: "stand";
  readonly person: string;
}

export type State = "living" | "resting" | "elsewhere";

/** The state of the run. */
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
  /** The tick shown now; the run stops when the next can be shown. Default: run one more tick. */
  readonly after?: number | null;
}

/** Why the town stands still. */
export interface Still {
  readonly is: "held" | "thinks" | "ahead" | "stopping" | "over";
  readonly words: Readonly<Record<string, string>>;
}

/** A story of a scenario. */
export interface Story {
  readonly id: string;
  readonly title: Readonly<Record<string, string>>;
  /** Those whom it is about: they have its memories, goals and commitments. */
  readonly people: readonly string[];
}

/** A person began a talk. */
export interface TalkBegan {
  readonly t: number;
  /** A person's id; `~outside` for the user. */
  readonly who: string;
  readonly k: "talk_began";
  readonly talk: string;
  readonly partner: string;
}

/** A talk ended. */
export interface TalkEnded {
  readonly t: number;
  /** A person's id; `~outside` for the user. */
  readonly who: string;
  readonly k: "talk_ended";
  readonly talk: string;
  readonly why: string;
}

/** A talk as a transcript. */
export interface Talk {
  readonly id: string;
  readonly begin: number;
  /** None if it is not over. */
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
  /** The tick the user is looking at; refused if it is not the present. */
  readonly tick?: number | null;
  readonly kind: "tell";
  readonly person: string;
  readonly name: string;
  readonly text: string;
}

/** A thing changed its state. */
export interface ThingChanged {
  readonly t: number;
  /** A person's id; `~outside` for the user. */
  readonly who: string;
  readonly k: "thing_changed";
  readonly thing: string;
  readonly state: string;
  /** Whether people must act on it at once. */
  readonly presses?: boolean;
}

/** A thing at a tick. */
export interface ThingNow {
  readonly thing: string;
  readonly state: string;
  /** Whether people must act on it at once. */
  readonly presses?: boolean;
  /** The people who use it. */
  readonly users: readonly string[];
  /** Newest first. */
  readonly history: readonly ThingState[];
}

/** A thing that people use. */
export interface Thing {
  readonly id: string;
  readonly name: Readonly<Record<string, string>>;
  readonly kind: string;
  readonly emoji: string;
  /** How people use it: standing, sitting or lying. */
  readonly pose: string;
  readonly tiles: readonly (readonly [number, number])[];
}

/** A state that a kind of thing can be in. */
export interface ThingStateKind {
  readonly key: string;
  readonly words: Readonly<Record<string, string>>;
  /** What is seen of it; empty for nothing. */
  readonly look: "" | "flame" | "smoke" | "steam" | "water" | "sparks" | "broken" | "light" | "notes";
  /** Whether someone has to set it right. */
  readonly needs: boolean;
}

/** A state of a thing, from a tick on. */
export interface ThingState {
  readonly tick: number;
  readonly state: string;
  /** The person who changed it; `~outside` for the user. */
  readonly by: string | null;
}

/** Two people whose tie differs; closeness of the one to the other, and back. */
export interface TieApart {
  readonly people: readonly [string, string];
  readonly a: readonly [number, number];
  readonly b: readonly [number, number];
  readonly talks_a: number;
  readonly talks_b: number;
}

/** A person's opinion of another at the tick. */
export interface TieNow {
  readonly person: string;
  readonly tie: string;
  readonly closeness: number;
  readonly feeling: string;
  /** What they know of them. */
  readonly knows: readonly string[];
  /** News they last heard from them, newest first. */
  readonly told: readonly string[];
  readonly talks: number;
  /** The tick of their last talk. */
  readonly last: number | null;
}

/** A person's tie to another, from their own side. */
export interface Tie {
  readonly person: string;
  readonly tie: Readonly<Record<string, string>>;
  readonly feeling: Readonly<Record<string, string>>;
  /** -10 an enemy, 0 a stranger, 10 the closest person. */
  readonly closeness: number;
}

/** All ties between people. */
export interface Ties {
  /** The tick of `closeness`; talks are counted up to the tick asked for. */
  readonly tick: number;
  readonly edges: readonly Edge[];
}

/** A person was told something by a visitor or a notice. */
export interface Told {
  readonly t: number;
  /** A person's id; `~outside` for the user. */
  readonly who: string;
  readonly k: "told";
  readonly text: string;
  /** The visitor's name; empty for a notice to all. */
  readonly by?: string;
  /** For an announced event, the id of its room. */
  readonly place?: string;
  /** For an announced event, its tick. */
  readonly start?: number;
}

/** A town in a list of towns. */
export interface TownEntry {
  readonly id: string;
  readonly name: Readonly<Record<string, string>>;
  readonly about: Readonly<Record<string, string>>;
  /** Addresses use the first one. */
  readonly languages: readonly string[];
}

/** An event, with those who came to it so far. */
export interface TownEventNow {
  readonly id: string;
  /** In the words of its host or of the announcement. */
  readonly what: string;
  /** The id of the room. */
  readonly place: string;
  readonly start: number;
  readonly end: number;
  readonly host: string | null;
  readonly announced: boolean;
  /** Ids of people who mean to come, the host too. */
  readonly coming: readonly string[];
  /** Ids of people who said that they will not come. */
  readonly declined: readonly string[];
  /** Ids of people who were there, in the order in which they were first seen. */
  readonly came: readonly string[];
}

/** An event: announced, hosted by a person, or promised by several. */
export interface TownEvent {
  readonly id: string;
  /** In the words of its host or of the announcement. */
  readonly what: string;
  /** The id of the room. */
  readonly place: string;
  readonly start: number;
  readonly end: number;
  readonly host: string | null;
  readonly announced: boolean;
  /** Ids of people who mean to come, the host too. */
  readonly coming: readonly string[];
  /** Ids of people who said that they will not come. */
  readonly declined: readonly string[];
}

/** All towns. */
export interface TownList {
  /** The default town. */
  readonly opens: string;
  /** The language given when the server was started. */
  readonly language: string | null;
  readonly towns: readonly TownEntry[];
}

/** A town with everything the page shows. */
export interface Town {
  readonly id: string;
  readonly name: Readonly<Record<string, string>>;
  readonly about: Readonly<Record<string, string>>;
  /** Addresses use the first one. */
  readonly languages: readonly string[];
  readonly start: string;
  readonly seconds_per_tick: number;
  /** In tiles. */
  readonly width: number;
  /** In tiles. */
  readonly height: number;
  /** The scenario shown; its cast are the people. */
  readonly scenario: string;
  readonly people: readonly Person[];
  readonly places: readonly Sector[];
  readonly scenarios: readonly Scenario[];
  /** By kind of thing in the town. */
  readonly states: Readonly<Record<string, readonly ThingStateKind[]>>;
}

/** A memory used in an answer. */
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
  /** The tick the user is looking at; refused if it is not the present. */
  readonly tick?: number | null;
  readonly kind: "whisper";
  readonly person: string;
  readonly text: string;
}

/** A person heard an inner voice. */
export interface Whispered {
  readonly t: number;
  /** A person's id; `~outside` for the user. */
  readonly who: string;
  readonly k: "whispered";
  readonly text: string;
}

/** The decision behind an act, and its reasons. */
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
  /** The routine used, if any. */
  readonly routine: Routine | null;
  /** The thought of the night that led to it. */
  readonly wandering: string;
  /** The limit on questions that was reached, so that nothing was asked. */
  readonly limit: string;
  readonly recalled: readonly Recalled[];
  readonly asked: readonly Asked[];
  /** Later decisions, one sentence each. */
  readonly since: readonly string[];
  /** That today's code might decide otherwise, and why, if so. */
  readonly note: string;
}

/** A person's job. */
export interface Work {
  readonly title: Readonly<Record<string, string>>;
  readonly at: string;
  readonly hours: string | null;
}

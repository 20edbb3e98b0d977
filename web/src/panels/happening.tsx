/**
 * An event as a line of the feed: who, what, where, when.
 *
 * Knows the kinds of events. Invariant: speech is shown as text, never as anything else; an unknown kind is shown in
 * the server's own sentence, or not at all.
 */

import type { ComponentChildren } from "preact";
import { inReplay } from "../api/carried";
import { chooseAct, chooseTalk } from "../town";
import { say } from "../words";
import type { Item } from "./entries";
import { spokenLanguage } from "./language";
import { Face, Moment, meet, PeopleLinks, PersonLink, PlaceLink, ThingLink } from "./link";
import { calledOf, OUTSIDE } from "./names";
import { sayState } from "./state";

interface Telling {
  readonly emoji: string;
  readonly words: ComponentChildren;
  /** Said aloud: shown as a speech bubble. */
  readonly quote?: string | undefined;
  /** How many more sentences of the same kind there are. */
  readonly more?: number;
}

/** A sentence that begins with the person's name as a link. */
function of(item: Item, words: ComponentChildren): ComponentChildren {
  return (
    <>
      <PersonLink id={item.who} /> {words}
    </>
  );
}

function tellTalk(item: Item): Telling | null {
  switch (item.k) {
    case "said":
      return { emoji: "💬", words: <PersonLink id={item.who} />, quote: item.text };
    case "talk_began":
      return {
        emoji: "🗨️",
        words: of(item, say("feed.talk_began", { name: calledOf(item.partner ?? "") })),
      };
    case "joined":
      return { emoji: "🗨️", words: of(item, say("feed.joined")) };
    case "left":
      return { emoji: "👋", words: of(item, say("feed.left")) };
    default:
      return null;
  }
}

function tellOutside(item: Item): Telling | null {
  switch (item.k) {
    case "whispered":
      return { emoji: "🌬️", words: of(item, say("feed.whispered")), quote: item.text };
    case "told":
      return { emoji: "📣", words: of(item, say("feed.told", { name: item.by ?? "" })), quote: item.text };
    case "announced":
      return { emoji: "📯", words: say("feed.announced"), quote: item.text };
    case "entered":
      return { emoji: "🚪", words: of(item, say("feed.entered")) };
    case "departed":
      return {
        emoji: "🧳",
        words: (
          <>
            <PersonLink id={item.whom ?? item.who} /> {say("feed.departed")}
          </>
        ),
      };
    default:
      return null;
  }
}

const NOTED = {
  promise: "🤝",
  declined: "🙅",
  did: "✅",
  broken: "💔",
  news: "👂",
  thought: "💭",
  voice: "💭",
  decided: "❗",
  met: "👋",
  quarrel: "⚡",
} as const;

/** What a person noted, in the person's own words, with others who noted the same. */
function tellNoted(item: Item, also: readonly string[]): Telling {
  const kind = (item.kind ?? "thought") as keyof typeof NOTED;
  const people = kind === "quarrel" ? [item.who, item.partner ?? ""] : [item.who, ...also];
  const what = { name: calledOf(item.partner ?? ""), text: item.text ?? "", n: people.length };
  const words = (
    <>
      <PeopleLinks ids={people} /> {say(`feed.noted.${kind}`, what)}
    </>
  );
  return { emoji: NOTED[kind], words, quote: (kind === "decided" ? item.why : item.text) || undefined };
}

/** Whether another entry says the same: a user action and its effect, or what the user told, as it is remembered. */
function isEcho(item: Item): boolean {
  const isMemory = item.k === "noted" && item.kind === "news" && !item.talk;
  return item.k === "input" || (item.k === "told" && !item.by) || isMemory;
}

function tellThing(item: Item): Telling {
  const byUser = item.who === OUTSIDE;
  const words = (
    <>
      {byUser && `${say("feed.changed")} `}
      <ThingLink address={item.thing ?? ""} /> {say("feed.thing_changed", { state: sayState(item.state) })}
    </>
  );
  return { emoji: byUser ? "✋" : "🔧", words };
}

/** The words of an event; null if there is nothing to show. */
export function tell(item: Item, also: readonly string[] = []): Telling | null {
  if (isEcho(item)) return null;
  switch (item.k) {
    case "deed_began":
      return item.deed
        ? {
            emoji: item.deed.emoji || "•",
            words: of(item, <span lang={spokenLanguage.value}>{item.deed.what}</span>),
          }
        : null;
    case "thing_changed":
      return tellThing(item);
    case "reflected":
      return {
        emoji: "💡",
        words: of(item, say("feed.reflected")),
        quote: item.insights?.[0],
        more: (item.insights?.length ?? 0) - 1,
      };
    case "planned":
      return {
        emoji: "🗓️",
        words: of(item, say(item.text ? "feed.planned" : "feed.replanned")),
        quote: item.text || undefined,
      };
    case "noted":
      return tellNoted(item, also);
    default:
      return (
        tellTalk(item) ?? tellOutside(item) ?? (item.sentence ? { emoji: "•", words: item.sentence } : null)
      );
  }
}

export function HappeningRow({ item, also }: { item: Item; also?: readonly string[] | undefined }) {
  const told = tell(item, also);
  if (!told) return null;
  const who = item.k === "departed" ? (item.whom ?? item.who) : item.who;
  const place = item.place ?? item.deed?.at;
  return (
    <li class="happening" data-kind={item.k}>
      <Face id={who} size={34} />
      <div>
        <p>
          <span class="emoji" aria-hidden="true">
            {told.emoji}
          </span>{" "}
          {told.words}
        </p>
        {told.quote && (
          <blockquote class="said" lang={spokenLanguage.value}>
            {told.quote}
          </blockquote>
        )}
        <p class="under soft">
          <Moment tick={item.t} />
          {place && (
            <>
              {" · "}
              <PlaceLink address={place} />
            </>
          )}
          {item.talk && item.k !== "said" && <TalkLink id={item.talk} />}
          {(told.more ?? 0) > 0 && <MoreInsights who={item.who} count={told.more ?? 0} />}
          <ThreadLink item={item} />
        </p>
      </div>
    </li>
  );
}

/** Small events of some kinds as one line, to unfold. */
export function FoldRow({ items }: { items: readonly Item[] }) {
  const plans = items.filter((item) => item.k === "planned").length;
  const things = items.length - plans;
  const counts = [
    plans && say("feed.fold.plans", { n: plans }),
    things && say("feed.fold.things", { n: things }),
  ];
  return (
    <li class="fold" data-kind="fold">
      <details>
        <summary class="soft">{counts.filter(Boolean).join(" · ")}</summary>
        <ol class="feed">
          {items.map((item) => (
            <HappeningRow key={`${item.t} ${item.who} ${item.k} ${item.thing ?? ""}`} item={item} />
          ))}
        </ol>
      </details>
    </li>
  );
}

/** The id of the user's act that an event is the effect of; null for other events. */
export function actOf(item: Item): string | null {
  switch (item.k) {
    case "whispered":
      return `${item.t}-whisper-${item.who}`;
    case "told":
      return item.by ? `${item.t}-tell-${item.who}` : null;
    case "announced":
      return `${item.t}-announce-${item.place ?? ""}`;
    case "thing_changed":
      return item.who === OUTSIDE ? `${item.t}-change-${item.thing ?? ""}` : null;
    default:
      return null;
  }
}

/** Opens what came of an act of the user. */
function ThreadLink({ item }: { item: Item }) {
  const act = actOf(item);
  if (!act || inReplay) return null;
  return (
    <>
      {" · "}
      <button type="button" class="link trace" onClick={() => chooseAct(act)}>
        {say("feed.trace")}
      </button>
    </>
  );
}

/** Opens the person's card, which has all insights. */
function MoreInsights({ who, count }: { who: string; count: number }) {
  return (
    <>
      {" · "}
      <button type="button" class="link" onClick={() => meet(who)}>
        {say("feed.insights", { n: count })}
      </button>
    </>
  );
}

function TalkLink({ id }: { id: string }) {
  return (
    <>
      {" · "}
      <button type="button" class="link" onClick={() => chooseTalk(id)}>
        {say("feed.read")}
      </button>
    </>
  );
}

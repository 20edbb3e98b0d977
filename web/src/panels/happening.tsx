/**
 * An event as a line of the feed: who, what, where, when.
 *
 * Knows the kinds of events. Invariant: speech is shown as text, never as anything else; an unknown kind is shown in
 * the server's own sentence, or not at all.
 */

import type { ComponentChildren } from "preact";
import { inReplay } from "../api/carried";
import { chooseTalk } from "../town";
import { say } from "../words";
import type { Item } from "./entries";
import { spokenLanguage } from "./language";
import { Face, Moment, PersonLink, PlaceLink, ThingLink } from "./link";
import { calledOf } from "./names";
import { traceNews } from "./news";
import { sayState } from "./state";

interface Telling {
  readonly emoji: string;
  readonly words: ComponentChildren;
  /** Said aloud: shown as a speech bubble. */
  readonly quote?: string | undefined;
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

const NOTED = { promise: "🤝", did: "✅", news: "👂", thought: "💭", voice: "💭" } as const;

/** What a person noted, in the person's own words. */
function tellNoted(item: Item): Telling {
  const kind = (item.kind ?? "thought") as keyof typeof NOTED;
  const words = say(`feed.noted.${kind}`, { name: calledOf(item.partner ?? "") });
  return { emoji: NOTED[kind], words: of(item, words), quote: item.text };
}

/** Whether another entry says the same: a user action and its effect, or an announcement heard by many. */
function isEcho(item: Item): boolean {
  return item.k === "input" || (item.k === "told" && !item.by);
}

/** The words of an event; null if there is nothing to show. */
export function tell(item: Item): Telling | null {
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
      return {
        emoji: "🔧",
        words: (
          <>
            <ThingLink address={item.thing ?? ""} />{" "}
            {say("feed.thing_changed", { state: sayState(item.state) })}
          </>
        ),
      };
    case "reflected":
      return { emoji: "💡", words: of(item, say("feed.reflected")), quote: item.insights?.join(" ") };
    case "planned":
      return {
        emoji: "🗓️",
        words: of(item, say(item.text ? "feed.planned" : "feed.replanned")),
        quote: item.text || undefined,
      };
    case "noted":
      return tellNoted(item);
    default:
      return (
        tellTalk(item) ?? tellOutside(item) ?? (item.sentence ? { emoji: "•", words: item.sentence } : null)
      );
  }
}

export function HappeningRow({ item }: { item: Item }) {
  const told = tell(item);
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
          {mayTravel(item) && <TraceLink text={item.text ?? ""} />}
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

/** Whether an item holds what the user brought into the town, in the words in which it may spread. */
function mayTravel(item: Item): boolean {
  const isOfUser =
    item.k === "announced" || item.k === "told" || (item.k === "noted" && item.kind === "voice");
  return isOfUser && !inReplay;
}

/** Opens what came of a whisper, a tell or an announcement: who knows it by now, and from whom. */
function TraceLink({ text }: { text: string }) {
  return (
    <>
      {" · "}
      <button type="button" class="link trace" onClick={() => traceNews({ q: text })}>
        {say("feed.trace")}
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

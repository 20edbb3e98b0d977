/**
 * The card of an act of the user: what was done, whom it reached, and what came of it.
 *
 * Knows the act's id. Invariant: shows only what had happened before the displayed moment.
 */
import { readAct } from "../api/reads";
import type { ActThread, Consequence } from "../api/wire.gen";
import { run } from "../run/now";
import { chooseEvent, chooseTalk, glance } from "../town";
import { type Key, say } from "../words";
import { slowTick, useAnswer } from "./answer";
import { Guests } from "./event";
import { Icon, type IconName } from "./icon";
import { spokenLanguage } from "./language";
import { Face, Moment, PeopleLinks, PersonLink, PlaceLink, ThingLink } from "./link";
import { calledOf, nameOf, placeName } from "./names";
import { traceNews } from "./news";
import { Section } from "./section";
import { sayState } from "./state";
import { Title } from "./title";
import { Empty, Loading, Trouble } from "./trouble";

const ICONS: Record<ActThread["kind"], IconName> = {
  whisper: "whisper",
  tell: "speech",
  change: "thing",
  announce: "news",
};

const WORDS: Record<Consequence["kind"] | "mended", Key> = {
  thought: "act.thought",
  reached: "act.heard",
  decided: "act.decided",
  talk: "act.talk",
  promise: "act.promise",
  did: "act.did",
  insight: "act.insight",
  state: "act.state",
  mended: "act.mended",
};

/** One fact, and all people of whom it is to be told. */
interface Fact {
  readonly first: Consequence;
  readonly people: readonly string[];
}

/** Consequences in order, with those in the same words and close in time as one. */
function factsOf(items: readonly Consequence[]): Fact[] {
  const found: Fact[] = [];
  for (const item of items) {
    const same = found.findIndex(({ first }) => first.kind === item.kind && first.text === item.text);
    const before = item.kind === "reached" ? undefined : found[same];
    if (before) found[same] = { ...before, people: [...before.people, item.person] };
    else found.push({ first: item, people: [item.person] });
  }
  return found;
}

function wordsOf({ first, people }: Fact): string {
  const state = sayState(first.text);
  const is = WORDS[first.kind === "state" && first.text === "idle" ? "mended" : first.kind];
  return say(is, { name: calledOf(first.partner), text: first.text, state, n: people.length });
}

function quoteOf({ kind, text, why }: Consequence): string {
  if (kind === "state") return "";
  return kind === "decided" ? why : text;
}

function FactRow({ fact }: { fact: Fact }) {
  const { first, people } = fact;
  const quote = quoteOf(first);
  return (
    <li class="happening" data-kind={first.kind}>
      <Face id={first.person} size={34} />
      <div>
        <p>
          <PeopleLinks ids={people} /> {wordsOf(fact)}
        </p>
        {quote && (
          <blockquote class="said" lang={spokenLanguage.value}>
            {quote}
          </blockquote>
        )}
        <p class="under soft">
          <Moment tick={first.tick} />
          {first.talk && (
            <>
              {" · "}
              <button type="button" class="link" onClick={() => chooseTalk(first.talk)}>
                {say("feed.read")}
              </button>
            </>
          )}
        </p>
      </div>
    </li>
  );
}

function Heading({ told }: { told: ActThread }) {
  const name = told.person ? nameOf(told.person) : placeName(told.about);
  return (
    <header class="card-head">
      <span class="place-sign big" aria-hidden="true">
        <Icon name={ICONS[told.kind]} />
      </span>
      <div>
        <Title>{say(`act.title.${told.kind}`, { name })}</Title>
        <p class="soft">
          <Moment tick={told.tick} />
          {" · "}
          {told.person && <PersonLink id={told.person} short={false} />}
          {told.kind === "change" && <ThingLink address={told.about} />}
          {told.kind === "announce" && <PlaceLink address={told.about} whole />}
          {told.by && ` · ${say("act.by", { name: told.by })}`}
        </p>
      </div>
    </header>
  );
}

/** Ways to follow it further. */
function Further({ told }: { told: ActThread }) {
  const spreads = told.kind !== "change" && told.reached.length > 1;
  if (!told.event && !spreads) return null;
  const event = () => {
    chooseEvent(told.event);
    glance();
  };
  return (
    <div class="acts">
      {told.event && (
        <button type="button" class="act" id="act-event" onClick={event}>
          <Icon name="promise" />
          {say("act.event")}
        </button>
      )}
      {spreads && (
        <button type="button" class="act" id="act-news" onClick={() => traceNews({ q: told.text })}>
          <Icon name="news" />
          {say("act.news")}
        </button>
      )}
    </div>
  );
}

export function ActCard({ id }: { id: string }) {
  const name = run.value?.name ?? "";
  const tick = slowTick.value;
  const kept = useAnswer(`${id} ${tick}`, () => readAct(name, id, tick), 1000);
  const told = kept.data;
  if (!told) return kept.trouble ? <Trouble kept={kept} /> : <Loading />;
  const facts = factsOf(told.items);
  return (
    <article class="card" data-act={id}>
      <Heading told={told} />
      <blockquote class="said" lang={spokenLanguage.value}>
        {told.kind === "change" ? sayState(told.text) : told.text}
      </blockquote>
      <Further told={told} />
      <Guests icon="people" title="act.reached" people={told.reached} />
      <Section icon="story" title={say("feed.trace")}>
        {facts.length === 0 && <Empty words={say("act.nothing")} />}
        <ol class="feed">
          {facts.map((fact) => (
            <FactRow key={`${fact.first.tick} ${fact.first.person} ${fact.first.kind}`} fact={fact} />
          ))}
        </ol>
      </Section>
    </article>
  );
}

/**
 * The card of an event: when and where, how long until then, who means to come, who came.
 *
 * Knows the event's id. Invariant: those who came are shown only from its beginning on.
 */
import { readEvent } from "../api/reads";
import type { TownEvent } from "../api/wire.gen";
import { events, eventsAhead, eventsAsOf } from "../run/events";
import { nowTick, run } from "../run/now";
import { seek } from "../run/playback";
import { chooseEvent, glance } from "../town";
import { type Key, say } from "../words";
import { useAnswer } from "./answer";
import { Icon, type IconName } from "./icon";
import { spokenLanguage } from "./language";
import { Face, Moment, PersonLink, PlaceLink } from "./link";
import { calledOf } from "./names";
import { Section } from "./section";
import { Title } from "./title";
import { Empty, Loading, Trouble } from "./trouble";
import { lengthOf } from "./when";

/** `in 2 h 10 min`, `now`, `over`. */
export function countdown({ start, end }: TownEvent, now: number): string {
  if (now >= end) return say("event.over");
  return now < start ? say("event.in", { time: lengthOf(start - now) }) : say("event.now");
}

/** What an event is called: in the words of its host or of the announcement. */
function titleOf({ what, host }: TownEvent): string {
  return host
    ? say("names.says", { name: calledOf(host) }) + what
    : what.charAt(0).toUpperCase() + what.slice(1);
}

/** Who means to come, without the host. */
function guestsOf({ coming, host }: TownEvent): readonly string[] {
  return coming.filter((id) => id !== host);
}

export function Guests(props: { icon: IconName; title: Key; people: readonly string[] }) {
  if (props.people.length === 0) return null;
  return (
    <Section icon={props.icon} title={say(props.title, { n: props.people.length })}>
      <ul class="guests">
        {props.people.map((id) => (
          <li key={id}>
            <Face id={id} size={36} />
            <span aria-hidden="true">{calledOf(id)}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function EventCard({ id }: { id: string }) {
  const name = run.value?.name ?? "";
  const tick = eventsAsOf.value;
  const known = events.value.some((event) => event.id === id);
  const kept = useAnswer(known ? `${id} ${tick}` : null, () => readEvent(name, id, tick), 1000);
  const told = kept.data;
  if (!known) return <Empty words={say("event.unknown")} />;
  if (!told) return kept.trouble ? <Trouble kept={kept} /> : <Loading />;
  const began = nowTick.value >= told.start;
  return (
    <article class="card" data-event={id}>
      <header class="card-head">
        <span class="place-sign big" aria-hidden="true">
          <Icon name={told.announced ? "news" : "promise"} />
        </span>
        <div>
          <Title lang={spokenLanguage.value}>{titleOf(told)}</Title>
          <p class="soft">
            <PlaceLink address={told.place} whole /> · <Moment tick={told.start} />
          </p>
          <p class="state">{countdown(told, nowTick.value)}</p>
          {told.host && (
            <p class="soft">
              {say("event.host")} <PersonLink id={told.host} />
            </p>
          )}
        </div>
      </header>
      <div class="acts">
        <button type="button" class="act" onClick={glance}>
          <Icon name="pin" />
          {say("card.centre")}
        </button>
        {began && (
          <button type="button" class="act" id="to-event" onClick={() => seek(told.start)}>
            <Icon name="clock" />
            {say("event.go")}
          </button>
        )}
      </div>
      {began && <Guests icon="people" title="event.came" people={told.came} />}
      <Guests icon="people" title={began ? "event.meant" : "event.coming"} people={guestsOf(told)} />
      <Guests icon="people" title="event.declined" people={told.declined} />
    </article>
  );
}

/** The next events, in a line each. */
export function NextEvents() {
  const ahead = eventsAhead.value.slice(0, 2);
  if (ahead.length === 0) return null;
  return (
    <ul class="next-events" aria-label={say("event.next")}>
      {ahead.map((event) => (
        <li key={event.id}>
          <button
            type="button"
            class="row"
            data-event={event.id}
            onClick={() => {
              chooseEvent(event.id);
              glance();
            }}
          >
            <Icon name={event.announced ? "news" : "promise"} />
            <span class="row-text">
              <strong lang={spokenLanguage.value}>{titleOf(event)}</strong>
              <span class="soft">
                {countdown(event, nowTick.value)}
                {guestsOf(event).length > 0 && ` · ${say("event.coming", { n: guestsOf(event).length })}`}
              </span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

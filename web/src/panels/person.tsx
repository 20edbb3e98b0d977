/**
 * The card of a person: activity and reason, day, memory, ties, talks, and ways to speak to them.
 *
 * Knows which parts there are. Invariant: without a run it shows only what the pack says.
 */
import { signal } from "@preact/signals";
import { SpeakBar } from "../acts/speak";
import { inReplay } from "../api/carried";
import { readPerson } from "../api/reads";
import type { Person } from "../api/wire";
import { heard, peopleNow, run } from "../run/now";
import { hasMinds } from "../run/replay";
import { follow, followed, glance } from "../town";
import { type Key, read, say } from "../words";
import { slowTick, useAnswer } from "./answer";
import { HappeningRow, tell } from "./happening";
import { Icon } from "./icon";
import { AboutTab } from "./person/about";
import { MemoryTab } from "./person/memory";
import { Doing, NowTab } from "./person/now";
import { TiesTab } from "./person/ties";
import { TodayTab } from "./person/today";
import { Portrait } from "./portrait";
import { Section } from "./section";
import * as sheet from "./sheet";
import { Strip } from "./strip";
import { TalkList } from "./talks";

const PARTS = ["now", "today", "memory", "ties", "talks", "about"] as const;
type Part = (typeof PARTS)[number];
const RECORDED: readonly Part[] = ["now", "talks", "about"];
export const part = signal<Part>("now");

function Heading({ person }: { person: Person }) {
  return (
    <header class="card-head">
      <Portrait person={person} size={84} told />
      <div>
        <h2 tabIndex={-1}>{read(person.name)}</h2>
        <p class="soft">
          {/* Only the name is known of people who came to a run later. */}
          {person.age > 0 && say("person.age", { n: person.age })}
          {person.age === 0 && say("person.came")}
          {person.work && <> · {read(person.work.title)}</>}
        </p>
        <ul class="chips">
          {person.traits.map(read).map((trait) => (
            <li key={trait} class="chip">
              {trait}
            </li>
          ))}
        </ul>
      </div>
    </header>
  );
}

/** For how long something is just now, in ticks: an hour. */
const JUST_NOW_TICKS = 360;
const OF_NOTE: ReadonlySet<string> = new Set(["noted", "reflected", "whispered", "told"]);
/** What the user did and what the person made of it are two. */
const MOST_JUST_NOW = 2;

/** The last things of note that happened to the person within the last hour, newest first. */
function JustNow({ id }: { id: string }) {
  const now = slowTick.value;
  const last = heard.value.filter(
    (item) =>
      item.who === id &&
      OF_NOTE.has(item.k) &&
      item.t <= now &&
      now - item.t < JUST_NOW_TICKS &&
      tell(item) !== null,
  );
  if (last.length === 0) return null;
  return (
    <Section icon="thought" title={say("person.justnow")}>
      <ul class="just-now">
        {last
          .slice(-MOST_JUST_NOW)
          .reverse()
          .map((item) => (
            <HappeningRow key={`${item.t} ${item.k} ${"kind" in item ? item.kind : ""}`} item={item} />
          ))}
      </ul>
    </Section>
  );
}

function Acts({ person }: { person: Person }) {
  const following = followed.value === person.id;
  return (
    <div class="acts">
      <button type="button" class="act" onClick={glance}>
        <Icon name="pin" />
        {say("card.centre")}
      </button>
      <button
        type="button"
        class="act"
        aria-pressed={following}
        onClick={() => follow(following ? null : person.id)}
      >
        <Icon name="eye" />
        {say(following ? "card.following" : "card.follow")}
      </button>
    </div>
  );
}

export function whoseOf(person: Person): string {
  return say(`whose.${person.pronoun in { she: 1, he: 1 } ? person.pronoun : "they"}` as Key);
}

function Parts({ parts, shown }: { parts: readonly Part[]; shown: Part }) {
  return (
    <Strip
      label={say("person.parts")}
      name="part"
      parts={parts.map((one) => [one, say(`part.${one}`)])}
      chosen={shown}
      onChoose={(one) => {
        part.value = one;
        // On a phone a card has little room beside the map. Opening a part gives it the whole screen.
        if (sheet.isNarrow()) sheet.height.value = "full";
      }}
    />
  );
}

/** In a recording without minds: only what could be seen and heard. */
function Recorded({ person }: { person: Person }) {
  const shown = RECORDED.find((one) => one === part.value) ?? "now";
  return (
    <>
      <Parts parts={RECORDED} shown={shown} />
      <div id="part-panel" role="tabpanel" class="part" aria-label={say(`part.${shown}`)}>
        {shown === "now" && (
          <>
            <Doing id={person.id} />
            <p class="soft empty">{say("recording.only")}</p>
          </>
        )}
        {shown === "talks" && <TalkList person={person.id} />}
        {shown === "about" && <AboutTab person={person} whose={whoseOf(person)} ties />}
      </div>
    </>
  );
}

function Lived({ person }: { person: Person }) {
  const name = run.value?.name ?? "";
  const tick = slowTick.value;
  const kept = useAnswer(`${person.id} ${tick}`, () => readPerson(name, person.id, tick));
  const shown = part.value;
  return (
    <>
      <Parts parts={PARTS} shown={shown} />
      <div id="part-panel" role="tabpanel" class="part" aria-label={say(`part.${shown}`)}>
        {shown === "now" && (
          <>
            <JustNow id={person.id} />
            <NowTab id={person.id} whose={whoseOf(person)} kept={kept} />
          </>
        )}
        {shown === "today" && <TodayTab id={person.id} kept={kept} />}
        {shown === "memory" && <MemoryTab id={person.id} />}
        {shown === "ties" && <TiesTab kept={kept} />}
        {shown === "talks" && <TalkList person={person.id} />}
        {shown === "about" && <AboutTab person={person} whose={whoseOf(person)} ties={false} />}
      </div>
    </>
  );
}

function Life({ person }: { person: Person }) {
  return hasMinds.value ? <Lived person={person} /> : <Recorded person={person} />;
}

/** Whether a person is known not to be in town at the displayed moment. */
function isAway(person: Person): boolean {
  const people = peopleNow.value;
  return people.size > 0 && (people.get(person.id)?.tile ?? null) === null;
}

/** A person who is not in town can be read about, but not shown on the map or spoken to. */
export function PersonCard({ person }: { person: Person }) {
  const away = isAway(person);
  return (
    <article class="card person" data-person={person.id}>
      <Heading person={person} />
      {!away && <Acts person={person} />}
      {run.value ? <Life person={person} /> : <AboutTab person={person} whose={whoseOf(person)} ties />}
      {run.value && !inReplay && !away && <SpeakBar person={person} />}
    </article>
  );
}

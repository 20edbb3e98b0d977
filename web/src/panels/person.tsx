/**
 * The card of one person: who this is, where they live and work, their usual day, whom they know.
 *
 * Knows a person as the pack tells it; what they live through comes with the engine. Invariant: shows only what
 * the pack says.
 */
import type { Person, Tie } from "../api/wire";
import { choosePerson, choosePlace, find, follow, followed, glance, people } from "../town";
import { type Key, read, say, sayKind } from "../words";
import { Day } from "./day";
import { Icon } from "./icon";
import { Portrait } from "./portrait";
import { Section } from "./section";

export function PlaceLink({ address, whole = false }: { address: string; whole?: boolean }) {
  const found = find(address);
  if (!found) return <span>{address}</span>;
  const visit = () => {
    choosePlace(address);
    glance();
  };
  return (
    <span>
      <button type="button" class="link" onClick={visit}>
        {read(found.sector.name)}
      </button>
      {whole && found.room && <span class="soft"> · {read(found.room.name)}</span>}
    </span>
  );
}

function Closeness({ of }: { of: number }) {
  return (
    <span
      class="closeness"
      role="img"
      aria-label={say("person.closeness", { n: of })}
      title={say("person.closeness", { n: of })}
    >
      <i style={{ width: `${of * 10}%` }} />
    </span>
  );
}

function Friend({ tie }: { tie: Tie }) {
  const other = people.value.get(tie.person);
  if (!other) return null;
  const meet = () => {
    choosePerson(other.id);
    glance();
  };
  return (
    <li>
      <button type="button" class="row" data-person={other.id} onClick={meet}>
        <Portrait person={other} size={40} />
        <span class="row-text">
          <strong>
            {read(other.name)} <Closeness of={tie.closeness} />
          </strong>
          <span>{read(tie.tie)}</span>
          <span class="soft">{read(tie.feeling)}</span>
        </span>
      </button>
    </li>
  );
}

function Heading({ person }: { person: Person }) {
  return (
    <header class="card-head">
      <Portrait person={person} size={96} told />
      <div>
        <h2 tabIndex={-1}>{read(person.name)}</h2>
        <p class="soft">
          {say("person.age", { n: person.age })}
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

function Facts({ person }: { person: Person }) {
  return (
    <dl class="facts">
      <dt>
        <Icon name="bed" />
        {say("person.home")}
      </dt>
      <dd>
        <PlaceLink address={person.bed} whole />
      </dd>
      {person.work && (
        <>
          <dt>
            <Icon name="work" />
            {say("person.work")}
          </dt>
          <dd>
            <PlaceLink address={person.work.at} />
            {person.work.hours && <span class="soft"> {person.work.hours.replace("-", "–")}</span>}
          </dd>
        </>
      )}
    </dl>
  );
}

export function PersonCard({ person }: { person: Person }) {
  const concerns = person.concerns.map(read);
  const whose = say(`whose.${person.pronoun in { she: 1, he: 1 } ? person.pronoun : "they"}` as Key);
  const ties = [...person.knows].sort((one, other) => other.closeness - one.closeness);
  const sleep = `${say("person.wakes", { time: person.wake })} · ${say("person.sleeps", { time: person.sleep })}`;
  return (
    <article class="card" data-person={person.id}>
      <Heading person={person} />
      <Acts person={person} />
      <p class="biography">{read(person.biography)}</p>
      <Facts person={person} />
      {concerns.length > 0 && (
        <Section icon="thought" title={say("person.concerns", { whose })}>
          <ul class="plain">
            {concerns.map((concern) => (
              <li key={concern}>{concern}</li>
            ))}
          </ul>
        </Section>
      )}
      <Section icon="clock" title={say("person.day")} aside={sleep}>
        <Day person={person} />
      </Section>
      <Section icon="heart" title={say("person.knows")}>
        {ties.length ? (
          <ul class="list tight">
            {ties.map((tie) => (
              <Friend key={tie.person} tie={tie} />
            ))}
          </ul>
        ) : (
          <p class="soft">{say("person.knows.nobody")}</p>
        )}
      </Section>
      <Section icon="speech" title={say("person.speech")} aside={sayKind("style", person.speech.style)}>
        <p>{read(person.speech.note)}</p>
      </Section>
    </article>
  );
}

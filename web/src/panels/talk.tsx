/**
 * A talk: in a list with its last lines, and as a card with the whole transcript.
 *
 * Knows talks as transcripts. Invariant: speech is shown as text, in the order in which it was said.
 */

import { readTalks } from "../api/reads";
import type { Line } from "../api/wire.gen";
import { heard, nowTick, run } from "../run/now";
import { avatar, chooseTalk } from "../town";
import { say, sayKind } from "../words";
import { slowTick, useAnswer } from "./answer";
import { entriesOf, type TalkHeard } from "./entries";
import { Icon } from "./icon";
import { spokenLanguage } from "./language";
import { Face, Moment, PeopleLinks, PlaceLink } from "./link";
import { calledOf, namesOf } from "./names";
import { Title } from "./title";
import { Empty, Loading, Trouble } from "./trouble";

export interface TalkTold {
  readonly id: string;
  readonly begin: number;
  readonly people: readonly string[];
  readonly lines: readonly Line[];
  readonly place?: string | null | undefined;
}

function LineRow({ line, before, side }: { line: Line; before: Line | undefined; side: "left" | "right" }) {
  const again = before?.who === line.who;
  return (
    <li class="spoken" data-side={side} data-again={again}>
      {!again && <Face id={line.who} size={28} />}
      <p class="utter" lang={spokenLanguage.value}>
        {!again && <strong class="speaker">{calledOf(line.who)}</strong>}
        {line.text}
      </p>
    </li>
  );
}

/** The first speaker is on the left, the others on the right; the user is on the right, as in an interview. */
function sideOf(who: string, lines: readonly Line[]): "left" | "right" {
  const speakers = [...new Set(lines.map((line) => line.who))];
  const me = avatar.value;
  if (me && speakers.includes(me)) return who === me ? "right" : "left";
  return speakers.indexOf(who) % 2 === 0 ? "left" : "right";
}

export function Lines({ lines, most }: { lines: readonly Line[]; most?: number | undefined }) {
  const shown = most === undefined ? lines : lines.slice(-most);
  return (
    <ol class="lines">
      {shown.map((line, index) => (
        <LineRow
          key={`${line.tick} ${line.who}`}
          line={line}
          before={shown[index - 1]}
          side={sideOf(line.who, lines)}
        />
      ))}
    </ol>
  );
}

/** The line that says most: of a talk that goes on the last one, of others the longest. */
function lineOf({ lines, over }: TalkHeard): Line | undefined {
  if (!over) return lines.at(-1);
  return lines.reduce<Line | undefined>(
    (best, line) => (line.text.length > (best?.text.length ?? 0) ? line : best),
    undefined,
  );
}

/** A talk in one sentence, with one of its lines. */
export function TalkSummary({ talk }: { talk: TalkHeard }) {
  const line = lineOf(talk);
  const [met, isPair] = [talk.met[0], talk.people.length === 2];
  return (
    <li class="happening" data-kind="talk" data-met={met !== undefined}>
      <Face id={line?.who ?? talk.people[0] ?? ""} size={34} />
      <div>
        <p>
          <span class="emoji" aria-hidden="true">
            {met ? "👋" : "💬"}
          </span>{" "}
          <PeopleLinks ids={talk.people} />{" "}
          {say(met && isPair ? "talk.met" : talk.over ? "talk.talked" : "talk.talk", {
            n: talk.people.length,
          })}
          {met && !isPair && ` · ${say("talk.met.some", { names: namesOf(met) })}`}
        </p>
        {line && (
          <blockquote class="said" lang={spokenLanguage.value}>
            <p class="brief">
              <span class="soft">{say("names.says", { name: calledOf(line.who) })}</span>
              {line.text}
            </p>
          </blockquote>
        )}
        <p class="under soft">
          <Moment tick={talk.begin} />
          {talk.place && (
            <>
              {" · "}
              <PlaceLink address={talk.place} />
            </>
          )}
          {" · "}
          <button type="button" class="link" onClick={() => chooseTalk(talk.id)}>
            {say("feed.read")}
          </button>
        </p>
      </div>
    </li>
  );
}

export function TalkRow({ talk, live = false, most = 3 }: { talk: TalkTold; live?: boolean; most?: number }) {
  return (
    <li class="talk">
      <p class="talk-head">
        <span class="emoji" aria-hidden="true">
          💬
        </span>
        <span>
          <PeopleLinks ids={talk.people} />
          {talk.place && (
            <span class="soft">
              {" · "}
              <PlaceLink address={talk.place} />
            </span>
          )}
        </span>
        {live && <span class="chip now">{say("talk.now")}</span>}
      </p>
      <Lines lines={talk.lines} most={most} />
      <p class="under soft">
        <Moment tick={talk.begin} />
        {" · "}
        <button type="button" class="link" onClick={() => chooseTalk(talk.id)}>
          {talk.lines.length > most ? say("talk.all", { n: talk.lines.length }) : say("talk.open")}
        </button>
      </p>
    </li>
  );
}

/** The lines of a talk that the page itself has. */
export function loadedTalk(id: string): TalkTold | undefined {
  const found = entriesOf(heard.value.filter((item) => item.talk === id).reverse());
  return found.flatMap((entry) => (entry.is === "talk" ? [entry.talk] : []))[0];
}

export function TalkCard({ id }: { id: string }) {
  const name = run.value?.name ?? "";
  const begin = Number.parseInt(id, 10);
  const tick = slowTick.value;
  const kept = useAnswer(`${id} ${tick}`, async () => {
    // The tick at which a talk began is part of its id. The whole talk is near that tick.
    const range = Number.isNaN(begin) ? {} : { from: begin, until: begin + 360 };
    const told = await readTalks(name, { ...range, limit: 200 });
    return told.talks.find((talk) => talk.id === id) ?? null;
  });
  const talk: (TalkTold & { end?: number | null; why?: string }) | undefined = kept.data ?? loadedTalk(id);
  if (!talk && kept.data === null) return <Empty words={say("talks.none")} />;
  if (!talk) return kept.trouble ? <Trouble kept={kept} /> : <Loading />;
  const now = nowTick.value;
  const said = talk.lines.filter((line) => line.tick < now);
  const rest = talk.lines.length - said.length;
  return (
    <article class="card" data-talk={id}>
      <header class="card-head talk-faces">
        <span class="faces big">
          {talk.people.map((person) => (
            <Face key={person} id={person} size={56} />
          ))}
        </span>
        <div>
          <Title>{namesOf(talk.people)}</Title>
          <p class="soft">
            <Moment tick={talk.begin} />
            {talk.place && (
              <>
                {" · "}
                <PlaceLink address={talk.place} whole />
              </>
            )}
          </p>
        </div>
      </header>
      <Lines lines={said.length ? said : talk.lines} />
      {said.length > 0 && rest > 0 && <p class="soft empty">{say("talk.rest", { n: rest })}</p>}
      {talk.why && rest === 0 && (
        <p class="soft empty">
          <Icon name="speech" /> {sayKind("talk.why", talk.why.replaceAll(" ", "_"))}
        </p>
      )}
    </article>
  );
}

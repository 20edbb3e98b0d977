/**
 * What differs between two runs, in sentences: what the user did, who knows, who came, whose ties differ.
 *
 * Knows the server's comparison. Invariant: a sentence names the run that it is about.
 */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { EventApart, NewsApart, OwnAct, TieApart } from "../api/wire.gen";
import { Icon, type IconName } from "../panels/icon";
import { clockAt, dayNumber } from "../panels/when";
import { CHANGES } from "../time/marks";
import { type Key, say } from "../words";
import type { Side } from "./side";

const MOST = 4;

export interface Sides {
  readonly a: Side;
  readonly b: Side;
}

export function timeOf(tick: number, { run }: Side): string {
  return say("home.reached", { n: dayNumber(tick, run), time: clockAt(tick, run) });
}

/** Names that only one of two lists has. */
function only(mine: readonly string[], theirs: readonly string[], side: Side): string {
  const others = new Set(theirs);
  return mine
    .filter((id) => !others.has(id))
    .map((id) => side.called(id))
    .join(say("names.and"));
}

/** `Only in “run”: names.` for each run that has some. */
function Only({
  sides: { a, b },
  here,
  there,
}: {
  sides: Sides;
  here: readonly string[];
  there: readonly string[];
}) {
  const told = [
    { side: a, names: only(here, there, a) },
    { side: b, names: only(there, here, b) },
  ];
  return (
    <>
      {told.map(
        ({ side, names }) =>
          names && <span key={side.run.name}> {say("compare.only", { run: side.run.name, names })}</span>,
      )}
    </>
  );
}

function Group(props: { icon: IconName; title: Key; rows: readonly ComponentChildren[] }) {
  const [all, setAll] = useState(false);
  const { icon, title, rows } = props;
  if (!rows.length) return null;
  return (
    <section class="apart" data-about={title.replace("compare.about.", "")}>
      <h3>
        <Icon name={icon} />
        {say(title)}
      </h3>
      <ul>
        {rows.slice(0, all ? undefined : MOST).map((row, index) => (
          <li key={index}>{row}</li>
        ))}
      </ul>
      {rows.length > MOST && (
        <button type="button" class="link" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? say("panel.less") : say("panel.all", { n: rows.length })}
        </button>
      )}
    </section>
  );
}

function ActRow({ act, sides }: { act: OwnAct; sides: Sides }) {
  const side = sides[act.run];
  const values = {
    name: act.person ? side.called(act.person) : "",
    thing: act.thing ? side.place(act.thing) : "",
    text: act.text,
  };
  return (
    <>
      {say(`compare.did.${act.kind}` as Key, values)}{" "}
      <span class="soft">
        {say("compare.in", { run: side.run.name })} · {timeOf(act.tick, side)}
      </span>
    </>
  );
}

function NewsRow({ news, sides }: { news: NewsApart; sides: Sides }) {
  const { a, b } = sides;
  return (
    <>
      <q lang={a.run.language}>
        {news.first && <strong>{say("names.says", { name: a.called(news.first) })}</strong>}
        {news.text}
      </q>{" "}
      {say("compare.knowers", { n: news.a.length, run: a.run.name, other: b.run.name, more: news.b.length })}
      <Only sides={sides} here={news.a} there={news.b} />
    </>
  );
}

function EventRow({ event, sides, tick }: { event: EventApart; sides: Sides; tick: number }) {
  const { a, b } = sides;
  const head = (
    <>
      <strong lang={a.run.language}>{event.what}</strong>{" "}
      <span class="soft">
        {a.place(event.place)} · {timeOf(event.start, a)}
      </span>{" "}
    </>
  );
  if (!event.a || !event.b)
    return (
      <>
        {head}
        {say("compare.unheard", { run: (event.a ? b : a).run.name })}
      </>
    );
  const came = tick >= event.start;
  const [here, there] = came ? [event.a.came, event.b.came] : [event.a.coming, event.b.coming];
  const values = { n: here.length, run: a.run.name, other: b.run.name, more: there.length };
  return (
    <>
      {head}
      {say(came ? "compare.came" : "compare.coming", values)}
      <Only sides={sides} here={here} there={there} />
    </>
  );
}

function TieRow({ tie, sides: { a, b } }: { tie: TieApart; sides: Sides }) {
  const [one = "", other = ""] = tie.people.map((id) => a.called(id));
  const sum = ([mine, back]: readonly [number, number]) => mine + back;
  const [here, there] = [sum(tie.a), sum(tie.b)];
  const met = tie.talks_a > 0 !== tie.talks_b > 0;
  const closer = here > there ? a : b;
  return (
    <>
      {met && say("compare.met", { one, other, run: (tie.talks_a > 0 ? a : b).run.name })}{" "}
      {here !== there && say("compare.closer", { one, other, run: closer.run.name })}{" "}
      <span class="soft">
        {tie.a.join("/")} · {tie.b.join("/")}
      </span>
    </>
  );
}

export function Sentences(props: {
  readonly sides: Sides;
  readonly tick: number;
  readonly acts: readonly OwnAct[];
  readonly news: readonly NewsApart[];
  readonly events: readonly EventApart[];
  readonly ties: readonly TieApart[];
}) {
  const { sides, tick } = props;
  const acts = props.acts.filter(({ kind }) => CHANGES.has(kind));
  return (
    <>
      <Group
        icon="fork"
        title="compare.about.acts"
        rows={acts.map((act) => <ActRow key="" act={act} sides={sides} />)}
      />
      <Group
        icon="news"
        title="compare.about.news"
        rows={props.news.map((news) => <NewsRow key="" news={news} sides={sides} />)}
      />
      <Group
        icon="promise"
        title="compare.about.events"
        rows={props.events.map((event) => <EventRow key="" event={event} sides={sides} tick={tick} />)}
      />
      <Group
        icon="ties"
        title="compare.about.ties"
        rows={props.ties.map((tie) => <TieRow key="" tie={tie} sides={sides} />)}
      />
    </>
  );
}

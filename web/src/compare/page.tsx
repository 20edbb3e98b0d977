/**
 * Two runs side by side: two maps and one slider over the time that both have lived, and what differs.
 *
 * Knows the names of two runs. Invariant: maps, sentences and figures are of the same moment.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import { compareRuns } from "../api/reads";
import type { Compare } from "../api/wire.gen";
import { useAnswer } from "../panels/answer";
import { HomeButton } from "../panels/header";
import { Icon } from "../panels/icon";
import { Switches } from "../panels/switches";
import { Empty, Loading, Trouble } from "../panels/trouble";
import { asked, note, route } from "../route";
import { HOUR } from "../run/store";
import { say } from "../words";
import { Figures } from "./figures";
import { apart, SideMap } from "./map";
import { Side, type Stand } from "./side";
import { Sentences, type Sides, timeOf } from "./told";

/** Ticks that the slider moves at once when it plays, and how often, in milliseconds. */
const STRIDE_TICKS = 6;
const BEAT_MILLISECONDS = 100;
/** How long the moment must rest before the comparison is asked for, in milliseconds; while it plays, how often. */
const ASK_MILLISECONDS = 400;
const ASK_PLAYING_MILLISECONDS = 1500;

/** The moment of the address, or the last one. */
function firstTick(end: number): number {
  const text = asked("tick");
  const tick = text !== null && /^\d+$/.test(text) ? Number(text) : end;
  return Math.min(tick, end);
}

type People = Readonly<Record<"a" | "b", readonly Stand[]>>;

/** The people of both runs at a tick. Until it is loaded, they stay where they were. */
function usePeople({ a, b }: Sides, tick: number, end: number): People {
  const [, setLoads] = useState(0);
  const shown = useRef<People>({ a: [], b: [] });
  useEffect(() => {
    let ended = false;
    const done = () => !ended && setLoads((count) => count + 1);
    Promise.all([a.need(tick), b.need(tick)]).then(done, done);
    // The next hour is needed soon if time passes. A failure is reported when it is shown.
    const next = Math.min(end, tick + HOUR);
    Promise.all([a.need(next), b.need(next)]).catch(() => undefined);
    return () => {
      ended = true;
    };
  }, [a, b, tick, end]);
  const [mine, theirs] = [a.at(tick), b.at(tick)];
  if (mine && theirs) shown.current = { a: mine, b: theirs };
  return shown.current;
}

function Slider(props: {
  tick: number;
  end: number;
  parted: number | null;
  words: string;
  playing: boolean;
  onPlay: (playing: boolean) => void;
  onSeek: (tick: number) => void;
}) {
  const { tick, end, parted, words, playing } = props;
  return (
    <div class="both-time">
      <button
        type="button"
        class="time-button"
        id="both-play"
        aria-label={say(playing ? "time.pause" : "time.play")}
        title={say(playing ? "time.pause" : "time.play")}
        onClick={() => props.onPlay(!playing)}
      >
        <Icon name={playing ? "rest" : "play"} />
      </button>
      <output for="both-tick">{words}</output>
      <div class="both-line">
        <input
          type="range"
          id="both-tick"
          aria-label={say("compare.time")}
          aria-valuetext={words}
          min={0}
          max={end}
          step={1}
          value={tick}
          onInput={(event) => props.onSeek(Number(event.currentTarget.value))}
        />
        {parted !== null && end > 0 && (
          <button
            type="button"
            class="parted"
            style={{ left: `${(parted * 100) / end}%` }}
            title={say("compare.parted")}
            aria-label={say("compare.parted")}
            onClick={() => props.onSeek(parted)}
          />
        )}
      </div>
    </div>
  );
}

/** Until when nothing differs. Of a fork that differs from its first tick on, its own sentence says so. */
function saySame(told: Compare, { a, b }: Sides): string {
  if (!told.first) return say("compare.all", { time: timeOf(told.compared, a) });
  const isFork = b.run.parent?.run === a.run.name && told.same_until <= b.run.parent.tick;
  return isFork ? "" : say("compare.same", { time: timeOf(told.same_until, a) });
}

function Both({ sides }: { sides: Sides }) {
  const { a, b } = sides;
  const end = Math.min(a.run.end, b.run.end);
  const [tick, setTick] = useState(() => firstTick(end));
  const [playing, setPlaying] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const { a: here, b: there } = usePeople(sides, tick, end);
  const wait = playing ? ASK_PLAYING_MILLISECONDS : ASK_MILLISECONDS;
  const kept = useAnswer(`${tick}`, () => compareRuns(a.run.name, b.run.name, tick), wait);
  const told = kept.data;
  const parted = told?.first ? told.same_until : null;
  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(() => setTick((now) => Math.min(end, now + STRIDE_TICKS)), BEAT_MILLISECONDS);
    return () => clearInterval(timer);
  }, [playing, end]);
  useEffect(() => {
    if (tick >= end) setPlaying(false);
    const timer = setTimeout(() => note({ tick }), ASK_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [tick, end]);
  const elsewhere = new Set([...apart(here, there), ...apart(there, here)]);
  const who = chosen ?? told?.acts.find(({ person }) => person)?.person ?? null;
  const play = (on: boolean) => {
    if (on && tick >= end) setTick(parted ?? 0);
    setPlaying(on);
  };
  return (
    <main class="both">
      <p class="both-head">
        {b.run.parent?.run === a.run.name && (
          <span>
            {say("compare.forked", {
              run: b.run.name,
              other: a.run.name,
              time: timeOf(b.run.parent.tick, b),
            })}{" "}
          </span>
        )}
        {told && saySame(told, sides)}{" "}
        {elsewhere.size > 0 && <span data-elsewhere>{say("compare.elsewhere", { n: elsewhere.size })}</span>}
      </p>
      <div class="both-maps">
        {(["a", "b"] as const).map((is) => (
          <SideMap
            key={is}
            is={is}
            side={sides[is]}
            tick={tick}
            people={is === "a" ? here : there}
            elsewhere={elsewhere}
            chosen={who}
            onChoose={setChosen}
          />
        ))}
      </div>
      <Slider
        tick={tick}
        end={end}
        parted={parted}
        words={timeOf(tick, a)}
        playing={playing}
        onPlay={play}
        onSeek={(next) => {
          setPlaying(false);
          setTick(next);
        }}
      />
      <section class="both-told" aria-live="off">
        <h2>{say("compare.differs", { time: timeOf(told?.compared ?? tick, a) })}</h2>
        <Trouble kept={kept} />
        {!told && !kept.trouble && <Loading />}
        {told && (
          <>
            {!told.first && <Empty words={say("compare.nothing")} />}
            <div class="aparts">
              <Sentences sides={sides} tick={told.compared} {...told} />
            </div>
            <Figures told={told} sides={sides} time={timeOf(told.compared, a)} />
          </>
        )}
      </section>
    </main>
  );
}

export function ComparePage() {
  const at = route.value;
  const [a, b] = at.is === "compare" ? [at.a, at.b] : ["", ""];
  const kept = useAnswer(`${a}\n${b}`, async () => {
    const [one, other] = await Promise.all([Side.open(a), Side.open(b)]);
    return { a: one, b: other };
  });
  const sides = kept.data;
  return (
    <div class="home-page compare-page">
      <header class="home-head">
        <HomeButton size={44} />
        <h1>{say("compare.page", { run: a, other: b })}</h1>
        <span class="spring" />
        <Switches />
      </header>
      <Trouble kept={kept} />
      {!sides && !kept.trouble && <Loading />}
      {sides && <Both key={`${a}\n${b}`} sides={sides} />}
    </div>
  );
}

/**
 * The time bar: play, pause, step, speeds, next talk, live; the timeline and the status sentence.
 *
 * Knows the playback. Invariant: whenever the town stands still, the sentence says why (rule O2); every button has a
 * key.
 */
import { useEffect, useState } from "preact/hooks";
import { acting } from "../acts/acting";
import { showError } from "../acts/send";
import { continueRun } from "../api/acts";
import { Icon, type IconName } from "../panels/icon";
import { SPEEDS } from "../run/clock";
import { keepEvents } from "../run/events";
import { isLive, mayAct, nowTick, playing, run, runState, speed, timeOf } from "../run/now";
import { goLive, liveOn, seek, setPlaying, setSpeed, step } from "../run/playback";
import { skyNow } from "../run/sky";
import { choosePerson, glance, town } from "../town";
import { type Key, say } from "../words";
import { listenForTime } from "./keys";
import { Legend } from "./legend";
import { Line } from "./line";
import { keepMarks, nextTalk } from "./marks";
import { clock, dayOf, light, partOfDay } from "./moment";
import { sentence } from "./sentence";
import { Sky } from "./sky";

interface ButtonProps {
  readonly id: string;
  readonly icon: IconName;
  readonly words: string;
  /** The key that does the same. */
  readonly hotkey: string;
  readonly off?: boolean;
  readonly onClick: () => void;
}

function Button({ id, icon, words, hotkey, off = false, onClick }: ButtonProps) {
  return (
    <button
      type="button"
      class="time-button"
      id={id}
      aria-label={words}
      aria-keyshortcuts={hotkey}
      title={`${words} (${hotkey})`}
      disabled={off}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}

/** Goes to the start of the next talk, and moves the camera there. */
export async function toNextTalk(): Promise<void> {
  const talk = nextTalk();
  if (!talk) return;
  const there = seek(talk.tick + 1);
  setPlaying(true);
  await there;
  if (talk.people[0]) choosePerson(talk.people[0]);
  // The next frame shows people at their new positions.
  requestAnimationFrame(() => requestAnimationFrame(glance));
}

/** A speed in words, with its pace: how much town time passes in a second. */
function saySpeed(index: number): string {
  if (index === SPEEDS.length - 1) return say("time.fastest");
  const seconds = (SPEEDS[index] ?? 1) * (run.value?.seconds_per_tick ?? 10);
  const length =
    seconds < 60 ? say("time.seconds", { n: seconds }) : say("time.minutes", { n: seconds / 60 });
  return say("time.speed", { speed: index + 1, length });
}

function Speeds() {
  return (
    <fieldset class="speeds">
      <legend class="unseen">{say("time.speeds")}</legend>
      {SPEEDS.map((_, index) => {
        const fastest = index === SPEEDS.length - 1;
        const words = saySpeed(index);
        return (
          <button
            key={words}
            type="button"
            aria-label={words}
            title={words}
            aria-pressed={speed.value === index + 1}
            data-speed={index + 1}
            onClick={() => setSpeed(index + 1)}
          >
            {fastest ? "»" : index + 1}
          </button>
        );
      })}
    </fieldset>
  );
}

/** On a narrow screen one button cycles through the speeds. */
function SpeedTurn() {
  const short = speed.value === SPEEDS.length ? "»" : `×${SPEEDS[speed.value - 1]}`;
  const words = saySpeed(speed.value - 1);
  const turn = () => setSpeed((speed.value % SPEEDS.length) + 1);
  return (
    <button
      type="button"
      class="time-button speed-turn"
      aria-label={`${short} ${words}`}
      title={words}
      onClick={turn}
    >
      {short}
    </button>
  );
}

/** A stopped run can be continued from here. */
function LiveOn() {
  const [busy, setBusy] = useState(false);
  const name = run.value?.name;
  const fork = run.value?.fork_at ?? null;
  if (!name || !mayAct.value) return null;
  const go = async () => {
    if (fork !== null) return acting.begin({ is: "fork", tick: fork });
    setBusy(true);
    await continueRun(name).then(liveOn, showError);
    setBusy(false);
  };
  return (
    <button type="button" class="live on" id="live-on" disabled={busy} onClick={go}>
      {say(fork !== null ? "lived.continue.fork" : "lived.continue")}
    </button>
  );
}

function Live() {
  if (runState.value === "resting") return <LiveOn />;
  const live = isLive.value;
  const words = say(live ? "time.live.on" : "time.live.go");
  return (
    <button
      type="button"
      class="live"
      id="live"
      aria-pressed={live}
      title={words}
      aria-label={words}
      onClick={goLive}
    >
      {say("time.live")}
    </button>
  );
}

function Controls() {
  return (
    <div class="time-row">
      <Button
        id="play"
        hotkey="␣"
        icon={playing.value ? "rest" : "play"}
        words={say(playing.value ? "time.pause" : "time.play")}
        onClick={() => setPlaying(!playing.value)}
      />
      <Button id="step" hotkey="." icon="step" words={say("time.step")} onClick={step} />
      <div class="when">
        <output class="clock">{clock.value}</output>
        <span class="date">
          <Icon name={light.value.dark > 0.5 ? "moon" : "sun"} />
          {dayOf(timeOf(nowTick.value).date)}
          <span class="soft">
            {" "}
            · {say(partOfDay.value)}
            {skyNow.value?.weather ? ` · ${say(`weather.${skyNow.value.weather}` as Key)}` : ""}
          </span>
        </span>
      </div>
      <Speeds />
      <SpeedTurn />
      <Button
        id="next-talk"
        hotkey="n"
        icon="next-talk"
        words={say("time.next")}
        off={!nextTalk()}
        onClick={toNextTalk}
      />
      <Live />
    </div>
  );
}

export function TimeBar() {
  useEffect(keepMarks, []);
  useEffect(keepEvents, []);
  useEffect(() => listenForTime(toNextTalk), []);
  if (!town.value) return null;
  if (!run.value) return <Sky />;
  return (
    <section
      class="time lived"
      aria-label={say("time")}
      data-playing={playing.value}
      data-live={isLive.value}
    >
      <Controls />
      <Line />
      <div class="time-foot">
        <p class="sentence" role="status">
          {sentence.value}
        </p>
        <Legend />
      </div>
    </section>
  );
}

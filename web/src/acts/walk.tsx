/**
 * The avatar's controls: the form for entering, then an arrow pad and a text box.
 *
 * Knows the avatar. Invariant: everything works by touch and by keyboard.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Step } from "../api/acts";
import { Icon } from "../panels/icon";
import { calledOf, namesOf } from "../panels/names";
import { Lines, loadedTalk } from "../panels/talk";
import { avatar } from "../town";
import { say } from "../words";
import { acting } from "./acting";
import { myTalk, near, sayAloud, step, walkIn, walkOut } from "./avatar";
import { Composer } from "./composer";
import { Dialog } from "./dialog";
import { Choose, Field } from "./field";
import { busiestPlace, firstPlace, PlaceChoices } from "./places";
import { setVisitor, visitor } from "./tell";

export function WalkForm({ place: wanted }: { place?: string | undefined }) {
  const [place, setPlace] = useState(firstPlace(wanted ?? busiestPlace()));
  const [busy, setBusy] = useState(false);
  const go = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    if (await walkIn(visitor.value.trim(), place)) acting.end();
    setBusy(false);
  };
  return (
    <Dialog title={say("walk.title")} onClose={acting.end}>
      <form class="form" onSubmit={go}>
        <p class="soft">{say("walk.about")}</p>
        <Field
          name="walk-name"
          label={say("walk.name")}
          value={visitor.value}
          onType={setVisitor}
          required
          most={60}
        />
        <Choose name="walk-place" label={say("walk.place")} value={place} onChoose={setPlace}>
          <PlaceChoices />
        </Choose>
        <button type="submit" class="act primary" id="walk-do" disabled={busy || !visitor.value.trim()}>
          {say("walk.do")}
        </button>
      </form>
    </Dialog>
  );
}

const ARROWS: readonly (readonly [Step, "up" | "down" | "left" | "right"])[] = [
  ["u", "up"],
  ["l", "left"],
  ["r", "right"],
  ["d", "down"],
];

/** A button that repeats the step while it is held. */
function Arrow({ way, icon }: { way: Step; icon: "up" | "down" | "left" | "right" }) {
  const timer = useRef<ReturnType<typeof setInterval> | undefined>(undefined);
  const stop = () => {
    clearInterval(timer.current);
    timer.current = undefined;
  };
  useEffect(() => stop, []);
  const begin = (event: PointerEvent) => {
    event.preventDefault();
    stop();
    step(way);
    timer.current = setInterval(() => step(way), 300);
  };
  return (
    <button
      type="button"
      class="round"
      data-step={way}
      aria-label={say(icon === "left" ? "walk.left.step" : `walk.${icon}`)}
      onPointerDown={begin}
      onPointerUp={stop}
      onPointerLeave={stop}
      onPointerCancel={stop}
      onKeyDown={(event) => (event.key === "Enter" || event.key === " ") && step(way)}
    >
      <Icon name={icon} />
    </button>
  );
}

function Chat() {
  const talk = myTalk.value;
  const others = talk?.people.filter((id) => id !== avatar.value) ?? near.value;
  const log = useRef<HTMLDivElement>(null);
  const latest = useRef("");
  if (talk) latest.current = talk.id;
  // The last line ends a talk, and stays readable.
  const lines = talk?.lines ?? loadedTalk(latest.current)?.lines ?? [];
  useEffect(() => log.current?.scrollTo({ top: log.current.scrollHeight }), [lines.length]);
  return (
    <div class="chat">
      <header>
        <strong>{calledOf(avatar.value ?? "")}</strong>
        <span class="soft">
          {talk
            ? say("walk.talking", { names: namesOf(others) })
            : others.length
              ? say("walk.near", { names: namesOf(others.slice(0, 3)) })
              : say("walk.alone")}
        </span>
        <button type="button" class="act small" id="walk-out" onClick={walkOut}>
          {say("walk.out")}
        </button>
      </header>
      {lines.length > 0 && (
        <div class="chat-lines" ref={log} aria-live="polite">
          <Lines lines={lines} />
        </div>
      )}
      <Composer
        name="walk"
        label={say("walk.say")}
        button={say("walk.send")}
        onSend={(text) => sayAloud(text)}
      />
    </div>
  );
}

/** The controls over the map while the avatar is in town. */
export function Walking() {
  if (!avatar.value) return null;
  return (
    <section class="walking" aria-label={say("walk.title")}>
      <fieldset class="pad-arrows">
        <legend class="unseen">{say("walk.pad")}</legend>
        {ARROWS.map(([way, icon]) => (
          <Arrow key={way} way={way} icon={icon} />
        ))}
      </fieldset>
      <Chat />
    </section>
  );
}

/**
 * The dialog for an action at a past moment: why it is not possible, and what can be done instead.
 *
 * Knows forks. Invariant: nothing changes unless the user chooses it.
 */
import { useState } from "preact/hooks";
import type { Act } from "../api/acts";
import { clockAt, dayAt } from "../panels/when";
import { lastTick, run, runState } from "../run/now";
import { goLive } from "../run/playback";
import { say } from "../words";
import { acting } from "./acting";
import { Dialog } from "./dialog";
import { Field } from "./field";
import { continueAndDo, forkAndDo, nameForFork, sayAct } from "./send";

function whenWords(tick: number): string {
  return `${dayAt(tick)}, ${clockAt(tick)}`;
}

/** A form that names the fork and creates it. */
export function ForkForm({ tick, act }: { tick: number; act: Act | null }) {
  const [name, setName] = useState(nameForFork(run.value?.name ?? "", tick));
  const [busy, setBusy] = useState(false);
  const go = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    if (!(await forkAndDo(tick, name.trim(), act))) setBusy(false);
  };
  return (
    <form class="form" onSubmit={go}>
      <p>{say("fork.about", { time: whenWords(tick) })}</p>
      {(run.value?.fork_at ?? null) !== null && <p data-older>{say("fork.older")}</p>}
      <Field name="fork-name" label={say("fork.label")} value={name} onType={setName} required most={100} />
      <button type="submit" class="act primary" id="fork-do" disabled={busy || !name.trim()}>
        {say(act ? "fork.do" : "fork.only")}
      </button>
    </form>
  );
}

/** The alternative to a fork: go to a moment where actions are possible. */
function Instead({ act, tick }: { act: Act; tick: number }) {
  const [busy, setBusy] = useState(false);
  const end = lastTick.value;
  const atEnd = end - tick <= 12;
  if (runState.value === "living") {
    const go = () => {
      goLive();
      acting.end();
    };
    return (
      <button type="button" class="act" onClick={go}>
        {say("past.present", { time: whenWords(end) })}
      </button>
    );
  }
  if (runState.value === "elsewhere") return <p class="soft">{say("past.elsewhere")}</p>;
  if ((run.value?.fork_at ?? null) !== null) return null;
  const live = async () => {
    setBusy(true);
    if (!(await continueAndDo(act))) setBusy(false);
  };
  return (
    <button type="button" class="act" id="past-continue" disabled={busy} onClick={live}>
      {say(atEnd ? "past.continue" : "past.continue.end", { time: whenWords(end) })}
    </button>
  );
}

export function Past({ tick, act }: { tick: number; act: Act }) {
  const resting = runState.value !== "living";
  const atEnd = lastTick.value - tick <= 12;
  return (
    <Dialog title={say(resting && atEnd ? "past.resting.title" : "past.title")} onClose={acting.end}>
      <p>
        {resting && atEnd
          ? say("past.resting", { act: sayAct(act) })
          : say("past.about", { act: sayAct(act), time: whenWords(tick) })}
      </p>
      <Instead act={act} tick={tick} />
      <hr />
      <ForkForm tick={tick} act={act} />
    </Dialog>
  );
}

export function Fork({ tick }: { tick: number }) {
  return (
    <Dialog title={say("fork.title")} onClose={acting.end}>
      <ForkForm tick={tick} act={null} />
    </Dialog>
  );
}

/** The open run: how it was made, its state, and actions on the whole run. */
import { useState } from "preact/hooks";
import { acting, showNote } from "../acts/acting";
import { showError } from "../acts/send";
import { continueRun, restRun } from "../api/acts";
import { openRun } from "../route";
import { mayAct, nowTick, run, runState } from "../run/now";
import { liveOn } from "../run/playback";
import { town } from "../town";
import { read, say, sayKind, sayLanguage } from "../words";
import { Icon } from "./icon";
import { Imported } from "./imported";
import { clockAt, dayAt } from "./when";

/** The abilities that are switched off in this run. */
function off(parts: readonly string[]): [string, string] {
  return [say("lived.fact.off"), parts.map((part) => sayKind("off", part)).join(say("names.and"))];
}

function Facts() {
  const shown = run.value;
  if (!shown) return null;
  const scenario = town.value?.scenarios.find(({ id }) => id === shown.scenario);
  const rows: [string, string][] = [
    [say("lived.fact.state"), sayKind("lived.state", runState.value)],
    [say("lived.fact.scenario"), read(scenario?.name) || shown.scenario],
    [say("lived.fact.start"), `${dayAt(0)}, ${clockAt(0)}`],
    [say("lived.fact.language"), sayLanguage(shown.language)],
    [say("lived.fact.seed"), String(shown.seed)],
    ...(shown.off.length ? [off(shown.off)] : []),
  ];
  return (
    <dl class="facts">
      {rows.map(([title, text]) => (
        <>
          <dt key={`${title}-title`}>{title}</dt>
          <dd key={title}>{text}</dd>
        </>
      ))}
      {shown.parent && (
        <>
          <dt>{say("lived.fact.parent")}</dt>
          <dd>
            <button type="button" class="link" onClick={() => openRun(shown.parent?.run ?? "")}>
              {shown.parent.run}
            </button>{" "}
            <span class="soft">{clockAt(shown.parent.tick)}</span>
          </dd>
        </>
      )}
    </dl>
  );
}

/** Continues or stops the run. */
function Living() {
  const [busy, setBusy] = useState(false);
  const shown = run.value;
  if (!shown || runState.value === "elsewhere") return null;
  const lives = runState.value === "living";
  const fork = lives ? null : shown.fork_at;
  const go = async () => {
    if (fork !== null) return acting.begin({ is: "fork", tick: fork });
    setBusy(true);
    await (lives ? restRun(shown.name) : continueRun(shown.name).then(liveOn)).catch(showError);
    setBusy(false);
  };
  return (
    <button type="button" class="act" id="run-living" disabled={busy} onClick={go}>
      <Icon name={lives ? "rest" : fork !== null ? "fork" : "play"} />
      {say(lives ? "lived.rest" : fork !== null ? "lived.continue.fork" : "lived.continue")}
    </button>
  );
}

/** A link to the displayed moment, for sharing. */
function Share() {
  const copy = () => {
    const url = new URL(location.href);
    url.searchParams.set("tick", String(nowTick.peek()));
    const show = () => showNote(url.href);
    // The clipboard is available only to pages from HTTPS or from this machine.
    if (navigator.clipboard)
      navigator.clipboard.writeText(url.href).then(() => showNote(say("lived.link.copied")), show);
    else show();
  };
  return (
    <button type="button" class="act" onClick={copy}>
      <Icon name="link" />
      {say("lived.link")}
    </button>
  );
}

export function RunCard() {
  const shown = run.value;
  if (!shown) return null;
  return (
    <div class="pad">
      <h2>{shown.name}</h2>
      <Facts />
      <Imported />
      <div class="acts wrap">
        <Share />
        {mayAct.value && <Living />}
        {mayAct.value && (
          <button
            type="button"
            class="act"
            id="run-fork"
            onClick={() => acting.begin({ is: "fork", tick: nowTick.peek() })}
          >
            <Icon name="fork" />
            {say("lived.fork", { time: clockAt(nowTick.value) })}
          </button>
        )}
      </div>
    </div>
  );
}

/**
 * A person's plan of the day, and beside it what really happened; or the action log.
 *
 * Knows ticks and plans. Invariant: an activity is shown beside the block of the plan in which it began; the bands
 * and the list show the same.
 */
import { signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Did, PersonNow } from "../../api/wire.gen";
import { nowTick } from "../../run/now";
import { chooseTalk } from "../../town";
import { say } from "../../words";
import type { Kept } from "../answer";
import { Filters } from "../filters";
import { Moment, PlaceLink } from "../link";
import { placeName } from "../names";
import { Empty, Loading, Trouble } from "../trouble";
import { clockAt, lengthOf, momentOf } from "../when";
import { ActionLog } from "./log";
import { matchPlan, type PlanRow } from "./match";

/** The position of a tick in its day, from 0 to 100. */
function percentAt(tick: number): number {
  const moment = momentOf(tick);
  return ((moment.getUTCHours() * 60 + moment.getUTCMinutes()) / 14.4) % 100;
}

function Span({ from, until, is, what }: { from: number; until: number; is: string; what: string }) {
  const left = percentAt(from);
  const width = Math.max(0.4, Math.min(100 - left, ((until - from) * 100) / 8640));
  return (
    <i
      data-is={is}
      style={{ left: `${left}%`, width: `${width}%` }}
      title={`${clockAt(from)}–${clockAt(until)} ${what}`}
    />
  );
}

/** What the colours of the bands mean, for the kinds of this day. */
function BandLegend({ told }: { told: PersonNow }) {
  const planned = new Set(told.plan.map(({ promise }) => (promise ? "promise" : "plan")));
  const kinds = new Set([...planned, ...told.did.map(({ kind }) => kind)]);
  return (
    <ul class="band-legend soft">
      {[...kinds].map((kind) => (
        <li key={kind}>
          <span class="band">
            <i data-is={kind} />
          </span>
          {say(`today.band.${kind}`)}
        </li>
      ))}
    </ul>
  );
}

function Bands({ told, now }: { told: PersonNow; now: number }) {
  return (
    <div class="bands" aria-hidden="true">
      <div class="band">
        {told.plan.map((item) => (
          <Span
            key={item.start}
            from={item.start}
            until={item.end}
            is={item.promise ? "promise" : "plan"}
            what={item.what}
          />
        ))}
      </div>
      <div class="band did">
        {told.did.map((done) => (
          <Span
            key={`${done.from} ${done.kind}`}
            from={done.from}
            until={Math.min(done.until, now)}
            is={done.kind}
            what={done.what}
          />
        ))}
        <b style={{ left: `${percentAt(now)}%` }} />
        {[0, 6, 12, 18, 24].map((hour) => (
          <small key={hour} style={{ left: `${(hour / 24) * 100}%` }}>
            {hour}
          </small>
        ))}
      </div>
    </div>
  );
}

function DidRow({ done }: { done: Did }) {
  const ticks = done.until - done.from;
  return (
    <li data-is={done.kind}>
      <span class="emoji" aria-hidden="true">
        {done.emoji || (done.kind === "walk" ? "🚶" : "•")}
      </span>
      <span>
        {done.talk ? (
          <button type="button" class="link" onClick={() => chooseTalk(done.talk ?? "")}>
            {done.what}
          </button>
        ) : (
          done.what || say("now.walks")
        )}{" "}
        <span class="soft small">
          <Moment tick={done.from} /> {ticks > 3 && lengthOf(ticks)}
        </span>
      </span>
    </li>
  );
}

function Row({ row, now }: { row: PlanRow; now: number }) {
  const { plan } = row;
  const current = plan !== null && plan.start <= now && now < plan.end;
  const place = plan?.place ? placeName(plan.place) : "";
  return (
    <li class="beside" aria-current={current ? "time" : undefined}>
      <div class="plan" data-promise={plan?.promise ?? false}>
        {plan ? (
          <>
            <time>
              {clockAt(plan.start)}–{clockAt(plan.end)}
            </time>
            <p>
              {plan.promise && (
                <span class="emoji" aria-hidden="true">
                  🤝{" "}
                </span>
              )}
              {plan.what}
            </p>
            {plan.place && place && (
              <p class="soft small">
                <PlaceLink address={plan.place} />
              </p>
            )}
          </>
        ) : (
          <p class="soft small">{say("today.before")}</p>
        )}
      </div>
      <ul class="did">
        {row.did.map((done) => (
          <DidRow key={`${done.from} ${done.kind} ${done.what}`} done={done} />
        ))}
        {row.did.length === 0 && plan && plan.start > now && <li class="soft small">{say("today.ahead")}</li>}
      </ul>
    </li>
  );
}

const VIEWS = ["beside", "log"] as const;
const view = signal<(typeof VIEWS)[number]>("beside");

/** The day in one of two views: plan and reality, or the action log. */
export function TodayTab({ id, kept }: { id: string; kept: Kept<PersonNow> }) {
  return (
    <>
      <Filters
        label={say("today.views")}
        choices={VIEWS.map((one) => [one, say(`today.view.${one}`)])}
        chosen={view.value}
        onChoose={(one) => {
          view.value = one;
        }}
      />
      {view.value === "log" ? <ActionLog id={id} /> : <PlanAndLife kept={kept} />}
    </>
  );
}

function PlanAndLife({ kept }: { kept: Kept<PersonNow> }) {
  if (!kept.data) return kept.trouble ? <Trouble kept={kept} /> : <Loading />;
  return <Beside told={kept.data} />;
}

function Beside({ told }: { told: PersonNow }) {
  const now = nowTick.value;
  const list = useRef<HTMLOListElement>(null);
  // The list opens at the block of now.
  useLayoutEffect(
    () => list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "start" }),
    [],
  );
  const rows = matchPlan(told.plan, told.did);
  if (!rows.length) return <Empty words={told.missing || say("today.none")} />;
  return (
    <>
      <Bands told={told} now={now} />
      <BandLegend told={told} />
      <div class="beside-head soft" aria-hidden="true">
        <span>{say("today.plan")}</span>
        <span>{say("today.did")}</span>
      </div>
      <ol class="besides" ref={list} aria-label={say("today.label")}>
        {rows.map((row) => (
          <Row key={row.plan?.start ?? -1} row={row} now={now} />
        ))}
      </ol>
    </>
  );
}

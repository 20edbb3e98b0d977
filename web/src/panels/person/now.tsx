/**
 * A person's activity, place and reason; their promises, concerns and insights.
 *
 * Knows the displayed moment and the server's answer. Invariant: always names who answered for them.
 */
import type { PersonNow as Told } from "../../api/wire.gen";
import { nowTick, peopleNow, talksNow } from "../../run/now";
import { chooseTalk } from "../../town";
import { say, sayKind } from "../../words";
import type { Kept } from "../answer";
import { Icon } from "../icon";
import { Moment, PersonLink, PlaceLink } from "../link";
import { namesOf } from "../names";
import { Section } from "../section";
import { Loading, Trouble } from "../trouble";
import { lengthOf } from "../when";
import { Insights } from "./insights";
import { MindBadge } from "./mind";
import { isSame } from "./same";
import { WhyDetails } from "./why";

/** A person's activity at the displayed moment, in words. */
export function sayNow(id: string): { emoji: string; words: string } {
  const now = peopleNow.value.get(id);
  if (peopleNow.value.size === 0) return { emoji: "…", words: say("panel.loading") };
  if (!now || now.tile === null) return { emoji: "🧳", words: say("now.away") };
  if (now.asleep) return { emoji: "💤", words: say("now.asleep") };
  const talk = now.talk ? talksNow.value.get(now.talk) : undefined;
  const others = talk?.people.filter((other) => other !== id) ?? [];
  if (others.length) return { emoji: "💬", words: say("now.talks", { names: namesOf(others) }) };
  if (now.deed)
    return {
      emoji: now.deed.emoji || "•",
      words: [now.deed.what, now.deed.note].filter(Boolean).join(" · "),
    };
  return now.walking ? { emoji: "🚶", words: say("now.walks") } : { emoji: "🧍", words: say("now.stands") };
}

/** A person's activity, place and its duration. */
export function Doing({ id, told }: { id: string; told?: Told | undefined }) {
  const now = peopleNow.value.get(id);
  const { emoji, words } = sayNow(id);
  const place = now?.deed?.place ?? told?.place;
  const since = now?.deed && now.deed.since >= 0 ? nowTick.value - now.deed.since : 0;
  return (
    <div class="doing">
      <span class="doing-emoji" aria-hidden="true">
        {emoji}
      </span>
      <div>
        <p class="doing-words">{words}</p>
        <p class="soft">
          {place && <PlaceLink address={place} whole />}
          {place && since > 3 && " · "}
          {since > 3 && say("now.since", { length: lengthOf(since) })}
        </p>
        {now?.talk && (
          <button type="button" class="link" onClick={() => chooseTalk(now.talk ?? "")}>
            {say("feed.read")}
          </button>
        )}
      </div>
    </div>
  );
}

function Promises({ told }: { told: Told }) {
  if (!told.promises.length) return null;
  const order = ["open", "kept", "missed", "declined"];
  const sorted = [...told.promises].sort(
    (a, b) => order.indexOf(a.status) - order.indexOf(b.status) || a.start - b.start,
  );
  return (
    <Section icon="promise" title={say("person.promises")}>
      <ul class="promises">
        {sorted.slice(0, 12).map((promise) => (
          <li key={`${promise.start} ${promise.what}`} data-status={promise.status}>
            <p>
              {promise.what}{" "}
              <span class={`chip ${promise.status}`}>{sayKind("promise", promise.status)}</span>
            </p>
            <p class="under soft">
              <Moment tick={promise.start} />
              {promise.place && (
                <>
                  {" · "}
                  <PlaceLink address={promise.place} />
                </>
              )}
              {promise.with.length > 0 && (
                <>
                  {" · "}
                  {say("person.promise.with")}{" "}
                  {promise.with.map((other, index) => (
                    <span key={other}>
                      {index > 0 && say("names.and")}
                      <PersonLink id={other} />
                    </span>
                  ))}
                </>
              )}
            </p>
            {promise.because && <p class="under soft">{promise.because}</p>}
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The reason in a sentence. What the heading or the plan says already is not said again. */
function sayReason(told: Told): string {
  const { sentence } = told.why;
  if (!sentence) return told.deed ? "" : say("why.none");
  if (!isSame(sentence, told.plan.find(({ now }) => now)?.what)) return sentence;
  return isSame(sentence, told.deed?.what) ? say("why.as.planned") : say("why.planned", { what: sentence });
}

/** Whether the answer is of the displayed activity. After a jump the answer comes later than the moment. */
function isCurrent(id: string, told: Told): boolean {
  const now = peopleNow.value.get(id);
  const same = (now?.deed?.what ?? "") === (told.deed?.what ?? "") && (now?.talk ?? null) === told.talk;
  return same || told.tick === nowTick.value || told.left !== null;
}

/** The reason of the activity, and who answered. For a person who has left: that they left, and when. */
function Reason({ id, told }: { id: string; told: Told }) {
  if (told.left !== null)
    return (
      <div class="why" id="left">
        <p>
          <Icon name="bulb" />
          <span>{say("why.left")}</span>
        </p>
        <p class="mind soft">
          <Moment tick={told.left} />
        </p>
      </div>
    );
  const reason = sayReason(told);
  if (!isCurrent(id, told))
    return (
      <div class="why">
        <Loading />
      </div>
    );
  return (
    <div class="why">
      {reason && (
        <p>
          <Icon name="bulb" />
          <span>{reason}</span>
        </p>
      )}
      {told.why.habit ? <p class="mind soft">{say("why.habit")}</p> : <MindBadge by={told.why.by} />}
      <WhyDetails id={id} />
    </div>
  );
}

export function NowTab({ id, whose, kept }: { id: string; whose: string; kept: Kept<Told> }) {
  const told = kept.data;
  return (
    <>
      <Doing id={id} told={told} />
      <Trouble kept={kept} />
      {!told && !kept.trouble && <Loading />}
      {told && <Reason id={id} told={told} />}
      {told?.missing && told.left === null && <p class="soft empty">{told.missing}</p>}
      {told?.note && (
        <p class="soft small" data-note>
          {told.note}
        </p>
      )}
      {told && <Promises told={told} />}
      {told && told.concerns.length > 0 && (
        <Section icon="thought" title={say("person.concerns", { whose })}>
          <ul class="plain">
            {told.concerns.map((concern) => (
              <li key={concern}>{concern}</li>
            ))}
          </ul>
        </Section>
      )}
      {told && <Insights id={id} insights={told.insights} most={3} />}
    </>
  );
}

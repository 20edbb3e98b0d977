/**
 * All talks up to the displayed moment, newest first, with search; or those of one person.
 *
 * Knows talks as transcripts. Invariant: nothing said after the displayed moment is shown.
 */
import { useState } from "preact/hooks";
import { readTalks } from "../api/reads";
import type { Talk } from "../api/wire.gen";
import { nowTick, run, talksNow } from "../run/now";
import { say } from "../words";
import { calmTick, useAnswer } from "./answer";
import { Icon } from "./icon";
import { TalkRow } from "./talk";
import { Empty, Loading, Trouble } from "./trouble";

const PAGE = 30;

function Found({
  talks,
  searched = false,
}: {
  searched?: boolean;
  talks: readonly { id: string; begin: number; people: readonly string[]; lines: Talk["lines"] }[];
}) {
  if (!talks.length) return <Empty words={say(searched ? "talks.none" : "talks.none.yet")} />;
  const now = nowTick.peek();
  return (
    <ol class="feed">
      {talks.map((talk) => (
        <TalkRow
          key={talk.id}
          talk={{ ...talk, lines: talk.lines.filter((line) => line.tick < now) }}
          live={talksNow.value.has(talk.id)}
        />
      ))}
    </ol>
  );
}

function Asked({ person, q }: { person: string | undefined; q: string }) {
  const [limit, setLimit] = useState(PAGE);
  const name = run.value?.name ?? "";
  const until = calmTick.value;
  const query = { ...(person ? { person } : {}), q, until, limit };
  const kept = useAnswer(JSON.stringify(query), () => readTalks(name, query), 350);
  const told = kept.data;
  return (
    <>
      <Trouble kept={kept} />
      {!told && !kept.trouble && <Loading />}
      {told && told.total > 0 && <p class="list-note">{say("talks.count", { n: told.total })}</p>}
      {told && <Found talks={told.talks} searched={q !== ""} />}
      {told && told.talks.length >= limit && told.total > limit && (
        <button type="button" class="act wide" onClick={() => setLimit(limit + PAGE)}>
          {say("feed.earlier")}
        </button>
      )}
    </>
  );
}

export function TalkList({ person }: { person?: string }) {
  const [typed, setTyped] = useState("");
  return (
    <>
      <label class="field search-talks">
        <Icon name="search" />
        <span class="unseen">{say("talks.search")}</span>
        <input
          type="search"
          placeholder={say("talks.search")}
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </label>
      <Asked person={person} q={typed.trim()} />
    </>
  );
}

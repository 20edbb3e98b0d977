/**
 * The calls of a run to models, newest first: by person, by question, or only those with a failure.
 *
 * Knows calls as the server sends them. Invariant: while the newest are shown, new ones appear as the run goes on.
 */
import { useState } from "preact/hooks";
import { type CallQuery, readCalls } from "../api/reads";
import type { Calls as Told } from "../api/wire.gen";
import { useAnswer } from "../panels/answer";
import { nameOf } from "../panels/names";
import { Section } from "../panels/section";
import { Empty, Loading, Trouble } from "../panels/trouble";
import { run } from "../run/now";
import { people } from "../town";
import { say, sayKind } from "../words";
import { CallRow } from "./call";
import { machine } from "./watch";

const PAGE = 25;
/** How often new calls are looked for at most, in milliseconds. */
const REST = 2000;

type Filter = Pick<CallQuery, "person" | "kind" | "failed">;

function Filters({
  chosen,
  kinds,
  onChoose,
}: {
  chosen: Filter;
  kinds: readonly string[];
  onChoose: (filter: Filter) => void;
}) {
  const everyone = [...people.value.keys()].sort((one, other) => nameOf(one).localeCompare(nameOf(other)));
  return (
    <div class="call-filters">
      <label class="unseen" for="calls-person">
        {say("machine.person")}
      </label>
      <select
        id="calls-person"
        value={chosen.person}
        onChange={(event) => onChoose({ ...chosen, person: event.currentTarget.value })}
      >
        <option value="">{say("calls.person.all")}</option>
        {everyone.map((id) => (
          <option key={id} value={id}>
            {nameOf(id)}
          </option>
        ))}
      </select>
      <label class="unseen" for="calls-kind">
        {say("machine.question")}
      </label>
      <select
        id="calls-kind"
        value={chosen.kind}
        onChange={(event) => onChoose({ ...chosen, kind: event.currentTarget.value })}
      >
        <option value="">{say("calls.kind.all")}</option>
        {kinds.map((kind) => (
          <option key={kind} value={kind}>
            {sayKind("question", kind)}
          </option>
        ))}
      </select>
      <label class="tick">
        <input
          id="calls-failed"
          type="checkbox"
          checked={chosen.failed}
          onChange={(event) => onChoose({ ...chosen, failed: event.currentTarget.checked })}
        />
        {say("calls.failed")}
      </label>
    </div>
  );
}

function Found({ told, filtered }: { told: Told; filtered: boolean }) {
  if (!told.calls.length) return <Empty words={say(filtered ? "calls.none.fit" : "calls.none")} />;
  return (
    <ol class="calls">
      {told.calls.map((call) => (
        <CallRow key={call.number} call={call} />
      ))}
    </ol>
  );
}

export function Calls() {
  const [filter, setFilter] = useState<Filter>({ person: "", kind: "", failed: false });
  const [before, setBefore] = useState<number | undefined>(undefined);
  const name = run.value?.name ?? "";
  const query = { ...filter, before, limit: PAGE };
  // A page of older calls stays as it is; the newest are asked for again when there are more outcomes.
  const outcomes = machine.value?.by_outcome.reduce((sum, { count }) => sum + count, 0) ?? 0;
  const answers = machine.value?.total.answers ?? 0;
  const progress = before === undefined ? `${outcomes} ${answers}` : "";
  const kept = useAnswer(
    `${name} ${JSON.stringify(query)} ${progress}`,
    () => readCalls(name, query),
    REST / 4,
  );
  const told = kept.data;
  const filtered = filter.person !== "" || filter.kind !== "" || filter.failed;
  const choose = (chosen: Filter) => {
    setFilter(chosen);
    setBefore(undefined);
  };
  return (
    <Section
      icon="speech"
      title={say("calls.title")}
      aside={told ? say("calls.count", { n: told.total }) : ""}
    >
      {told && told.kinds.length > 0 && (
        <>
          <p class="soft small">{say("calls.about")}</p>
          <Filters chosen={filter} kinds={told.kinds} onChoose={choose} />
        </>
      )}
      <Trouble kept={kept} />
      {!told && !kept.trouble && <Loading />}
      {told && <Found told={told} filtered={filtered || before !== undefined} />}
      <div class="acts wrap">
        {before !== undefined && (
          <button type="button" class="act" id="calls-latest" onClick={() => setBefore(undefined)}>
            {say("calls.latest")}
          </button>
        )}
        {told?.before && (
          <button
            type="button"
            class="act"
            id="calls-earlier"
            onClick={() => setBefore(told.before ?? undefined)}
          >
            {say("calls.earlier")}
          </button>
        )}
      </div>
    </Section>
  );
}

/**
 * A person's memories: newest first, by kind, or ranked by a typed question.
 *
 * Knows memories as the server sends them; a recording finds them by their words. Invariant: nothing learnt after the displayed moment is shown.
 */

import { useState } from "preact/hooks";
import { inReplay } from "../../api/carried";
import { readMemories } from "../../api/reads";
import type { Memory } from "../../api/wire.gen";
import { run } from "../../run/now";
import { say, sayKind } from "../../words";
import { slowTick, useAnswer } from "../answer";
import { Filters } from "../filters";
import { Icon } from "../icon";
import { spokenLanguage } from "../language";
import { Moment, PersonLink, PlaceLink } from "../link";
import { calledOf, personOf } from "../names";
import { traceNews } from "../news";
import { Empty, Loading, Trouble } from "../trouble";
import { More } from "./insights";
import { kindSignOf } from "./kinds";
import { ScoreBars } from "./scores";

const PAGE = 40;

function Under({ id, memory }: { id: string; memory: Memory }) {
  return (
    <div class="under soft">
      <Moment tick={memory.tick} /> · {sayKind("memory", memory.kind)}
      {" · "}
      <span title={say("memory.importance.hint")}>{say("memory.importance", { n: memory.importance })}</span>
      {memory.source && (
        <>
          {" · "}
          {say("memory.from")} <PersonLink id={memory.source} />
        </>
      )}
      {memory.place && (
        <>
          {" · "}
          <PlaceLink address={memory.place} />
        </>
      )}
      {memory.private && ` · ${say("memory.private")}`}
      {memory.evidence.length > 0 && <More id={id} numbers={memory.evidence} />}
      {memory.kind === "news" && (
        <>
          {" · "}
          <button type="button" class="link" onClick={() => traceNews({ person: id, memory: memory.number })}>
            {say("memory.trace")}
          </button>
        </>
      )}
    </div>
  );
}

function Row({ id, memory }: { id: string; memory: Memory }) {
  return (
    <li data-kind={memory.kind}>
      <p>
        <span class="emoji" aria-hidden="true">
          {kindSignOf(memory.kind)}
        </span>{" "}
        <span lang={spokenLanguage.value}>{memory.text}</span>
      </p>
      <Under id={id} memory={memory} />
      {memory.scores && <ScoreBars scores={memory.scores} />}
    </li>
  );
}

/** The search field, and the filter by person. */
function Query(props: { id: string; typed: string; onType: (text: string) => void }) {
  return (
    <label class="field search-memory">
      <Icon name="search" />
      <span class="unseen">{say("memory.search", { name: calledOf(props.id) })}</span>
      <input
        type="search"
        placeholder={say("memory.search", { name: calledOf(props.id) })}
        value={props.typed}
        onInput={(event) => props.onType(event.currentTarget.value)}
      />
    </label>
  );
}

export function MemoryTab({ id }: { id: string }) {
  const [typed, setTyped] = useState("");
  const [kind, setKind] = useState("");
  const [limit, setLimit] = useState(PAGE);
  const name = run.value?.name ?? "";
  const tick = slowTick.value;
  const query = { tick, q: typed.trim(), kind, limit };
  const kept = useAnswer(JSON.stringify(query), () => readMemories(name, id, query), 350);
  const found = kept.data;
  const kinds = found?.kinds ?? [];
  return (
    <>
      <Query id={id} typed={typed} onType={setTyped} />
      {kinds.length > 1 && (
        <Filters
          label={say("memory.kinds")}
          choices={["", ...kinds].map((one) => [one, one ? sayKind("memory", one) : say("feed.only.all")])}
          chosen={kind}
          onChoose={(one) => {
            setKind(one);
            setLimit(PAGE);
          }}
        />
      )}
      <Trouble kept={kept} />
      {!found && !kept.trouble && <Loading />}
      {found && (
        <>
          <p class="soft small">
            {query.q && !inReplay ? say("memory.by.score") : say("memory.count", { n: found.total })}
          </p>
          <ul class="memories">
            {found.memories.map((memory) => (
              <Row key={memory.number} id={id} memory={memory} />
            ))}
          </ul>
          {found.memories.length === 0 && (
            <Empty words={say("memory.none", { name: personOf(id) ? calledOf(id) : id })} />
          )}
          {found.memories.length >= limit && found.total > limit && (
            <button type="button" class="act wide" onClick={() => setLimit(limit + PAGE)}>
              {say("panel.more")}
            </button>
          )}
        </>
      )}
    </>
  );
}

/** The people a person knows, and their current opinion of them. */
import type { PersonNow, TieNow } from "../../api/wire.gen";
import { say } from "../../words";
import type { Kept } from "../answer";
import { Closeness } from "../closeness";
import { Moment, meet } from "../link";
import { nameOf, personOf } from "../names";
import { Portrait } from "../portrait";
import { Empty, Loading, Trouble } from "../trouble";

function Told({ title, texts }: { title: string; texts: readonly string[] }) {
  if (!texts.length) return null;
  return (
    <>
      <p class="soft small">{title}</p>
      <ul class="plain small">
        {texts.slice(0, 6).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </>
  );
}

function Tie({ tie }: { tie: TieNow }) {
  const other = personOf(tie.person);
  return (
    <li class="tie">
      <button type="button" class="row" data-person={tie.person} onClick={() => meet(tie.person)}>
        {other && <Portrait person={other} size={40} />}
        <span class="row-text">
          <strong>
            {nameOf(tie.person)} <Closeness of={tie.closeness} />
          </strong>
          <span>{tie.tie}</span>
          <span class="soft">{tie.feeling}</span>
        </span>
      </button>
      <details>
        <summary>{say("tie.talks", { n: tie.talks })}</summary>
        {tie.last !== null && (
          <p class="soft small">
            {say("tie.last")} <Moment tick={tie.last} />
          </p>
        )}
        <Told title={say("tie.knows")} texts={tie.knows} />
        <Told title={say("tie.told")} texts={tie.told} />
      </details>
    </li>
  );
}

export function TiesTab({ kept }: { kept: Kept<PersonNow> }) {
  const told = kept.data;
  if (!told) return kept.trouble ? <Trouble kept={kept} /> : <Loading />;
  if (!told.ties.length) return <Empty words={told.missing || say("person.knows.nobody")} />;
  const ties = [...told.ties].sort(
    (one, other) => other.closeness - one.closeness || other.talks - one.talks,
  );
  return (
    <ul class="list tight ties">
      {ties.map((tie) => (
        <Tie key={tie.person} tie={tie} />
      ))}
    </ul>
  );
}

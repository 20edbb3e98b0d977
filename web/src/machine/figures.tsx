/**
 * Cost by question, by model and by person, with the failed tries and their reasons.
 *
 * Knows the server's numbers. Invariant: the rows of each table add up to the total.
 */
import type { Machine } from "../api/wire.gen";
import { PersonLink } from "../panels/link";
import { sayMind } from "../panels/person/mind";
import { Section } from "../panels/section";
import { say, sayKind } from "../words";
import { columnsOf, sayFailures } from "./columns";
import { sayNumber, sayShare } from "./say";
import { Table } from "./table";

function ByQuestion({ told }: { told: Machine }) {
  const columns = columnsOf(told.by_question);
  return (
    <Section icon="ask" title={say("machine.by.question")}>
      <Table
        heads={[say("machine.question"), ...columns.map(({ head }) => head)]}
        rows={told.by_question.map((each) => [
          sayKind("question", each.kind),
          ...columns.map(({ cell }) => cell(each)),
        ])}
        notes={told.by_question.map(sayFailures)}
      />
    </Section>
  );
}

function ByMind({ told }: { told: Machine }) {
  const { models } = told.mind;
  const columns = columnsOf(models);
  return (
    <Section icon="machine" title={say("machine.by.model")}>
      <Table
        heads={[say("machine.model"), ...columns.map(({ head }) => head)]}
        rows={models.map((each) => [
          each.what === "unsent" ? say("machine.unsent") : sayMind(each.name),
          ...columns.map(({ cell }) => cell(each)),
        ])}
        notes={models.map(sayFailures)}
      />
    </Section>
  );
}

function ByPerson({ told }: { told: Machine }) {
  const columns = columnsOf(told.by_person);
  const habit = told.by_person.some(({ reused }) => reused > 0);
  return (
    <Section icon="people" title={say("machine.by.person")}>
      <Table
        heads={[
          say("machine.person"),
          ...columns.map(({ head }) => head),
          ...(habit ? [say("machine.habit.label")] : []),
        ]}
        rows={told.by_person.map((each) => [
          <PersonLink key={each.person} id={each.person} short={false} />,
          ...columns.map(({ cell }) => cell(each)),
          ...(habit ? [sayShare(each.reused, each.blocks)] : []),
        ])}
        notes={told.by_person.map(sayFailures)}
      />
    </Section>
  );
}

function ByOutcome({ told }: { told: Machine }) {
  if (!told.by_outcome.length) return null;
  return (
    <Section icon="feed" title={say("machine.by.outcome")}>
      <Table
        heads={[
          say("machine.model"),
          say("machine.outcome"),
          say("machine.count"),
          say("machine.tokens.label"),
        ]}
        rows={told.by_outcome.map((each) => [
          sayMind(each.model),
          sayKind("outcome", each.outcome),
          sayNumber(each.count),
          sayNumber(each.tokens),
        ])}
      />
    </Section>
  );
}

export function Figures({ told }: { told: Machine }) {
  return (
    <>
      <ByQuestion told={told} />
      <ByMind told={told} />
      <ByPerson told={told} />
      <ByOutcome told={told} />
    </>
  );
}

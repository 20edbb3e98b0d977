/**
 * The cost of answers as table columns, without the empty ones.
 *
 * Knows figures. Invariant: every row has a cell for every column; the number of answers is always shown.
 */
import type { Spent } from "../api/wire.gen";
import { say } from "../words";
import { sayWhy } from "./fault";
import { sayNumber, sayPrice, sayTime } from "./say";

interface Column {
  readonly head: string;
  readonly cell: (spent: Spent) => string;
}

/** The columns that are not empty in every row. */
export function columnsOf(rows: readonly Spent[]): Column[] {
  const has = (figure: (spent: Spent) => number) => rows.some((row) => figure(row) > 0);
  const columns: Column[] = [
    { head: say("machine.answers.label"), cell: ({ answers }) => sayNumber(answers) },
  ];
  if (has(({ tokens }) => tokens))
    columns.push({ head: say("machine.tokens.label"), cell: ({ tokens }) => sayNumber(tokens) });
  if (has(({ price }) => price))
    columns.push({ head: say("machine.price.label"), cell: ({ price }) => sayPrice(price) });
  if (has(({ seconds }) => (seconds < 0.05 ? 0 : 1)))
    columns.push({ head: say("machine.time.label"), cell: ({ seconds }) => sayTime(seconds) });
  if (has(({ failed }) => failed))
    columns.push({
      head: say("machine.failed.label"),
      cell: ({ failed }) => (failed ? sayNumber(failed) : "–"),
    });
  return columns;
}

/** The reasons of failed tries in one line; empty if there are none. */
export function sayFailures({ failures }: Spent): string {
  return failures.map(({ why, count }) => (count > 1 ? `${sayWhy(why)} ×${count}` : sayWhy(why))).join(" · ");
}

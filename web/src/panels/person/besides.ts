/**
 * What really happened, put beside the plan.
 *
 * Knows ticks, no screens. Invariant: everything that happened stands in exactly one row, in the order of time.
 */
import type { Did, PlanItem } from "../../api/wire.gen";

/** A part of the plan with what happened in it; none for what happened outside of it. */
export interface Beside {
  readonly plan: PlanItem | null;
  readonly did: readonly Did[];
}

/** Puts what happened beside the part of the plan in which it began. */
export function besides(plan: readonly PlanItem[], did: readonly Did[]): Beside[] {
  const rows: { plan: PlanItem | null; did: Did[] }[] = [];
  const parts = [...plan]
    .sort((one, other) => one.start - other.start)
    .map((item) => ({ plan: item, did: [] as Did[] }));
  const before: Did[] = [];
  for (const done of [...did].sort((one, other) => one.from - other.from)) {
    const part = parts.findLast((one) => one.plan.start <= done.from);
    (part?.did ?? before).push(done);
  }
  if (before.length) rows.push({ plan: null, did: before });
  return [...rows, ...parts];
}

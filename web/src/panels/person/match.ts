/**
 * Matches what happened with the plan.
 *
 * Knows ticks, no screens. Invariant: everything that happened is in exactly one row, in order of time.
 */
import type { Did, PlanItem } from "../../api/wire.gen";

/** A block of the plan with what happened in it; no block for what happened outside the plan. */
export interface PlanRow {
  readonly plan: PlanItem | null;
  readonly did: readonly Did[];
}

/** Assigns each activity to the block of the plan in which it began. */
export function matchPlan(plan: readonly PlanItem[], did: readonly Did[]): PlanRow[] {
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

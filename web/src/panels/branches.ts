/**
 * Who told whom, as trees.
 *
 * Knows knowers of a piece of news, no screens. Invariant: everybody stands in the trees exactly once, and nobody
 * below somebody who learnt it later.
 */
import type { Knower } from "../api/wire.gen";

export interface Branch {
  readonly knower: Knower;
  readonly told: readonly Branch[];
}

/** Who told whom; somebody whose source is not among those who knew before stands at a root. */
export function branchesOf(knowers: readonly Knower[]): Branch[] {
  const order = [...knowers].sort(
    (one, other) => one.tick - other.tick || one.person.localeCompare(other.person),
  );
  const roots: Branch[] = [];
  const placed = new Map<string, { readonly knower: Knower; readonly told: Branch[] }>();
  for (const knower of order) {
    if (placed.has(knower.person)) continue;
    const branch = { knower, told: [] };
    // Only who is placed already can have told it, whatever people remember.
    const above = knower.source ? placed.get(knower.source) : undefined;
    (above?.told ?? roots).push(branch);
    placed.set(knower.person, branch);
  }
  return roots;
}

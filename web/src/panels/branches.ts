/**
 * Who told whom, as trees.
 *
 * Knows the people who know a piece of news, no screens. Invariant: each person is in the trees exactly once, and
 * never below a person who learnt it later.
 */
import type { Knower } from "../api/wire.gen";

export interface Branch {
  readonly knower: Knower;
  readonly told: readonly Branch[];
}

/** The trees. A person whose source did not know it before is a root. */
export function branchesOf(knowers: readonly Knower[]): Branch[] {
  const order = [...knowers].sort(
    (one, other) => one.tick - other.tick || one.person.localeCompare(other.person),
  );
  const roots: Branch[] = [];
  const placed = new Map<string, { readonly knower: Knower; readonly told: Branch[] }>();
  for (const knower of order) {
    if (placed.has(knower.person)) continue;
    const branch = { knower, told: [] };
    // Only a person who is already in a tree can be the source, whatever people remember.
    const above = knower.source ? placed.get(knower.source) : undefined;
    (above?.told ?? roots).push(branch);
    placed.set(knower.person, branch);
  }
  return roots;
}

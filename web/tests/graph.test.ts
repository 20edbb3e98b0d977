import { describe, expect, it } from "vitest";
import type { Edge } from "../src/api/wire.gen";
import { closenessOf, layOut } from "../src/panels/graph";

const edge = (a: string, b: string, both: number): Edge => ({
  a,
  b,
  closeness: [both, both],
  talks: 0,
  last: null,
});
const ids = ["ann", "bob", "cleo", "dan"];
const edges = [edge("ann", "bob", 10), edge("cleo", "dan", 1)];

function away(spots: ReturnType<typeof layOut>, a: string, b: string): number {
  const [one, other] = [spots.get(a), spots.get(b)];
  return Math.hypot((one?.x ?? 0) - (other?.x ?? 0), (one?.y ?? 0) - (other?.y ?? 0));
}

describe("a graph of ties", () => {
  it("is the same each time", () => {
    expect(layOut(ids, edges)).toEqual(layOut(ids, edges));
  });

  it("puts close people nearer than those who hardly know each other", () => {
    const spots = layOut(ids, edges);
    expect(away(spots, "ann", "bob")).toBeLessThan(away(spots, "cleo", "dan"));
  });

  it("keeps enemies further apart than strangers", () => {
    const spots = layOut(["ann", "bob", "cleo", "dan"], [edge("ann", "bob", -8), edge("cleo", "dan", 0)]);
    expect(away(spots, "ann", "bob")).toBeGreaterThan(away(spots, "cleo", "dan"));
  });

  it("moves people from their old positions when a tie changes a little", () => {
    const before = layOut(ids, edges);
    const after = layOut(ids, [edge("ann", "bob", 9), edge("cleo", "dan", 1)], before);
    for (const id of ids) {
      const [was, is] = [before.get(id), after.get(id)];
      expect(Math.hypot((was?.x ?? 0) - (is?.x ?? 0), (was?.y ?? 0) - (is?.y ?? 0))).toBeLessThan(40);
    }
  });

  it("leaves out ties to people outside it", () => {
    expect([...layOut(["ann"], [edge("ann", "ghost", 5)]).keys()]).toEqual(["ann"]);
  });

  it("uses the closeness in both directions", () => {
    expect(closenessOf({ ...edge("a", "b", 0), closeness: [10, 0] })).toBe(0.5);
    expect(closenessOf({ ...edge("a", "b", 0), closeness: [-10, -10] })).toBe(-1);
  });
});

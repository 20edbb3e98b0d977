import { describe, expect, it } from "vitest";
import { Occluders, type Standee } from "../src/map/occluders";

function box(left: number, bottom: number, width = 16, height = 32): Standee {
  return { left, right: left + width, top: bottom - height, bottom, depth: bottom };
}

function found(all: readonly Standee[], box: Standee): Standee[] {
  const into = new Set<Standee>();
  new Occluders(all).collect(box, into);
  return [...into];
}

describe("an object in front", () => {
  const person = box(100, 100, 16, 24);

  it("is nearer and covers part of a person", () => {
    const [tree, bush, house] = [box(104, 120), box(90, 90), box(300, 120)];
    expect(found([tree, bush, house], person)).toEqual([tree]);
  });

  it("includes the objects in front of it in turn", () => {
    const [tree, fence, far] = [box(104, 120), box(112, 140), box(112, 300)];
    expect(found([far, fence, tree], person)).toEqual([tree, fence]);
  });

  it("is found at any size", () => {
    const hall = box(0, 130, 600, 400);
    expect(found([hall], person)).toEqual([hall]);
  });
});

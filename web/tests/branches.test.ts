import { describe, expect, it } from "vitest";
import type { Knower } from "../src/api/wire.gen";
import { type Branch, branchesOf } from "../src/panels/branches";

const knower = (person: string, tick: number, source: string | null): Knower => ({
  person,
  tick,
  source,
  text: "",
  talk: null,
  line: "",
  own: source === null,
});
const shape = (branches: readonly Branch[]): unknown =>
  Object.fromEntries(branches.map(({ knower: { person }, told }) => [person, shape(told)]));
const namesIn = (branches: readonly Branch[]): string[] =>
  branches.flatMap(({ knower: { person }, told }) => [person, ...namesIn(told)]);

describe("who told whom", () => {
  it("is a tree below the first person who knew", () => {
    const told = [knower("cleo", 30, "bob"), knower("ann", -1, null), knower("bob", 20, "ann")];
    expect(shape(branchesOf(told))).toEqual({ ann: { bob: { cleo: {} } } });
  });

  it("includes people whose source does not know it", () => {
    expect(shape(branchesOf([knower("bob", 20, "ghost"), knower("ann", 5, null)]))).toEqual({
      ann: {},
      bob: {},
    });
  });

  it("shows each person once even when memories contradict each other", () => {
    const told = [knower("ann", 10, "bob"), knower("bob", 20, "ann"), knower("cleo", 20, "cleo")];
    expect(namesIn(branchesOf(told)).sort()).toEqual(["ann", "bob", "cleo"]);
  });

  it("shows two people who name each other as source once each", () => {
    const told = [knower("ann", 10, "bob"), knower("bob", 10, "ann")];
    expect(namesIn(branchesOf(told)).sort()).toEqual(["ann", "bob"]);
  });
});

import { describe, expect, it } from "vitest";
import { type Ground, type Pose, poseAt, towards } from "../src/map/pose";
import { State } from "../src/run/state";
import type { Place } from "../src/run/track";
import { reelOf, TALK } from "./made";

const WAYS: Record<number, readonly Place[]> = {
  0: [[1, 1], [2, 1], [2, 2], [9, 9], [9, 9], null],
  1: [
    [1, 3],
    [1, 3],
    [1, 3],
    [7, 9],
    [7, 9],
    [7, 9],
  ],
};

const ground: Ground = {
  tileSize: 16,
  place: (index, tick) => WAYS[index]?.[tick] ?? null,
  tiles: (thing) => (thing === "stove" ? [[9, 8]] : []),
  seat: (x, y) => (x === 9 && y === 9 ? "left" : undefined),
  posture: (thing) => ({ sofa: "sitting", bed: "lying" })[thing] ?? "standing",
  index: (person) => ["ann", "bo"].indexOf(person),
};

function poseOf(now: number, state = new State(), who = 0): Pose {
  const rest = { walking: false, bearing: "standing", asleep: false, gesture: "none", item: null } as const;
  const pose: Pose = { there: false, x: 0, y: 0, facing: "down", ...rest };
  poseAt(ground, who, who === 0 ? "ann" : "bo", now, state, pose);
  return pose;
}

describe("a pose", () => {
  it("is interpolated between two tiles, and faces the way", () => {
    expect(poseOf(0.25)).toMatchObject({ x: (1.25 + 0.5) * 16, y: 32, facing: "right", walking: true });
    expect(poseOf(1.5)).toMatchObject({ x: 40, y: 2.5 * 16, facing: "down" });
  });

  it("does not slide across the town", () => {
    expect(poseOf(2.9)).toMatchObject({ x: 40, y: 48 });
    expect(poseOf(3)).toMatchObject({ x: 152, y: 160, walking: false });
  });

  it("is absent if the person is not in town", () => {
    expect(poseOf(5).there).toBe(false);
  });

  it("faces the talk partner, or else the thing in use", () => {
    const state = State.of(reelOf(0, 9).state);
    for (const happening of TALK.slice(0, 2)) state.apply(happening);
    expect(poseOf(3, state).facing).toBe("up");
    for (const happening of TALK.slice(2, 5)) state.apply(happening);
    expect(poseOf(3, state).facing).toBe("left");
    expect(poseOf(3, state, 1).facing).toBe("right");
  });

  it("is asleep only when standing still", () => {
    const state = State.of(reelOf(0, 9).state);
    expect(poseOf(3, state).asleep).toBe(true);
    expect(poseOf(0.5, state).asleep).toBe(false);
  });

  it("has no direction to its own tile", () => {
    expect(towards(0, 0)).toBeNull();
  });
});

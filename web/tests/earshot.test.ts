import { expect, test } from "vitest";
import { inEarshot } from "../src/acts/earshot";

const me = { id: "me", tile: [10, 10], asleep: false } as const;
const near = { id: "near", tile: [12, 11], asleep: false } as const;
const far = { id: "far", tile: [10, 13], asleep: false } as const;
const sleeper = { id: "sleeper", tile: [11, 10], asleep: true } as const;
const away = { id: "away", tile: null, asleep: false } as const;
const people = [me, far, near, sleeper, away];
const open = () => "open";

test("speech carries as far as people see, and no further", () => {
  expect(inEarshot(me, people, 3, open)).toEqual(["near", "far"]);
  expect(inEarshot(me, people, 2, open)).toEqual(["near"]);
  expect(inEarshot(me, people, 1, open)).toEqual([]);
});

test("walls block speech, and doors let it through", () => {
  const rooms = (_x: number, y: number) => (y === 13 ? "kitchen" : "hall");
  expect(inEarshot(me, people, 8, rooms)).toEqual(["near"]);
  const door = (_x: number, y: number) => (y === 13 ? "door" : "hall");
  expect(inEarshot(me, people, 8, door)).toEqual(["near", "far"]);
});

test("a person who is not in town neither hears nor is heard", () => {
  expect(inEarshot(away, people, 8, open)).toEqual([]);
});

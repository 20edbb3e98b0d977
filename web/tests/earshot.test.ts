import { expect, test } from "vitest";
import { inEarshot } from "../src/acts/earshot";

const me = { id: "me", tile: [10, 10], asleep: false } as const;
const near = { id: "near", tile: [12, 11], asleep: false } as const;
const far = { id: "far", tile: [10, 13], asleep: false } as const;
const sleeper = { id: "sleeper", tile: [11, 10], asleep: true } as const;
const away = { id: "away", tile: null, asleep: false } as const;
const everybody = [me, far, near, sleeper, away];
const open = () => "open";

test("one is heard as far as people of the town see, and no further", () => {
  expect(inEarshot(me, everybody, 3, open)).toEqual(["near", "far"]);
  expect(inEarshot(me, everybody, 2, open)).toEqual(["near"]);
  expect(inEarshot(me, everybody, 1, open)).toEqual([]);
});

test("walls keep words in, and doors let them through", () => {
  const rooms = (_x: number, y: number) => (y === 13 ? "kitchen" : "hall");
  expect(inEarshot(me, everybody, 8, rooms)).toEqual(["near"]);
  const door = (_x: number, y: number) => (y === 13 ? "door" : "hall");
  expect(inEarshot(me, everybody, 8, door)).toEqual(["near", "far"]);
});

test("whoever is not in town hears nobody and is heard by nobody", () => {
  expect(inEarshot(away, everybody, 8, open)).toEqual([]);
});

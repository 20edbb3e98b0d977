import { expect, it } from "vitest";
import type { Did, PlanItem } from "../src/api/wire.gen";
import { besides } from "../src/panels/person/besides";

const plan = (start: number, end: number, what: string): PlanItem => ({
  start,
  end,
  what,
  where: "",
  place: null,
  now: false,
  promise: false,
});
const did = (from: number, what: string): Did => ({
  from,
  until: from + 10,
  what,
  emoji: "",
  place: null,
  kind: "deed",
  talk: null,
});

it("what happened stands beside the part of the plan in which it began", () => {
  const rows = besides(
    [plan(100, 200, "work"), plan(0, 100, "breakfast")],
    [did(150, "typing"), did(20, "eating")],
  );
  expect(rows.map((row) => [row.plan?.what, row.did.map(({ what }) => what)])).toEqual([
    ["breakfast", ["eating"]],
    ["work", ["typing"]],
  ]);
});

it("what happened before the plan begins has a row of its own, first", () => {
  const rows = besides([plan(100, 200, "work")], [did(10, "sleeping"), did(110, "typing")]);
  expect(rows.map((row) => row.plan?.what ?? null)).toEqual([null, "work"]);
});

it("nothing that happened is lost, whatever the plan says", () => {
  const happened = [0, 5, 99, 100, 250, 400].map((from) => did(from, `at ${from}`));
  const rows = besides([plan(100, 200, "work")], happened);
  expect(rows.flatMap((row) => row.did)).toEqual(happened);
});

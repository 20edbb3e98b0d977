import { expect, it } from "vitest";
import type { Did, PlanItem } from "../src/api/wire.gen";
import { matchPlan } from "../src/panels/person/match";

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

it("an activity is beside the block of the plan in which it began", () => {
  const rows = matchPlan(
    [plan(100, 200, "work"), plan(0, 100, "breakfast")],
    [did(150, "typing"), did(20, "eating")],
  );
  expect(rows.map((row) => [row.plan?.what, row.did.map(({ what }) => what)])).toEqual([
    ["breakfast", ["eating"]],
    ["work", ["typing"]],
  ]);
});

it("activities before the plan begins have their own first row", () => {
  const rows = matchPlan([plan(100, 200, "work")], [did(10, "sleeping"), did(110, "typing")]);
  expect(rows.map((row) => row.plan?.what ?? null)).toEqual([null, "work"]);
});

it("no activity is lost, whatever the plan says", () => {
  const happened = [0, 5, 99, 100, 250, 400].map((from) => did(from, `at ${from}`));
  const rows = matchPlan([plan(100, 200, "work")], happened);
  expect(rows.flatMap((row) => row.did)).toEqual(happened);
});

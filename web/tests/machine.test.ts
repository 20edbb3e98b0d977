import { describe, expect, it } from "vitest";
import { filled } from "../src/machine/filled";
import { standInForPage } from "./page";

describe("questions by minute", () => {
  it("show minutes in which nothing was asked", () => {
    expect(
      filled([
        [3, 2],
        [6, 1],
      ]),
    ).toEqual([
      [3, 4, 5, 6],
      [2, 0, 0, 1],
    ]);
  });

  it("of a long run come in longer pieces, as questions per minute", () => {
    const day = Array.from({ length: 1440 }, (_, minute) => [minute, 3] as const);
    const [minutes, counts] = filled(day);
    expect(minutes.length).toBeLessThanOrEqual(240);
    expect(new Set(counts)).toEqual(new Set([3]));
  });

  it("of nothing are nothing", () => {
    expect(filled([])).toEqual([[0], [0]]);
  });
});

describe("columns of figures", async () => {
  standInForPage();
  const { columnsOf, sayFailures } = await import("../src/machine/columns");
  const spent = { answers: 3, tokens: 0, price: 0, seconds: 0, failed: 0, failures: [] };

  it("leave out what says nothing", () => {
    expect(columnsOf([spent]).map(({ cell }) => cell(spent))).toEqual(["3"]);
  });

  it("tell failures when there are any, with why", () => {
    const failing = {
      ...spent,
      tokens: 1200,
      failed: 3,
      failures: [
        { why: "missing: say", count: 2 },
        { why: "failed: rate", count: 1 },
      ],
    };
    const columns = columnsOf([spent, failing]);
    expect(columns.map(({ cell }) => cell(failing))).toEqual(["3", "1,200", "3"]);
    expect(columns.map(({ cell }) => cell(spent))).toEqual(["3", "0", "–"]);
    expect(sayFailures(failing)).toBe("missing: say ×2 · failed: rate");
    expect(sayFailures(spent)).toBe("");
  });
});

import { describe, expect, it } from "vitest";
import { evenSeries } from "../src/machine/series";
import { standInForPage } from "./page";

describe("questions per minute", () => {
  it("include minutes without questions", () => {
    expect(
      evenSeries([
        [3, 2],
        [6, 1],
      ]),
    ).toEqual([
      [3, 4, 5, 6],
      [2, 0, 0, 1],
    ]);
  });

  it("of a long run have longer intervals, still per minute", () => {
    const day = Array.from({ length: 1440 }, (_, minute) => [minute, 3] as const);
    const [minutes, counts] = evenSeries(day);
    expect(minutes.length).toBeLessThanOrEqual(240);
    expect(new Set(counts)).toEqual(new Set([3]));
  });

  it("are empty without questions", () => {
    expect(evenSeries([])).toEqual([[0], [0]]);
  });
});

describe("figure columns", async () => {
  standInForPage();
  const { columnsOf, sayFailures } = await import("../src/machine/columns");
  const spent = { answers: 3, tokens: 0, price: 0, seconds: 0, failed: 0, failures: [] };

  it("leave out empty columns", () => {
    expect(columnsOf([spent]).map(({ cell }) => cell(spent))).toEqual(["3"]);
  });

  it("show failures with their reasons", () => {
    const failing = {
      ...spent,
      tokens: 1200,
      failed: 3,
      failures: [
        { why: "missing: say", count: 2, remedy: {} },
        { why: "failed: rate", count: 1, remedy: {} },
      ],
    };
    const columns = columnsOf([spent, failing]);
    expect(columns.map(({ cell }) => cell(failing))).toEqual(["3", "1,200", "3"]);
    expect(columns.map(({ cell }) => cell(spent))).toEqual(["3", "0", "–"]);
    expect(sayFailures(failing)).toBe("missing (line) ×2 · rate limit");
    expect(sayFailures(spent)).toBe("");
  });
});

describe("why an answer is not the first one", async () => {
  standInForPage();
  const { sayWhy } = await import("../src/machine/fault");
  const { setLanguage } = await import("../src/words");

  it("is explained try by try", () => {
    expect(
      sayWhy("form: blocks.2.place, form: blocks.2.what, form: blocks.3.what, missing: say; failed: rate"),
    ).toBe("wrong format (place, activity), missing (line); rate limit");
    expect(sayWhy("cut_off: answer; spending is paused")).toBe("answer cut off; spending is paused");
    expect(sayWhy("choices: 1; lines: 2")).toBe("1 choice by the model; 2 lines in the model's words");
    expect(sayWhy("refused: aim, long")).toBe("the model's words were not used: off topic, too long");
    expect(sayWhy("failed: KeyError")).toBe("internal error (KeyError)");
    expect(sayWhy("")).toBe("");
  });

  it("is explained in Chinese too", () => {
    setLanguage("zh");
    expect(sayWhy("form: blocks.2.place; failed: connection")).toBe("格式不对（地点）；无法连接");
    expect(sayWhy("not_carried")).toBe("本机模型不处理这类问题");
    setLanguage("en");
  });
});

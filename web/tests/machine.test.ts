import { describe, expect, it } from "vitest";
import { filled } from "../src/machine/filled";

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

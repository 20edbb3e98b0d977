import { describe, expect, it } from "vitest";
import { spreadOut, withRoom } from "../src/map/placing";

describe("pins", () => {
  it("that overlap move apart, also from the same spot", () => {
    const [one, other] = spreadOut(
      [
        { x: 100, y: 100 },
        { x: 100, y: 100 },
      ],
      30,
    );
    expect(Math.hypot((one?.x ?? 0) - (other?.x ?? 0), (one?.y ?? 0) - (other?.y ?? 0))).toBeGreaterThan(28);
  });

  it("with space stay where they are", () => {
    const points = [
      { x: 0, y: 0 },
      { x: 50, y: 0 },
    ];
    expect(spreadOut(points, 30)).toEqual(points);
  });
});

describe("signs", () => {
  const box = { x: 0, y: 0, width: 40, height: 10 };

  it("without space are hidden; the earlier one wins", () => {
    expect(withRoom([box, { ...box, x: 20 }, { ...box, x: 60 }])).toEqual([0, undefined, 0]);
  });

  it("move down if there is space", () => {
    expect(withRoom([box], [{ x: 10, y: 5, width: 5, height: 5 }], [0, 12])).toEqual([12]);
  });
});

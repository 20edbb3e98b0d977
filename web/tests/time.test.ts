import { describe, expect, it } from "vitest";
import type { Person } from "../src/api/wire";
import { clockOf, isOpen, minutesOf, usuallyAt } from "../src/time/hours";
import { lightAt, tintNumber } from "../src/time/light";

describe("hours", () => {
  it("convert to minutes since midnight and back", () => {
    expect(minutesOf("07:05")).toBe(425);
    expect(minutesOf("24:00")).toBe(1440);
    expect(clockOf(425)).toBe("07:05");
  });

  it.each(["", "7", "25:00", "soon"])("are undefined for “%s”", (text) => {
    expect(minutesOf(text)).toBeUndefined();
  });

  it("may cross midnight", () => {
    expect(isOpen("17:00-01:00", 30)).toBe(true);
    expect(isOpen("17:00-01:00", 90)).toBe(false);
  });
});

describe("a usual day", () => {
  const person = {
    wake: "07:00",
    sleep: "01:00",
    day: [{ start: "08:00", end: "12:00", what: { en: "painting" }, where: "House" }],
  } as unknown as Person;

  it.each([
    [9 * 60, "deed"],
    [13 * 60, "free"],
    [30, "free"],
    [3 * 60, "asleep"],
  ])("at minute %i is %s", (minute, is) => {
    expect(usuallyAt(person, minute).is).toBe(is);
  });
});

describe("light", () => {
  it("is plain at noon and blue at midnight, when the lamps are lit", () => {
    expect(tintNumber(lightAt(720))).toBe(0xffffff);
    const { tint, dark } = lightAt(0);
    expect(dark).toBe(1);
    expect(tint[2]).toBeGreaterThan(tint[0]);
  });

  it("never jumps, not even around midnight", () => {
    for (let minute = 0; minute < 1440; minute++) {
      const [now, next] = [lightAt(minute), lightAt(minute + 1)];
      for (const index of [0, 1, 2] as const)
        expect(Math.abs(now.tint[index] - next.tint[index])).toBeLessThan(6);
      expect(Math.abs(now.dark - next.dark)).toBeLessThan(0.03);
    }
  });
});

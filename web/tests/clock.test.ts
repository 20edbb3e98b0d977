import { describe, expect, it } from "vitest";
import { Clock, CUSHION, type Edge, WALKING } from "../src/run/clock";

const FRAME = 1 / 60;

/** Advances by seconds, frame by frame; `edge` may change. Returns the moments shown. */
function pass(clock: Clock, seconds: number, edge: (at: number) => Edge): number[] {
  const shown: number[] = [];
  for (let frame = 0; frame < seconds * 60; frame++) {
    clock.advance(FRAME, edge(frame * FRAME));
    shown.push(clock.now);
  }
  return shown;
}

function steps(shown: readonly number[]): number[] {
  return shown.slice(1).map((moment, index) => moment - (shown[index] ?? 0));
}

describe("the playback clock", () => {
  const far = () => ({ known: 1e6, pace: 0 });

  it.each([
    [1, 1],
    [3, 5],
    [5, 60],
  ])("at speed %i goes %i ticks a second", (speed, rate) => {
    const clock = new Clock();
    clock.speed = speed;
    pass(clock, 2, far);
    const before = clock.now;
    pass(clock, 4, far);
    expect(clock.now - before).toBeCloseTo(4 * rate, 0);
  });

  it("never passes the last known tick, and continues when more is known", () => {
    const clock = new Clock();
    clock.speed = 4;
    pass(clock, 3, () => ({ known: 20, pace: 0 }));
    expect(clock.now).toBe(20);
    pass(clock, 2, far);
    expect(clock.now).toBeGreaterThan(30);
  });

  it("stops on a whole tick soon after a pause", () => {
    const clock = new Clock();
    pass(clock, 2.3, far);
    clock.pause();
    const before = clock.now;
    pass(clock, 0.5, far);
    expect(clock.now % 1).toBe(0);
    expect(clock.now - before).toBeLessThan(1);
    expect(pass(clock, 1, far).at(-1)).toBe(clock.now);
  });

  it("steps one tick", () => {
    const clock = new Clock();
    clock.playing = false;
    clock.seek(7);
    clock.step();
    pass(clock, 1, far);
    expect(clock.now).toBe(8);
  });

  it("makes every step, even if one follows another at once", () => {
    const clock = new Clock();
    clock.playing = false;
    clock.seek(7);
    expect([clock.step(), clock.step(), clock.step()]).toEqual([8, 9, 10]);
    pass(clock, 3, far);
    expect(clock.now).toBe(10);
  });

  it("waits for a tick that is not known yet, and goes no further when more is known", () => {
    const clock = new Clock();
    clock.live = true;
    clock.seek(7);
    clock.step();
    pass(clock, 1, () => ({ known: 7, pace: 0 }));
    expect(clock.now).toBe(7);
    pass(clock, 2, () => ({ known: 14, pace: 0 }));
    expect(clock.now).toBe(8);
  });

  it("does not step past the end of a finished run", () => {
    const clock = new Clock();
    clock.playing = false;
    clock.seek(7);
    expect([clock.step(8), clock.step(8)]).toEqual([8, 8]);
    pass(clock, 3, far);
    expect(clock.now).toBe(8);
  });

  it("follows the edge of a running town evenly, though ticks arrive unevenly", () => {
    const clock = new Clock();
    clock.live = true;
    // Two ticks per second, arriving in batches of a fifth of a second, sometimes late.
    const edge = (at: number) => ({ known: Math.floor(Math.floor(at * 5) * 0.4 + 2), pace: 2 });
    const shown = pass(clock, 20, edge);
    const late = shown.slice(600);
    for (const step of steps(late)) {
      expect(step).toBeGreaterThan(0);
      expect(step).toBeLessThan(0.1);
    }
    expect(edge(20).known - clock.now).toBeLessThan(5);
  });

  it("stays nearer to the edge for an avatar, and still moves evenly", () => {
    const clock = new Clock();
    clock.live = true;
    clock.cushion = WALKING;
    const edge = (at: number) => ({ known: Math.floor(at * 2 + 2), pace: 2 });
    const shown = pass(clock, 20, edge).slice(600);
    for (const step of steps(shown)) expect(step).toBeGreaterThan(0);
    const lags = shown.map((moment, index) => edge((index + 600) * FRAME).known - moment);
    expect(lags.reduce((sum, lag) => sum + lag) / lags.length).toBeLessThan(1 + 2 * CUSHION - 0.2);
  });

  it("catches up smoothly from far behind, and never goes backwards", () => {
    const clock = new Clock();
    clock.live = true;
    clock.seek(10);
    const shown = pass(clock, 8, (at) => ({ known: 500 + at * 2, pace: 2 }));
    expect(Math.min(...steps(shown))).toBeGreaterThanOrEqual(0);
    expect(516 - clock.now).toBeLessThan(20);
    expect(Math.max(...steps(shown))).toBeLessThan(30);
  });

  it("shows the last tick of a town that is held", () => {
    const clock = new Clock();
    clock.live = true;
    clock.seek(90);
    pass(clock, 3, () => ({ known: 100, pace: 0 }));
    expect(clock.now).toBe(100);
  });
});

import { describe, expect, it } from "vitest";
import { NOWHERE, readFrame } from "../src/run/frame";
import { Track } from "../src/run/track";
import { frameOf } from "./made";

describe("a frame of moves", () => {
  it("says who is where from which tick on", () => {
    const frame = readFrame(frameOf(360, 400, [[0, 1, 7, 9]]));
    expect(frame).toMatchObject({ snapshot: true, people: 2, base: 360, until: 400 });
    expect([...frame.records]).toEqual([0, 1, 7, 9]);
  });

  it("is refused if truncated or of another version", () => {
    const whole = frameOf(0, 10, [[0, 0, 1, 1]]);
    expect(() => readFrame(whole.slice(0, 20))).toThrow();
    expect(() => readFrame(new ArrayBuffer(3))).toThrow();
    const other = whole.slice(0);
    new DataView(other).setUint8(0, 2);
    expect(() => readFrame(other)).toThrow();
  });
});

describe("a track", () => {
  const track = new Track();
  for (let tick = 0; tick < 100; tick += 10) track.push(tick, tick, 1);
  track.push(100, NOWHERE, 0);

  it("holds a place until the next", () => {
    expect(track.at(0)).toEqual([0, 1]);
    expect(track.at(29)).toEqual([20, 1]);
    expect(track.at(99)).toEqual([90, 1]);
  });

  it("has no position before its first tick or after a person left", () => {
    const later = new Track();
    later.push(5, 1, 1);
    expect(later.at(4)).toBeNull();
    expect(track.at(1000)).toBeNull();
  });

  it("uses the newest position of a tick", () => {
    track.push(50, 3, 3);
    expect(track.at(60)).toEqual([3, 3]);
  });
});

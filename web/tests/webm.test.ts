import { describe, expect, it } from "vitest";
import { withLength } from "../src/map/webm";

/** A film as Chromium begins it: head, a segment of unknown size, and information of 3 bytes; then frames. */
const HEAD = [0x1a, 0x45, 0xdf, 0xa3, 0x82, 1, 2];
const SEGMENT = [0x18, 0x53, 0x80, 0x67, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];
const INFO = [0x15, 0x49, 0xa9, 0x66];
const FRAMES = [0x1f, 0x43, 0xb6, 0x75, 9, 9];

describe("a recorded film", () => {
  it("gets its length, and nothing else changes", () => {
    const film = Uint8Array.from([...HEAD, ...SEGMENT, ...INFO, 0x83, 5, 6, 7, ...FRAMES]);
    const made = withLength(film, 12_000);
    const value = new DataView(made.buffer).getFloat64(made.length - FRAMES.length - 8);
    expect(value).toBe(12_000);
    expect([...made.subarray(0, -FRAMES.length - 8)]).toEqual([
      ...[...HEAD, ...SEGMENT, ...INFO, 0x80 + 14, 5, 6, 7],
      ...[0x44, 0x89, 0x88],
    ]);
    expect([...made.subarray(-FRAMES.length)]).toEqual(FRAMES);
  });

  it("keeps the width of a size of several bytes", () => {
    const film = Uint8Array.from([...HEAD, ...SEGMENT, ...INFO, 0x40, 3, 5, 6, 7, ...FRAMES]);
    expect([...withLength(film, 1).subarray(HEAD.length + SEGMENT.length + 4, -FRAMES.length - 11)]).toEqual([
      0x40, 14, 5, 6, 7,
    ]);
  });

  it.each([
    ["another format", [0, 0, 0, 0x18, 0x66, 0x74, 0x79, 0x70]],
    ["a segment of a known size", [...HEAD, 0x18, 0x53, 0x80, 0x67, 0x88, ...INFO, 0x83, 5, 6, 7]],
    ["a length of its own", [...HEAD, ...SEGMENT, ...INFO, 0x84, 0x44, 0x89, 0x81, 1]],
    ["a size that cannot grow", [...HEAD, ...SEGMENT, ...INFO, 0x80 + 120, ...Array(120).fill(1)]],
    ["a part of a file", HEAD.slice(0, 5)],
    ["nothing", []],
  ])("stays as it is if it has %s", (_, bytes) => {
    const film = Uint8Array.from(bytes);
    expect(withLength(film, 1)).toBe(film);
  });
});

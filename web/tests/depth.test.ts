import { describe, expect, it } from "vitest";
import { depthOf, isCovered } from "../src/map/order";
import { faded, isOpen, roofsOf } from "../src/map/roofs";
import type { Piece, TiledMap } from "../src/map/tiled";

const PIECE: Piece = {
  name: "",
  depth: 1,
  solid: true,
  flat: false,
  kind: "",
  image: "",
  x: 0,
  y: 0,
  width: 16,
  height: 32,
  flipX: false,
  flipY: false,
  turned: false,
};
const at = (y: number) => ({ gid: 1, x: 0, y, width: 16, height: 32 });

describe("depth", () => {
  it("puts a solid thing at its front edge, so it hides people behind it", () => {
    expect(depthOf(at(64), PIECE, 16)).toBe(64);
  });

  it("puts a bed under a person on its upper half", () => {
    const pillow = 48;
    expect(depthOf(at(64), { ...PIECE, solid: false, depth: 2 }, 16)).toBeLessThanOrEqual(pillow);
  });

  it("puts flat things under standing ones", () => {
    expect(depthOf(at(1600), { ...PIECE, flat: true }, 16)).toBeLessThan(depthOf(at(0), PIECE, 16));
  });
});

describe("roofs", () => {
  // Two houses side by side with a lane between them; the left one is L-shaped.
  const grid = Uint32Array.from([1, 1, 0, 2, 1, 0, 0, 2, 3, 0, 0, 0]);

  it("are separate, each with all its tiles", () => {
    const roofs = roofsOf(grid, 4);
    expect(roofs.map((roof) => [...roof.cells].sort((a, b) => a - b))).toEqual([
      [0, 1, 4, 8],
      [3, 7],
    ]);
    expect(roofs[0]?.area).toEqual({ x: 0, y: 0, width: 2, height: 3 });
  });

  it("cover people under them, but a lintel covers no person", () => {
    const map = {
      width: 4,
      height: 3,
      tileSize: 16,
      grids: new Map([["roofs", grid]]),
    } as unknown as TiledMap;
    const name = (gid: number) => (gid === 3 ? "lintel_brick" : "roof_red");
    expect(isCovered(map, name, 8, 16)).toBe(true);
    expect(isCovered(map, name, 40, 16)).toBe(false);
    expect(isCovered(map, name, 8, 48)).toBe(false);
    expect(isCovered(map, name, -5, 900)).toBe(false);
  });

  it("are closed from afar and open from near, or as the user sets them", () => {
    expect(isOpen("auto", 0.5, false, true)).toBe(false);
    expect(isOpen("auto", 2, false, false)).toBe(true);
    expect(isOpen("auto", 0.5, true, false)).toBe(true);
    expect(isOpen("closed", 4, true, true)).toBe(false);
    expect(isOpen("open", 0.2, false, false)).toBe(true);
  });

  it("keep their state around the zoom at which they open", () => {
    expect(isOpen("auto", 1.05, false, false)).toBe(false);
    expect(isOpen("auto", 1.05, false, true)).toBe(true);
  });

  it("are fully visible or hidden soon after", () => {
    expect(faded(1, true, 16)).toBeLessThan(1);
    expect(faded(1, true, 400)).toBe(0);
    expect(faded(0, false, 400)).toBe(1);
    expect(faded(1, false, 16)).toBe(1);
  });
});

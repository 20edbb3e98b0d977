import { describe, expect, it } from "vitest";
import { pieceOf, readMap, UnreadableMap } from "../src/map/tiled";

const TILESET = {
  columns: 2,
  image: "ground.png",
  tilecount: 4,
  tilewidth: 16,
  tileheight: 32,
  margin: 1,
  spacing: 2,
  tiles: [
    {
      id: 1,
      type: "bed",
      properties: [
        { name: "depth", value: 2 },
        { name: "solid", value: true },
        { name: "kind", value: "bed" },
      ],
    },
  ],
};

const MAP = {
  width: 2,
  height: 2,
  tilewidth: 16,
  layers: [
    { type: "tilelayer", name: "ground", data: [1, 2, 3, 0] },
    {
      type: "objectgroup",
      name: "things",
      objects: [
        { gid: 2, x: 0, y: 32, width: 16, height: 32 },
        { gid: 0, name: "a zone", x: 0, y: 0, width: 16, height: 16 },
      ],
    },
  ],
  tilesets: [{ firstgid: 1, source: "tiles/ground.tsj" }],
};

function files(map: unknown): (url: string) => Promise<Record<string, unknown>> {
  return async (url) => (url.endsWith(".tsj") ? TILESET : map) as Record<string, unknown>;
}

const open = (map: unknown) => readMap("http://town/map.tmj", files(map));

describe("a Tiled map", () => {
  it("is read with its external tilesets and their pictures", async () => {
    const map = await open(MAP);
    expect(map.tilesets[0]?.image).toBe("http://town/tiles/ground.png");
    expect([...(map.grids.get("ground") ?? [])]).toEqual([1, 2, 3, 0]);
  });

  it("keeps objects with a picture and ignores zones", async () => {
    const map = await open(MAP);
    expect(map.sprites.get("things")).toEqual([{ gid: 2, x: 0, y: 32, width: 16, height: 32 }]);
  });

  it("gives the picture and properties of each tile", async () => {
    const { tilesets } = await open(MAP);
    const bed = pieceOf(tilesets, 2);
    expect(bed).toMatchObject({ x: 1 + 16 + 2, y: 1, width: 16, height: 32 });
    expect(bed).toMatchObject({ name: "bed", depth: 2, solid: true, kind: "bed", flat: false });
  });

  it("separates the flips from a gid", async () => {
    const { tilesets } = await open(MAP);
    expect(pieceOf(tilesets, 0x80000000 + 2)).toMatchObject({ name: "bed", flipX: true, flipY: false });
  });

  it("draws nothing for a gid outside all tilesets", async () => {
    const { tilesets } = await open(MAP);
    expect(pieceOf(tilesets, 0)).toBeUndefined();
    expect(pieceOf(tilesets, 99)).toBeUndefined();
  });

  it.each(["", "zlib", "gzip"])("reads layer data in base64 with compression “%s”", async (compression) => {
    const bytes = new Uint8Array(new Uint32Array([4, 3, 2, 1]).buffer);
    const format = compression === "gzip" ? "gzip" : "deflate";
    const packed = compression
      ? new Uint8Array(
          await new Response(
            new Blob([bytes]).stream().pipeThrough(new CompressionStream(format)),
          ).arrayBuffer(),
        )
      : bytes;
    const data = btoa(String.fromCharCode(...packed));
    const map = await open({
      ...MAP,
      layers: [{ type: "tilelayer", name: "ground", data, encoding: "base64", compression }],
    });
    expect([...(map.grids.get("ground") ?? [])]).toEqual([4, 3, 2, 1]);
  });

  it("refuses a map without a size", async () => {
    await expect(open({ layers: [] })).rejects.toThrow(UnreadableMap);
  });
});

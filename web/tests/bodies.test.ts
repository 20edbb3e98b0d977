import { describe, expect, it } from "vitest";
import { Emotions, emotions, feltAt } from "../src/map/emotions";
import { columnOf } from "../src/map/frames";
import { itemOf } from "../src/map/hands";
import { settled } from "../src/map/placing";
import type { Pose } from "../src/map/pose";
import { Rooms } from "../src/map/rooms";
import { seatsOf, wayOf } from "../src/map/seats";
import type { Note, TiledMap, Tileset } from "../src/map/tiled";
import { fallOf } from "../src/map/weather";
import { soundOf, voiceOf } from "../src/sound/heard";
import { lightAt, mixed } from "../src/time/light";
import { standInForPage } from "./page";

standInForPage();
const { isLate } = await import("../src/map/weary");
const { skyAt } = await import("../src/run/sky");

const rest: Pose = {
  ...{ there: true, x: 0, y: 0, facing: "down", walking: false, bearing: "standing" },
  ...{ asleep: false, gesture: "none", item: null },
};

describe("what people hold", () => {
  it("is told by the emoji of the deed, with any skin tone and variation", () => {
    expect(itemOf("☕")).toBe("cup");
    expect(itemOf("✍️")).toBe("pen");
    expect(itemOf("✍🏽")).toBe("pen");
    expect(itemOf("🎣")).toBe("rod");
  });

  it("is nothing for a deed without an emoji or of something nobody can hold", () => {
    for (const emoji of [undefined, "", "💭", "🏠", "no emoji"]) expect(itemOf(emoji)).toBeNull();
  });
});

describe("frames", () => {
  const every = (pose: Partial<Pose>) =>
    new Set(Array.from({ length: 24 }, (_, step) => columnOf({ ...rest, ...pose }, step)));

  it("of different bearings differ, and those at rest never walk", () => {
    const sits = every({ bearing: "sitting" });
    const works = every({ bearing: "working" });
    const walks = every({ walking: true, bearing: "walking" });
    expect([...sits]).toEqual([4]);
    expect(works.size).toBe(2);
    expect([...walks].sort()).toEqual([0, 1, 2, 3]);
    for (const column of [...sits, ...works]) expect(walks.has(column)).toBe(false);
  });

  it("keep the hands in front of who carries, standing, walking or sitting", () => {
    expect([...every({ item: "box", bearing: "carrying" })]).toEqual([7]);
    expect(every({ item: "box", bearing: "carrying", walking: true })).toEqual(new Set([7, 11, 12]));
    expect([...every({ item: "box", bearing: "sitting" })]).toEqual([5]);
  });

  it("move while a person speaks or waves", () => {
    expect(every({ gesture: "wave" }).size).toBe(2);
    expect(every({ gesture: "speak", bearing: "sitting" })).toEqual(new Set([4, 6]));
  });
});

describe("seats", () => {
  it("look where their name says, mirrored ones the other way", () => {
    expect([wayOf("chair_e", false), wayOf("chair_e", true), wayOf("chair_dark_n", true)]).toEqual([
      "right",
      "left",
      "up",
    ]);
    expect(wayOf("stool_bar", false)).toBeUndefined();
  });

  it("are found on the tile on which they stand", () => {
    const note = (name: string): Note => ({ name, depth: 1, solid: false, flat: false, kind: "chair" });
    const set: Tileset = {
      ...{
        firstGid: 1,
        count: 2,
        columns: 2,
        tileWidth: 16,
        tileHeight: 32,
        margin: 0,
        spacing: 0,
        image: "x",
      },
      notes: new Map([
        [0, note("chair_w")],
        [1, note("sofa")],
      ]),
    };
    const at = (gid: number, x: number, y: number) => ({ gid, x, y, width: 16, height: 32 });
    const map: TiledMap = {
      ...{ width: 5, height: 5, tileSize: 16, tilesets: [set], grids: new Map() },
      sprites: new Map([["decor", [at(1, 32, 48), at(2, 48, 48)]]]),
    };
    expect([...seatsOf(map)]).toEqual([[2 * 5 + 2, "left"]]);
  });
});

describe("labels", () => {
  const box = { x: 0, y: 0, width: 40, height: 10 };

  it("take the first of their moves with room, and none if there is none", () => {
    const face = { x: 10, y: 0, width: 10, height: 10 };
    const moves = [
      { x: 0, y: 0, name: "here" },
      { x: 25, y: 0, name: "right" },
    ];
    expect(settled([box, box], [face], () => moves)).toEqual([moves[1], undefined]);
  });
});

describe("rooms", () => {
  const room = (id: string, outdoors: boolean, x: number) => ({
    ...{ id, name: {}, kind: "", outdoors, things: [] },
    rectangles: [[x, 1, 2, 2] as const],
  });
  const sector = { id: "s", name: {}, kind: "", public: false, opens: null, rectangles: [] };
  const rooms = new Rooms([{ ...sector, rooms: [room("hall", false, 0), room("garden", true, 3)] }], 6, 6);

  it("know the tiles of a building, not those outdoors or off the map", () => {
    expect(rooms.at(1, 2)?.id).toBe("hall");
    for (const [x, y] of [
      [3, 1],
      [2, 1],
      [-1, 0],
      [9, 9],
    ] as const)
      expect(rooms.at(x, y)).toBeUndefined();
  });

  it("are behind the wall that is seen from the south", () => {
    expect(rooms.behind(0, 4, 2)?.id).toBe("hall");
    expect(rooms.behind(0, 5, 2)).toBeUndefined();
  });
});

describe("weather", () => {
  const sky = (weather: string, season = "summer", climate = "temperate") =>
    fallOf({ weather, season, climate });

  it("falls as it is; leaves in the autumn of a town with leaves", () => {
    expect([sky("rain"), sky("storm"), sky("snow"), sky("clear"), sky("fog"), sky("")]).toEqual([
      ...["rain", "storm", "snow"],
      ...[null, null, null],
    ]);
    expect([sky("clear", "autumn"), sky("wind", "autumn"), sky("rain", "autumn")]).toEqual([
      "leaves",
      "wind",
      "rain",
    ]);
    expect([sky("clear", "autumn", "desert"), sky("clear", "autumn", ""), sky("wind")]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it("is that of the last change", () => {
    const at = (tick: number, weather: string) => ({ tick, weather, season: "winter", climate: "" });
    const told = [at(0, "rain"), at(10, "snow"), at(50, "")];
    expect([0, 9, 10, 49, 50, 900].map((tick) => skyAt(told, tick)?.weather)).toEqual([
      "rain",
      "rain",
      "snow",
      "snow",
      "",
      "",
    ]);
    expect(skyAt([], 4)).toBeNull();
  });
});

describe("emotions", () => {
  const nobody = () => [];

  it("are what is recorded: ties, news, alarms, faces", () => {
    const at = { t: 1, who: "ann" };
    expect(feltAt({ ...at, k: "felt", partner: "bo", change: 1 }, nobody)).toEqual([["ann", "joy"]]);
    expect(feltAt({ ...at, k: "felt", partner: "bo", change: -3 }, nobody)).toEqual([["ann", "anger"]]);
    expect(feltAt({ ...at, k: "noted", kind: "news" }, nobody)).toEqual([["ann", "surprise"]]);
    expect(feltAt({ ...at, k: "noted", kind: "promise" }, nobody)).toEqual([]);
    const begins = (emoji: string) => feltAt({ ...at, k: "deed_began", deed: { what: "x", emoji } }, nobody);
    expect([begins("🥱"), begins("😮‍💨"), begins("☕")]).toEqual([
      [["ann", "tired"]],
      [["ann", "tired"]],
      [],
    ]);
    const alarm = {
      ...at,
      who: "~outside",
      k: "thing_changed",
      thing: "stove",
      state: "burning",
      presses: true,
    };
    expect(feltAt(alarm, () => ["bo", "cy"])).toEqual([
      ["bo", "surprise"],
      ["cy", "surprise"],
    ]);
    expect(feltAt({ ...alarm, presses: false }, () => ["bo"])).toEqual([]);
  });

  it("last a while, and a stronger one is not covered by a weaker", () => {
    const shown = new Emotions();
    const felt = (change: number) => ({ t: 1, who: "ann", k: "felt", partner: "bo", change });
    shown.hear([felt(-2), felt(1)], 1, nobody);
    expect([...emotions.value]).toEqual([["ann", "anger"]]);
    shown.pass(1000);
    expect(emotions.value.size).toBe(1);
    shown.pass(3000);
    expect(emotions.value.size).toBe(0);
    shown.hear([felt(1)], 360, nobody);
    expect(emotions.value.size).toBe(0);
  });

  it("of the tired come long after bedtime and end before they get up", () => {
    const late = (hour: number) => isLate(hour * 60, "22:30", "07:00");
    expect([22, 23, 25, 29].map((hour) => late(hour % 24))).toEqual([false, true, true, true]);
    expect([6.8, 7, 12, 20].map(late)).toEqual([false, false, false, false]);
    expect(isLate(100, "", "")).toBe(false);
  });
});

describe("sounds", () => {
  it("belong to what is heard, and voices to people", () => {
    const at = { t: 1, who: "ann" };
    expect(soundOf({ ...at, k: "said", text: "Hello" })).toBe("line");
    expect(soundOf({ ...at, k: "thing_changed", presses: true })).toBe("alarm");
    expect(soundOf({ ...at, k: "thing_changed" })).toBeUndefined();
    expect(soundOf({ ...at, k: "deed_began" })).toBeUndefined();
    expect(voiceOf("ann")).toBe(voiceOf("ann"));
    expect(voiceOf("ann")).not.toBe(voiceOf("bo"));
  });
});

describe("light", () => {
  it("is mixed evenly", () => {
    expect(mixed([0, 100, 200], [100, 200, 0], 0.5)).toEqual([50, 150, 100]);
    expect(lightAt(0).dark).toBe(1);
  });
});

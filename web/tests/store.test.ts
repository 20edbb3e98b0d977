import { describe, expect, it, vi } from "vitest";
import type { Happening } from "../src/api/run";
import { readFrame } from "../src/run/frame";
import { HOUR, Store } from "../src/run/store";
import { frameOf, type Record, reelOf, TALK } from "./made";

const FIRST: readonly Record[] = [
  [0, 0, 10, 10],
  [0, 1, 20, 20],
  [4, 0, 11, 10],
  [5, 0, 12, 10],
];

function sourceOf(happenings: readonly Happening[] = TALK) {
  return {
    moves: vi.fn(async (from: number, until: number) =>
      frameOf(from, until, from === 0 ? FIRST : [[0, 0, from / HOUR, 0]]),
    ),
    reel: vi.fn(async (from: number, until: number) =>
      reelOf(
        from,
        until,
        happenings.filter(({ t }) => t >= from && t < until),
      ),
    ),
  };
}

async function opened(end: number, happenings = TALK): Promise<[Store, ReturnType<typeof sourceOf>]> {
  const source = sourceOf(happenings);
  const store = new Store(source, end);
  await store.need(0);
  return [store, source];
}

describe("a fetched hour", () => {
  it("has everyone's position at each of its ticks", async () => {
    const [store] = await opened(100);
    expect(store.place(0, 3)).toEqual([10, 10]);
    expect(store.place(0, 4)).toEqual([11, 10]);
    expect(store.place(0, 99)).toEqual([12, 10]);
    expect(store.place(0, 100)).toBeNull();
    expect(store.knownUntil(0)).toBe(99);
  });

  it("shows an event from the next tick on", async () => {
    const [store] = await opened(100);
    expect(store.stateAt(3)?.people.get("ann")?.deed).toBeNull();
    expect(store.stateAt(4)?.people.get("ann")?.deed).toMatchObject({
      emoji: "🍳",
      place: "kitchen",
      since: 4,
    });
    expect(store.stateAt(4)?.things.get("stove")).toBe("hot");
    expect(
      store
        .stateAt(7)
        ?.talks.get("t1")
        ?.lines.map(({ text }) => text),
    ).toEqual(["Morning!", "Morning."]);
    expect(store.stateAt(8)?.talks.size).toBe(0);
    expect(store.stateAt(8)?.people.get("bo")?.talk).toBeNull();
    // Back in time: computed again.
    expect(store.stateAt(6)?.people.get("bo")?.talk).toBe("t1");
    expect(store.stateAt(0)?.people.get("ann")?.asleep).toBe(true);
  });

  it("is fetched once for several callers, and nothing beyond the end is", async () => {
    const source = sourceOf();
    const store = new Store(source, 500);
    await Promise.all([store.need(3), store.need(200), store.need(0), store.need(-1), store.need(500)]);
    expect(source.moves.mock.calls).toEqual([[0, HOUR]]);
    await store.need(HOUR);
    expect(source.moves.mock.calls[1]).toEqual([HOUR, 500]);
    expect(store.knownUntil(0)).toBe(499);
  });

  it("gives the events between two ticks", async () => {
    const [store] = await opened(100);
    expect(store.between(5, 7).map(({ t }) => t)).toEqual([5, 5, 6]);
  });
});

describe("the stream", () => {
  const said = (t: number): Happening => ({ t, who: "ann", k: "said", talk: "t1", text: String(t) });

  /** As the server sends it: moves that show up to a tick, events before it. */
  function send(
    store: Store,
    from: number,
    until: number,
    records: readonly Record[],
    news: Happening[] = [],
  ) {
    const moved = store.takeMoves(readFrame(frameOf(from + 1, until + 1, records)));
    return store.takeReel({ from, until, happenings: news }) && moved;
  }

  it("continues where the fetched data ends", async () => {
    const [store] = await opened(100, []);
    expect(store.takeMoves(readFrame(frameOf(100, 101, [[0, 0, 12, 10]])))).toBe(true);
    expect(send(store, 100, 103, [[1, 0, 13, 10]], [said(100), said(102)])).toBe(true);
    expect(store.end).toBe(104);
    expect(store.place(0, 101)).toEqual([12, 10]);
    expect(store.place(0, 103)).toEqual([13, 10]);
    expect(store.between(100, 200).map(({ t }) => t)).toEqual([100, 102]);
    expect(send(store, 103, 104, [], [said(103)])).toBe(true);
    expect(store.between(100, 200).map(({ t }) => t)).toEqual([100, 102, 103]);
  });

  it("counts only when both moves and events have arrived", async () => {
    const [store] = await opened(100, []);
    store.takeMoves(readFrame(frameOf(100, 106, [])));
    expect(store.end).toBeLessThanOrEqual(101);
    store.takeReel({ from: 100, until: 105, happenings: [] });
    expect(store.end).toBe(106);
  });

  it("starts new hours from the end of the last one", async () => {
    const [store] = await opened(350, TALK);
    store.takeMoves(readFrame(frameOf(350, 351, [])));
    send(store, 350, 800, [[20, 1, 5, 5]], [said(355), said(HOUR - 1), said(HOUR), said(700)]);
    expect(store.end).toBe(801);
    expect(store.place(0, 799)).toEqual([12, 10]);
    expect(store.place(1, 370)).toEqual([20, 20]);
    expect(store.place(1, 371)).toEqual([5, 5]);
    expect(store.stateAt(800)?.things.get("stove")).toBe("hot");
    expect(store.between(350, 800).map(({ t }) => t)).toEqual([355, HOUR - 1, HOUR, 700]);
    expect(store.knownUntil(0)).toBe(800);
  });

  it("reports a gap before it", async () => {
    const [store] = await opened(100, []);
    expect(store.takeMoves(readFrame(frameOf(140, 150, [])))).toBe(false);
    expect(store.takeReel({ from: 140, until: 150, happenings: [] })).toBe(false);
    expect(store.end).toBe(100);
  });

  it("updates an hour that was fetched meanwhile", async () => {
    const source = sourceOf([]);
    const store = new Store(source, 100);
    const fetched = store.need(0);
    store.takeMoves(readFrame(frameOf(100, 101, [])));
    send(store, 100, 110, [[4, 1, 6, 6]], [said(107)]);
    await fetched;
    expect(store.knownUntil(0)).toBe(110);
    expect(store.place(1, 110)).toEqual([6, 6]);
    expect(store.between(0, 200).map(({ t }) => t)).toEqual([107]);
  });

  it("keeps memory bounded, however long it runs", async () => {
    const [store] = await opened(300, []);
    store.takeMoves(readFrame(frameOf(300, 301, [])));
    for (let tick = 300; tick < 200 * HOUR; tick += 90) {
      send(store, tick, tick + 90, [[1, 0, tick % 50, 1]], [said(tick)]);
      store.tidy(tick);
    }
    expect(store.hourAt(store.end - 1)).toBeDefined();
    expect(store.hourAt(10)).toBeUndefined();
    expect(store.between(0, store.end).length).toBeLessThan(60 * 4 + 4);
  });
});

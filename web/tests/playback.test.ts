import { beforeEach, describe, expect, it, vi } from "vitest";
import { frameOf, reelOf } from "./made";
import { standInForPage } from "./page";

standInForPage();

/** A server with one running run. The stored data ends at `end`. */
const server = { end: 100, state: "living", asked: [] as string[], sockets: [] as FakeSocket[] };

class FakeSocket {
  binaryType = "";
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  readonly sent: { from: number }[] = [];

  constructor() {
    server.sockets.push(this);
    queueMicrotask(() => this.onopen?.());
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
    const { end, state } = server;
    const pace = state === "living" ? { held: true, speed: 1, now: end } : null;
    this.tell({ type: "hello", protocol: 1, end, state, pace, may_act: true });
    this.onmessage?.({ data: frameOf(server.end, server.end + 1, [[0, 0, 7, 7]]) });
  }

  tell(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  close(): void {}
}

function answer(address: string): unknown {
  const url = new URL(address, "http://town.test/");
  const [from, until] = [Number(url.searchParams.get("from")), Number(url.searchParams.get("until"))];
  const last = Math.min(until, server.end);
  if (url.pathname.endsWith("/moves")) return frameOf(from, last, [[0, 0, 1, 1]]);
  if (url.pathname.endsWith("/reel")) return reelOf(from, last);
  return {
    name: "today",
    people: [{ id: "ann" }, { id: "bo" }],
    start: "2023-02-13T07:00:00",
    seconds_per_tick: 10,
    begin: 0,
    opens_at: server.end - 1,
    end: server.end,
    state: server.state,
    may_act: true,
  };
}

vi.stubGlobal("WebSocket", FakeSocket);
vi.stubGlobal("fetch", async (address: string | URL) => {
  server.asked.push(String(address));
  const found = answer(String(address));
  const body = found instanceof ArrayBuffer ? found : JSON.stringify(found);
  return new Response(body, { status: 200 });
});
const now = await import("../src/run/now");
const playback = await import("../src/run/playback");

/** Waits until all pending work is done. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((done) => setTimeout(done, 0));
}

describe("a running run", () => {
  let at = 0;

  /** Advances frame by frame for this many milliseconds. */
  async function passes(milliseconds: number, each = 20): Promise<void> {
    for (const until = at + milliseconds; at < until; ) {
      at += each;
      playback.frame(at, each / 1000);
      await Promise.resolve();
    }
    await settled();
  }

  beforeEach(async () => {
    Object.assign(server, { end: 100, state: "living", asked: [], sockets: [] });
    at = performance.now() + 60_000; // At any machine speed, no frame is earlier than the one before.
    await playback.open("today", null, 1);
    await settled();
    await passes(2000);
  });

  it("reaches the newest moment and reports it", () => {
    expect(now.lastTick.peek()).toBe(100);
    expect(now.nowTick.peek()).toBe(100);
  });

  it("reports where a step ended, though another message came just before", async () => {
    server.end = 110;
    server.sockets[0]?.onmessage?.({ data: frameOf(101, 111, []) });
    server.sockets[0]?.tell({ type: "reel", from: 100, until: 110, happenings: [] });
    now.clock.live = false;
    playback.step();
    while (now.clock.now < 100.9) await passes(20);
    server.end = 111;
    server.sockets[0]?.onmessage?.({ data: frameOf(111, 112, []) });
    server.sockets[0]?.tell({ type: "reel", from: 110, until: 111, happenings: [] });
    await passes(1000);
    expect(now.clock.now).toBe(101);
    expect(now.nowTick.peek()).toBe(101);
  });

  it("continues from the end of the data when the stream reconnects, and fetches nothing twice", async () => {
    server.sockets[0]?.tell({ type: "gap", from: 100 });
    await settled();
    await passes(1000);
    expect(server.sockets[1]?.sent).toEqual([{ protocol: 1, from: 100 }]);
    expect(now.nowTick.peek()).toBe(100);
    expect(now.store()?.place(0, 100)).toEqual([7, 7]);
    server.asked = [];
    await passes(1000);
    expect(server.asked).toEqual([]);
  });

  it("follows its newest moment when it continues, though it moves before it reports", async () => {
    server.state = "resting";
    await playback.open("today", null, 1);
    await settled();
    await passes(2000);
    expect(now.isLive.peek()).toBe(false);
    const socket = server.sockets.at(-1);
    playback.liveOn();
    server.end = 106;
    socket?.onmessage?.({ data: frameOf(101, 107, []) });
    socket?.tell({ type: "reel", from: 100, until: 106, happenings: [] });
    const pace = { held: false, speed: 1, now: 106 };
    socket?.tell({ type: "state", end: 106, state: "living", pace, still: null, notes: [] });
    await passes(3000);
    expect(now.isLive.peek()).toBe(true);
    expect(now.runState.peek()).toBe("living");
  });
});

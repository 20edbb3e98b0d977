import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Live, type Socket } from "../src/run/live";

class Made implements Socket {
  static all: Made[] = [];
  binaryType: BinaryType = "blob";
  onopen: Socket["onopen"] = null;
  onmessage: Socket["onmessage"] = null;
  onclose: Socket["onclose"] = null;
  sent: string[] = [];
  closed = false;

  constructor() {
    Made.all.push(this);
  }

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    this.closed = true;
  }

  hear(data: unknown): void {
    this.onmessage?.({ data } as MessageEvent);
  }
}

function listener(from = 42) {
  return { ready: vi.fn(async () => from), moves: vi.fn(), told: vi.fn(), waits: vi.fn() };
}

describe("the stream of a run", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    Made.all = [];
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("sends its version and start tick, and passes messages on", async () => {
    const ears = listener();
    const live = new Live(() => new Made(), ears);
    await live.open();
    const socket = Made.all[0] as Made;
    socket.onopen?.({} as Event);
    expect(JSON.parse(socket.sent[0] ?? "")).toEqual({ protocol: 1, from: 42 });
    socket.hear('{"type":"hello","protocol":1}');
    expect(ears.waits).toHaveBeenLastCalledWith(0);
    const bytes = new ArrayBuffer(4);
    socket.hear(bytes);
    expect(ears.moves).toHaveBeenCalledWith(bytes);
  });

  it("has one socket, however often it reconnects, and ignores messages of closed ones", async () => {
    const ears = listener();
    const live = new Live(() => new Made(), ears);
    await live.open();
    live.restart();
    live.restart();
    await vi.advanceTimersByTimeAsync(0);
    expect(Made.all.map(({ closed }) => closed)).toEqual([true, false]);
    Made.all[0]?.hear(new ArrayBuffer(4));
    expect(ears.moves).not.toHaveBeenCalled();
  });

  it("retries after growing delays, and asks again where to continue", async () => {
    const ears = listener();
    const live = new Live(() => new Made(), ears);
    await live.open();
    const waits: number[] = [];
    ears.waits.mockImplementation((seconds: number) => waits.push(seconds));
    for (let broken = 0; broken < 4; broken++) {
      Made.all.at(-1)?.onclose?.({} as CloseEvent);
      await vi.advanceTimersByTimeAsync((waits.at(-1) ?? 0) * 1000);
    }
    expect(waits).toEqual([0.5, 1, 2, 4]);
    expect(ears.ready).toHaveBeenCalledTimes(5);
    Made.all.at(-1)?.hear('{"type":"hello"}');
    Made.all.at(-1)?.onclose?.({} as CloseEvent);
    expect(waits.at(-1)).toBe(0.5);
    live.close();
  });

  it("retries if the server does not say where to continue", async () => {
    const ears = listener();
    ears.ready.mockRejectedValueOnce(new Error("gone"));
    const live = new Live(() => new Made(), ears);
    await live.open();
    expect(Made.all).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(600);
    expect(Made.all).toHaveLength(1);
    live.close();
  });

  it("stays closed after a refusal or a close", async () => {
    const live = new Live(() => new Made(), listener());
    await live.open();
    const socket = Made.all[0] as Made;
    socket.hear('{"type":"refused","what":"other version"}');
    socket.onclose?.({} as CloseEvent);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(Made.all).toHaveLength(1);
  });
});

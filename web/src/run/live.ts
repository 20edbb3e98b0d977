/**
 * The live stream of a run.
 *
 * Knows the protocol and when to reconnect; passes messages on. Invariant: one socket at a time; a broken stream is
 * reopened after growing delays; a stream that ended stays closed.
 */
import type { Told } from "../api/run";

export const PROTOCOL = 1;
const WAITS = [0.5, 1, 2, 4, 8];

/** The part of a WebSocket that is used, so that tests can replace it. */
export interface Socket {
  binaryType: BinaryType;
  onopen: ((event: Event) => unknown) | null;
  onmessage: ((event: MessageEvent) => unknown) | null;
  onclose: ((event: CloseEvent) => unknown) | null;
  send(text: string): void;
  close(): void;
}

export interface Listener {
  /** Updates what is known, and returns the tick from which the stream should continue. */
  ready(): Promise<number>;
  moves(bytes: ArrayBuffer): void;
  told(message: Told): void;
  /** The stream is open (0), or will be retried after this many seconds. */
  waits(seconds: number): void;
}

export class Live {
  private socket: Socket | null = null;
  private tries = 0;
  /** Counts connections. Messages of older ones are ignored. */
  private begun = 0;
  private over = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly connect: () => Socket,
    private readonly listener: Listener,
  ) {}

  async open(): Promise<void> {
    if (this.over) return;
    const turn = ++this.begun;
    let from: number;
    try {
      from = await this.listener.ready();
    } catch {
      if (turn === this.begun) this.again();
      return;
    }
    if (this.over || turn !== this.begun) return;
    const socket = this.connect();
    this.socket = socket;
    socket.binaryType = "arraybuffer";
    socket.onopen = () => socket.send(JSON.stringify({ protocol: PROTOCOL, from }));
    socket.onmessage = (event) => {
      if (this.socket === socket) this.hear(event.data);
    };
    socket.onclose = () => {
      if (this.socket === socket) this.again();
    };
  }

  private hear(data: unknown): void {
    if (data instanceof ArrayBuffer) {
      this.listener.moves(data);
      return;
    }
    const message = JSON.parse(String(data)) as Told;
    if (message.type === "hello") {
      this.tries = 0;
      this.listener.waits(0);
    }
    if (message.type === "refused") this.over = true;
    this.listener.told(message);
  }

  private again(): void {
    this.drop();
    if (this.over) return;
    const seconds = WAITS[Math.min(this.tries++, WAITS.length - 1)] ?? 8;
    this.listener.waits(seconds);
    this.timer = setTimeout(() => this.open(), seconds * 1000);
  }

  private drop(): void {
    clearTimeout(this.timer);
    const { socket } = this;
    this.socket = null;
    socket?.close();
  }

  /** Reconnects at once, after something was missed. */
  restart(): void {
    this.drop();
    this.open();
  }

  close(): void {
    this.over = true;
    this.drop();
  }
}

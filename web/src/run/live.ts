/**
 * The stream of a run: what is lived arrives here as soon as it is settled.
 *
 * Knows the protocol and when to try again; what it hears it passes on. Invariant: one socket at a time; a stream that
 * breaks is opened anew after growing waits, and what it is told to be over stays over.
 */
import type { Told } from "../api/run";

export const PROTOCOL = 1;
const WAITS = [0.5, 1, 2, 4, 8];

/** The part of a WebSocket that is used, so that tests can have their own. */
export interface Socket {
  binaryType: BinaryType;
  onopen: ((event: Event) => unknown) | null;
  onmessage: ((event: MessageEvent) => unknown) | null;
  onclose: ((event: CloseEvent) => unknown) | null;
  send(text: string): void;
  close(): void;
}

export interface Listener {
  /** Brings what is known up to date, and says from which tick the stream is to go on. */
  ready(): Promise<number>;
  moves(bytes: ArrayBuffer): void;
  told(message: Told): void;
  /** The stream is open (0), or will be tried again after so many seconds. */
  waits(seconds: number): void;
}

export class Live {
  private socket: Socket | null = null;
  private tries = 0;
  /** Counts beginnings: only the last one counts. */
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

  /** Begins anew at once, after something was missed. */
  restart(): void {
    this.drop();
    this.open();
  }

  close(): void {
    this.over = true;
    this.drop();
  }
}

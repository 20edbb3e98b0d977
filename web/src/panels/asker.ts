/**
 * Sends one request at a time, the newest next, and keeps the last answer until the next arrives.
 *
 * Knows no questions itself. Invariant: never two requests in progress. The newest is always sent in the end; older
 * ones may be skipped. After `close` nothing is reported.
 */
import { Refusal } from "../api/fetch";

export interface Wanted<T> {
  readonly key: string;
  readonly ask: () => Promise<T>;
}

export class Asker<T> {
  private wanted: Wanted<T> | null = null;
  private asked = "";
  private busy = false;
  private closed = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private data: T | undefined;

  constructor(
    private readonly wait: number,
    private readonly keep: (kept: { data: T | undefined; trouble: Refusal | null }) => void,
  ) {}

  open(): void {
    this.closed = false;
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  want(wanted: Wanted<T>, atOnce = false): void {
    this.wanted = wanted;
    if (this.busy || this.timer !== undefined) return;
    this.timer = setTimeout(() => this.go(), this.asked && !atOnce ? this.wait : 0);
  }

  private async go(): Promise<void> {
    this.timer = undefined;
    const now = this.wanted;
    if (!now || this.closed) return;
    this.busy = true;
    this.asked = now.key;
    let trouble: Refusal | null = null;
    try {
      this.data = await now.ask();
    } catch (error) {
      trouble = error instanceof Refusal ? error : new Refusal(String(error), "");
    }
    this.busy = false;
    if (this.closed) return;
    this.keep({ data: this.data, trouble });
    if (this.wanted && this.wanted.key !== now.key) this.want(this.wanted);
  }
}

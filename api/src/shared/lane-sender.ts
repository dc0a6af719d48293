/** A sender's part of a lane. */
export interface Share {
  /** Who sends: works of one key wait for each other, and keys take turns. */
  key: string;
  /** Works of the key that run at once. */
  width: number;
  /** The same while other senders are active. By default `width`, and then without pauses between its works. */
  contended?: number;
  /** A work that would wait behind more than this many others of its key is refused (TooMany). */
  longest: number;
}

/** Milliseconds of work after which a sender pauses: several pages with all of their requests. */
const CREDIT_MS = 250;
/** What a sender earns in a millisecond: one request after another hardly waits, two at once pause half of the time. */
const EARNED = 0.75;
/** What a work costs at most: a longer one waits for the database or for another system. */
const COST_MS = 100;
/** What a sender owes at most: more than its works at once cost, so only a burst while it was alone reaches it. */
const DEBT_MS = 1000;
/** Time for which a sender counts as active after its last work. */
const ACTIVE_MS = 100;

/** One sender of a lane: its works, and its part of the time while other senders are active. */
export class Sender {
  running = 0;
  readonly waiting: { share: Share; begin: () => void }[] = [];
  #credit = CREDIT_MS;
  #since = performance.now();

  /** Whether the sender has neither work nor a debt. */
  get isDone(): boolean {
    return this.running === 0 && this.waiting.length === 0 && this.#earned() >= CREDIT_MS;
  }

  /** Milliseconds until its next work may begin; Infinity before one of its works has ended. */
  pause({ width, contended }: Share, othersActive: boolean): number {
    if (this.running >= width) return Infinity;
    if (contended === undefined || !othersActive) return 0;
    if (this.running >= contended) return Infinity;
    return Math.max(0, -this.#earned() / EARNED);
  }

  /** Takes the milliseconds of a work from its credit. */
  charge(ms: number): void {
    this.#credit = Math.max(-DEBT_MS, this.#earned() - Math.min(ms, COST_MS));
    this.#since = performance.now();
  }

  #earned(): number {
    return Math.min(CREDIT_MS, this.#credit + (performance.now() - this.#since) * EARNED);
  }
}

/** Who sent work lately. Lanes that use the same processor share one. */
export class Activity {
  /** The sender of the last work, and the last other one. */
  #last = { key: '', at: -Infinity };
  #other = { key: '', at: -Infinity };

  note(key: string): void {
    if (key !== this.#last.key) this.#other = this.#last;
    this.#last = { key, at: performance.now() };
  }

  /** Whether a sender other than this one was active in the last moments. */
  othersThan(key: string): boolean {
    const { at } = key === this.#last.key ? this.#other : this.#last;
    return performance.now() - at < ACTIVE_MS;
  }
}

/** Frames of a socket that wait while an earlier one is answered. */
const MAX_WAITING = 50;

/** The frames of one socket: answered one after another, each in the turn of its sender. */
export class Frames {
  #waiting = 0;
  #closed = false;
  #last: Promise<void> = Promise.resolve();

  /**
   * `admitted` runs the answer in the turn of its sender (auth/admission.ts). `tooMany`: a frame came while too many
   * waited. `failed`: a frame could not be answered.
   */
  constructor(
    readonly host: {
      admitted: (answer: () => Promise<void>) => Promise<void>;
      tooMany: () => void;
      failed: (error: unknown) => void;
    },
  ) {}

  /** Answers a frame after those before it. Frames of a closed socket are dropped. */
  receive(answer: () => Promise<void>): Promise<void> {
    if (this.#closed) return this.#last;
    if (this.#waiting >= MAX_WAITING) {
      this.close();
      this.host.tooMany();
      return this.#last;
    }
    this.#waiting += 1;
    this.#last = this.#answered(this.#last, answer);
    return this.#last;
  }

  async #answered(earlier: Promise<void>, answer: () => Promise<void>): Promise<void> {
    const inTurn = async () => {
      if (!this.#closed) await answer();
    };
    try {
      await earlier;
      if (!this.#closed) await this.host.admitted(inTurn);
    } catch (error) {
      this.host.failed(error);
    } finally {
      this.#waiting -= 1;
    }
  }

  /** No further frame is answered. */
  close(): void {
    this.#closed = true;
  }
}

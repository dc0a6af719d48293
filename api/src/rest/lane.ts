import { TooMany } from '../shared/errors.ts';

const RETRY_SECONDS = 5;

/** A concurrency limit for one kind of traffic: a fixed number runs at once, and the rest wait in order of arrival. */
export class Lane {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  /** `longest`: a request that would wait behind more than this many others is refused (TooMany). */
  constructor(
    width: number,
    readonly longest: number,
  ) {
    this.#free = width;
  }

  /** Runs the work when its turn comes. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else if (this.#waiting.length >= this.longest) throw new TooMany(RETRY_SECONDS);
    else await new Promise<void>((turn) => this.#waiting.push(turn));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next)
        next(); // takes the freed slot
      else this.#free += 1;
    }
  }
}

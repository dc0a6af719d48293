import { TooMany } from '../shared/errors.ts';

const RETRY_SECONDS = 5;

/** A lane of its own for one kind of traffic: so many at once, the others wait in the order in which they came. */
export class Lane {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  /** `longest`: whoever would be further back in the line is told to come again (TooMany). */
  constructor(
    width: number,
    readonly longest: number,
  ) {
    this.#free = width;
  }

  /** Runs the work when it is its turn. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else if (this.#waiting.length >= this.longest) throw new TooMany(RETRY_SECONDS);
    else await new Promise<void>((turn) => this.#waiting.push(turn));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next)
        next(); // takes the place that becomes free
      else this.#free += 1;
    }
  }
}

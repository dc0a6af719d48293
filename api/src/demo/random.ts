// Names of the module: a global is slow to find in the context of a Jest test, and the demo data takes millions.
const { floor, imul, max, min, round } = Math;

/** A stream of random values that is the same on every machine for the same seed (mulberry32). Not for secrets. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
    // Adjacent seeds start alike; after two steps they differ.
    this.next();
    this.next();
  }

  /** Returns a number from 0 to below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns a whole number, both ends included. */
  int(lowest: number, highest: number): number {
    return lowest + floor(this.next() * (highest - lowest + 1));
  }

  pick<T>(list: readonly T[]): T {
    return list[floor(this.next() * list.length)]!;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /**
   * Approximates a normal distribution by the sum of four uniform values, because engines round other functions
   * differently.
   */
  normal(mean: number, deviation: number): number {
    const sum = this.next() + this.next() + this.next() + this.next();
    return mean + (sum - 2) * 1.7320508 * deviation;
  }

  /** A version 4 UUID. */
  uuid(): string {
    const hex = Array.from({ length: 4 }, () =>
      floor(this.next() * 2 ** 32)
        .toString(16)
        .padStart(8, '0'),
    ).join('');
    const variant = '89ab'[this.int(0, 3)]!;
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
  }
}

/** Returns the value limited to two bounds. */
export const clamp = (value: number, lowest: number, highest: number): number => min(highest, max(lowest, value));

/** Returns the value with one decimal, as devices report pressures and indices. */
export const oneDecimal = (value: number): number => round(value * 10) / 10;

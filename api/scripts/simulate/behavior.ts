import { Random } from '../../src/demo/random.ts';

/** Shares of a fleet's devices, from 0 to 1, with each fault. */
export interface Shares {
  offline: number;
  refusing: number;
  slow: number;
  duplicate: number;
  drift: number;
}

/** The behavior of one device. */
export interface Behavior {
  offline: boolean;
  /** Refuses every change. */
  refusing: boolean;
  /** Its highest pressure in cmH2O: it clamps a change with a higher one. */
  highestPressure: number;
  /** Milliseconds between two of its calls. */
  pauseMs: number;
  /** Sends everything twice at once. */
  duplicate: boolean;
  /** Milliseconds by which its clock is ahead. */
  clockMs: number;
}

export const WELL_BEHAVED: Behavior = {
  offline: false,
  refusing: false,
  highestPressure: Infinity,
  pauseMs: 0,
  duplicate: false,
  clockMs: 0,
};

const HOUR_MS = 3_600_000;
const CLAMPING = 0.1;

/** Returns a 32-bit number from texts, the same on every machine (FNV-1a). */
export function hashOf(...texts: (string | number)[]): number {
  let hash = 0x811c9dc5;
  for (const char of texts.join('|')) hash = Math.imul(hash ^ char.codePointAt(0)!, 0x01000193);
  return hash >>> 0;
}

/**
 * Returns the behavior of a device in a run with this seed: the same for the same seed, serial and shares, independent
 * of the other devices.
 */
export function behaviorOf(seed: number, serial: string, shares: Shares): Behavior {
  const random = new Random(hashOf(seed, serial));
  // Every value is drawn, always in this order, so that one share does not change which devices another share affects.
  const drawn = {
    offline: random.next(),
    refusing: random.next(),
    slow: random.next(),
    duplicate: random.next(),
    drift: random.next(),
    clamps: random.next(),
  };
  const clock =
    random.pick([-1, 1]) * random.pick([2 * HOUR_MS, 26 * HOUR_MS, 400 * 24 * HOUR_MS, 20 * 365 * 24 * HOUR_MS]);
  return {
    offline: drawn.offline < shares.offline,
    refusing: drawn.refusing < shares.refusing,
    pauseMs: drawn.slow < shares.slow ? random.int(500, 3000) : 0,
    duplicate: drawn.duplicate < shares.duplicate,
    clockMs: drawn.drift < shares.drift ? clock : 0,
    highestPressure: drawn.clamps < CLAMPING ? random.int(6, 10) : Infinity,
  };
}

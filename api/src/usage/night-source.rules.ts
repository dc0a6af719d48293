/**
 * Where the use of a night comes from. The first of several that have one date counts (DESIGN section 7: wireless, then SD
 * card, then QR+ code); night_priority() of the database has the same order (night-source.test.ts).
 */
export const NIGHT_SOURCES = ['wireless', 'sd', 'qr'] as const;
export type NightSource = (typeof NIGHT_SOURCES)[number];

/** Negative when nights of the first source count before those of the other one. */
export const compareSources = (one: NightSource, other: NightSource): number =>
  NIGHT_SOURCES.indexOf(one) - NIGHT_SOURCES.indexOf(other);

import type { CardNight } from './cards/card-reading.ts';

// Apneas, hypopneas and the AHI say one thing: a part of them next to another one would contradict it.
const EVENTS = ['obstructiveApneas', 'centralApneas', 'unclassifiedApneas', 'hypopneas', 'reras', 'ahi'] as const;
const OTHERS = ['sessions', 'pressure', 'p95'] as const;

/** The figures of a night that a card may lack. */
export type Figures = Pick<CardNight, (typeof EVENTS)[number] | (typeof OTHERS)[number]>;

/**
 * Returns the figures of a night that are not stored and that a later card has; empty for none. A stored figure is never
 * among them. Events are added only when all that are stored agree with those of the card.
 */
export function missingFigures(stored: Figures, card: Figures): Partial<Figures> {
  const isSame = EVENTS.every((name) => stored[name] === null || stored[name] === card[name]);
  const names = [...OTHERS, ...(isSame ? EVENTS : [])];
  return Object.fromEntries(
    names.filter((name) => stored[name] === null && card[name] !== null).map((name) => [name, card[name]]),
  );
}

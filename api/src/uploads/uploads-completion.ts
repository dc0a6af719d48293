import type { CardNight } from './cards/card-reading.types.ts';

// Apneas, hypopneas and the AHI say one thing: a part of them next to another one would contradict it.
const EVENTS = ['obstructiveApneas', 'centralApneas', 'unclassifiedApneas', 'hypopneas', 'reras', 'ahi'] as const;
const OTHERS = ['sessions', 'pressure', 'p95'] as const;

/** The figures of a night that a card may lack. */
export type Figures = Pick<CardNight, (typeof EVENTS)[number] | (typeof OTHERS)[number]>;

/**
 * Version of the parser since which the events of a night are right or null. Earlier ones dropped events out of order,
 * with the warning `events.order` (decisions/119).
 */
export const EVENTS_ARE_SURE_SINCE = 3;

/** What a card adds to a stored night of the same minutes. */
export interface Completion {
  /** With the value of the card, null included; empty for none. */
  figures: Partial<Figures>;
  /** Whether stored figures are among them. */
  isReplacement: boolean;
}

/**
 * Returns what a card adds to a stored night: the figures that it lacks; and the card's own events and average pressure
 * instead of those that an earlier parser may have read too low (`isDoubtful`), when the card has events of the night.
 */
export function completionOf(stored: Figures, card: Figures, isDoubtful: boolean): Completion {
  const figures = missingFigures(stored, card);
  if (!isDoubtful || card.ahi === null) return { figures, isReplacement: false };
  const read = [...EVENTS, ...(card.pressure === null ? [] : (['pressure'] as const))];
  const other = read.filter((name) => stored[name] !== card[name]);
  return {
    figures: { ...figures, ...Object.fromEntries(other.map((name) => [name, card[name]])) },
    isReplacement: other.some((name) => stored[name] !== null),
  };
}

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

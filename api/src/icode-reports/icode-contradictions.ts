import { daysBetween } from '../shared/dates.ts';
import { RUN } from './icode-figures.ts';
import { allowedBy, type AllowedNights, type RecordedNight } from './icode-recorded.ts';
import { bestRunOf, misfitOf, mostOf, useOf, useShown, type CodeFigures, type Misfit } from './icode-limits.ts';

/** What a device showed, as far as two of its codes can be compared. */
export interface ComparedCode extends CodeFigures {
  id: number;
  /** Date of the reading. The last night counted ended on that morning. */
  collected: string;
}

/**
 * compliant_days: one code holds more compliant days than the other allows. best30: the best 30 of one does not fit the
 * compliant days or the best 30 of the other. minutes: the use does not fit, with the compliant days. recorded_nights: the
 * code holds fewer or more compliant days than the recorded nights of its period allow.
 */
export type ContradictionKind = Misfit | 'recorded_nights';

/**
 * Two codes that cannot both be right; `first` and `second` are the same for a code that contradicts itself or the
 * recorded nights.
 */
export interface Contradiction {
  kind: ContradictionKind;
  first: number;
  second: number;
  /** The compliant nights that the recorded ones allow; absent for a contradiction of codes. */
  allowed?: AllowedNights;
}

/** A code next to another one: how many of its days both cover, and how many it alone covers before and after those. */
interface Side {
  code: ComparedCode;
  shared: number;
  before: number;
  after: number;
}

/** The compliant days that the nights of both codes can have. */
interface Bounds {
  least: number;
  most: number;
}

/** Returns both codes next to each other; null when they share no night. */
function sidesOf(one: ComparedCode, other: ComparedCode): [Side, Side] | null {
  const later = daysBetween(other.collected, one.collected);
  const earlier = one.icodePeriod - later - other.icodePeriod;
  const shared = one.icodePeriod - Math.max(0, later) - Math.max(0, earlier);
  if (shared <= 0) return null;
  return [
    { code: one, shared, before: Math.max(0, earlier), after: Math.max(0, later) },
    { code: other, shared, before: Math.max(0, -earlier), after: Math.max(0, -later) },
  ];
}

const alone = ({ before, after }: Side): number => before + after;

/** Returns what the compliant days of a code leave for the nights of both. */
const byDays = (side: Side): Bounds => ({
  least: side.code.compliantDays - alone(side),
  most: Math.min(side.shared, side.code.compliantDays),
});

/** Returns how many days of a run of 30 can be outside of the nights of both. */
function aloneInRun({ shared, before, after }: Side): number {
  const across = before > 0 && after > 0 ? Math.min(RUN - shared, before + after) : 0;
  return Math.min(RUN, Math.max(before, after, across));
}

/** Returns what the best 30 of a code leaves for the nights of both. Every part of a run counts at most as much. */
function byBestRun(side: Side): Bounds {
  const { code, shared, before, after } = side;
  const best = bestRunOf(code);
  if (best === null) return { least: 0, most: shared };
  return {
    least: Math.max(code.compliantDays - mostOf(before, best) - mostOf(after, best), best - aloneInRun(side)),
    most: mostOf(shared, best),
  };
}

/** Whether the best run of one code needs more compliant nights of the other than any run of that one has. */
function exceedsRun(side: Side, other: Side): boolean {
  const [own, others] = [bestRunOf(side.code), bestRunOf(other.code)];
  return own !== null && others !== null && own - aloneInRun(side) > others;
}

const within = (...all: Bounds[]): Bounds => ({
  least: Math.max(0, ...all.map(({ least }) => least)),
  most: Math.min(...all.map(({ most }) => most)),
});

/** Returns the use that is left for the nights of both codes when `compliant` of them are compliant. */
function useLeft(side: Side, compliant: number): Bounds {
  const [shown, own] = [useShown(side.code), useOf(alone(side), side.code.compliantDays - compliant)];
  return { least: shown.least - own.most, most: shown.most - own.least };
}

/** Returns what two codes contradict each other in: no nights of both, as far as these figures show, have all of it. */
function misfitOfPair(first: ComparedCode, second: ComparedCode): ContradictionKind | null {
  const sides = sidesOf(first, second);
  if (!sides) return null;
  const [one, other] = sides;
  const days = within(byDays(one), byDays(other));
  if (days.least > days.most) return 'compliant_days';
  const { least, most } = within(days, byBestRun(one), byBestRun(other));
  if (least > most || exceedsRun(one, other) || exceedsRun(other, one)) return 'best30';
  for (let compliant = least; compliant <= most; compliant += 1) {
    const use = within(useOf(one.shared, compliant), useLeft(one, compliant), useLeft(other, compliant));
    if (use.least <= use.most) return null;
  }
  return 'minutes';
}

/**
 * Returns the codes of one device that cannot all be right, such as a code of 7 days with more compliant days than the
 * one of 30 days that contains them. Pure; each pair once, in the order of the codes. Codes of the same nights never
 * contradict each other, whenever they are read. A code that contradicts itself says nothing about the others.
 */
export function contradictionsOf(codes: readonly ComparedCode[]): Contradiction[] {
  const misfits = codes.map(misfitOf);
  return codes.flatMap((first, index) => {
    const own = misfits[index]!;
    if (own) return [{ kind: own, first: first.id, second: first.id }];
    return codes.slice(index + 1).flatMap((second, after) => {
      const kind = misfits[index + 1 + after] ? null : misfitOfPair(first, second);
      return kind ? [{ kind, first: first.id, second: second.id }] : [];
    });
  });
}

/**
 * Returns the codes of one device that hold fewer or more compliant days than its recorded nights allow. Pure; in the
 * order of the codes. A code that contradicts itself is not compared.
 */
export const contradictionsWithNights = (
  codes: readonly ComparedCode[],
  nights: readonly RecordedNight[],
): Contradiction[] =>
  codes.flatMap((code) => {
    const allowed = allowedBy(code, nights);
    const fits = code.compliantDays >= allowed.least && code.compliantDays <= allowed.most;
    return fits || misfitOf(code) ? [] : [{ kind: 'recorded_nights', first: code.id, second: code.id, allowed }];
  });

/**
 * Returns the codes of one device that contradict neither themselves nor another one, nor its recorded nights: only those
 * prove something.
 */
export function withoutContradictions<Code extends ComparedCode>(
  codes: readonly Code[],
  nights: readonly RecordedNight[] = [],
): Code[] {
  const found = [...contradictionsOf(codes), ...contradictionsWithNights(codes, nights)];
  const doubtful = new Set(found.flatMap(({ first, second }) => [first, second]));
  return codes.filter(({ id }) => !doubtful.has(id));
}

import { dateOf } from './card-dates.ts';
import { LONGEST, type NightDraft } from './card-night.ts';
import type { AddWarning } from './card-warnings.ts';
import type { IndexedNight } from './g3x-idx.ts';
import { pressuresOf, type EventNight } from './g3x-sessions.ts';

/** Seconds by which the sessions of a night may differ from its stored time of use. */
const SAME = 60;

/** An `.idx` and an `.evt` of one card, as far as they are there. */
export interface G3xFiles {
  index: { nights: IndexedNight[]; file: string } | null;
  events: { nights: Map<number, EventNight>; file: string } | null;
}

/**
 * Returns the nights of a G3X card. The minutes are those of the `.idx`, which a checksum protects; the sessions of the
 * `.evt` give them where it has none. Nights without use are left out.
 */
export function nightsOfCard({ index, events }: G3xFiles, add: AddWarning): NightDraft[] {
  const nights: NightDraft[] = [];
  const indexed = new Set<number>();
  for (const night of index?.nights ?? []) {
    indexed.add(night.day);
    const draft = indexedNight(night, index!.file, events, add);
    if (draft) nights.push(draft);
  }
  for (const [day, night] of events?.nights ?? []) {
    const where = { file: events!.file, night: dateOf(day) };
    if (indexed.has(day)) continue;
    if (!hasUsage(night)) {
      add(night.seconds > LONGEST ? 'night.minutes' : 'night.no_usage', where);
      continue;
    }
    if (index) add('night.from_sessions', where);
    nights.push(fromSessions(day, night, where.file));
  }
  nights.sort((one, other) => one.day - other.day);
  const last = nights.at(-1);
  if (last) last.running = true;
  return nights;
}

/** Whether the events of a night are all there when it was used for so many seconds. */
const isWhole = (night: EventNight, seconds: number) => night.isWhole && seconds - night.covered <= night.uncovered;

/** Whether the sessions of a night give its minutes. A clock that was set forward leaves a part without snapshots. */
const hasUsage = (night: EventNight) =>
  night.isSure && night.seconds > 0 && night.seconds <= LONGEST && isWhole(night, night.seconds);

const fromSessions = (day: number, night: EventNight, file: string): NightDraft => ({
  day,
  seconds: night.seconds,
  sessions: night.sessions,
  events: night.events,
  ...pressuresOf(night),
  running: false,
  file,
});

function indexedNight(
  { day, seconds, sessions, p95 }: IndexedNight,
  file: string,
  events: G3xFiles['events'],
  add: AddWarning,
): NightDraft | null {
  const recorded = events?.nights.get(day);
  const where = { file, night: dateOf(day) };
  if (!seconds) {
    if (recorded && hasUsage(recorded)) {
      add('night.from_sessions', where);
      return { ...fromSessions(day, recorded, file), p95: p95 ?? pressuresOf(recorded).p95 };
    }
    if (seconds === null || recorded) add('night.no_usage', where);
    return null;
  }
  const draft = { day, seconds, running: false, file };
  if (!recorded) {
    if (events) add('night.sessions_differ', where);
    return { ...draft, sessions, events: null, pressure: null, p95 };
  }
  const differs = Math.abs(recorded.seconds - seconds) > SAME;
  if (differs) add('night.sessions_differ', where);
  const isPart = differs && recorded.seconds < seconds;
  // Events of a part of the night would make an AHI that is too low.
  const isKnown = !isPart && isWhole(recorded, seconds);
  if (!isPart && !isKnown) add('night.events_unreadable', where);
  const pressures = pressuresOf(recorded);
  return {
    ...draft,
    sessions: isKnown ? recorded.sessions : sessions,
    events: isKnown ? recorded.events : null,
    pressure: isKnown ? pressures.pressure : null,
    p95: p95 ?? (isKnown ? pressures.p95 : null),
  };
}

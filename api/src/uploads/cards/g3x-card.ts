import { mergeNights } from './card-night.ts';
import { settingsChangesOf } from './card-settings.ts';
import type { CardSource, GenerationReading, ReadingContext } from './card-source.ts';
import { readCardEvents } from './g3x-evt.ts';
import { readIndex, type G3xIndex, type IndexedNight } from './g3x-idx.ts';
import { nightsOfCard } from './g3x-nights.ts';
import type { EventNight } from './g3x-sessions.ts';
import { readSet } from './g3x-set.ts';

/** Reads the G3X files of a card: usage and settings of the `.idx`, sessions and events of the `.evt`, the `.set`. */
export function readG3x(files: readonly CardSource[], { range, add }: ReadingContext): GenerationReading {
  const of = (format: CardSource['format']) => files.filter((file) => file.format === format);
  const indexes = of('g3x-idx').map((file) => {
    const index = readIndex(file.bytes, file.name, range, add);
    file.used = index.nights.length > 0;
    return index;
  });
  const events = of('g3x-evt').map((file) => {
    const nights = readCardEvents(file.bytes, file.name, range, add);
    file.used = nights.size > 0;
    return nights;
  });
  const nights = nightsOfCard(
    {
      index: indexes.length > 0 ? { nights: mergeIndexes(indexes), file: of('g3x-idx')[0]!.name } : null,
      events: events.length > 0 ? { nights: mergeEvents(events), file: of('g3x-evt')[0]!.name } : null,
    },
    add,
  );
  const settings = indexes.flatMap((index) =>
    index.nights.flatMap((night) => (night.settings ? [{ day: night.day, values: night.settings }] : [])),
  );
  const current = of('g3x-set').flatMap((file) => {
    const found = readSet(file.bytes, file.name, range, add);
    file.used = found !== null;
    return found ?? [];
  });
  current.sort((one, other) => (one.changedAt ?? '').localeCompare(other.changedAt ?? ''));
  return {
    nights: mergeNights(nights, add),
    settings: [...settingsChangesOf(settings), ...current.slice(-1)],
    model: indexes.find(({ model }) => model)?.model ?? null,
    firmware: null,
    build: indexes.find(({ build }) => build)?.build ?? null,
  };
}

/** Returns each night of two copies of an `.idx` once, the longer one. */
function mergeIndexes(indexes: readonly G3xIndex[]): IndexedNight[] {
  const merged = new Map<number, IndexedNight>();
  for (const night of indexes.flatMap(({ nights }) => nights)) {
    const known = merged.get(night.day);
    if (!known || (known.seconds ?? 0) < (night.seconds ?? 0)) merged.set(night.day, night);
  }
  return [...merged.values()];
}

/** Returns each night of two copies of an `.evt` once, the longer one: their events are never added up. */
function mergeEvents(files: readonly Map<number, EventNight>[]): Map<number, EventNight> {
  const merged = new Map<number, EventNight>();
  for (const [day, night] of files.flatMap((nights) => [...nights])) {
    const known = merged.get(day);
    const isSounder = known?.seconds === night.seconds && !(known.isSure && known.isWhole);
    if (!known || known.seconds < night.seconds || isSounder) merged.set(day, night);
  }
  return merged;
}

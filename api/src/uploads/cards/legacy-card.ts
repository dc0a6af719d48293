import { mergeNights } from './card-night.ts';
import { settingsChangesOf, type SettingsDraft } from './card-settings.ts';
import type { CardSource, GenerationReading, ReadingContext } from './card-source.ts';
import { countLegacyEvents } from './legacy-evt.ts';
import { readLegacyIdx, settingsOfNights } from './legacy-idx.ts';
import { readLegacyUsr } from './legacy-usr.ts';

/** Reads the legacy files of a card: usage and events of the `.USR`, settings of the `.idx`; the `.evt` is only compared. */
export function readLegacy(files: readonly CardSource[], { range, add }: ReadingContext): GenerationReading {
  const of = (format: CardSource['format']) => files.filter((file) => file.format === format);
  const cards = of('legacy-usr').map((file) => {
    const card = readLegacyUsr(file.bytes, file.name, range, add);
    file.used = card.nights.length > 0;
    return card;
  });
  const drafts = cards.flatMap(({ nights }) => nights);
  const nights = mergeNights(drafts, add);
  const records = of('legacy-idx').flatMap((file) => {
    const found = readLegacyIdx(file.bytes, file.name, range, add);
    file.used = found.length > 0;
    return found;
  });
  records.sort((one, other) => one.day - other.day);
  const settings = settingsOfNights(
    records,
    nights.map(({ day }) => day),
  );
  addFixedPressures(nights, records);
  for (const { bytes, name } of of('legacy-evt')) {
    const count = countLegacyEvents(bytes, name, add);
    const known = nights.flatMap(({ events }) =>
      events ? [events.obstructive + events.central + events.hypopneas] : [],
    );
    if (known.length > 0 && count !== known.reduce((sum, events) => sum + events, 0))
      add('events.differ', { file: name });
  }
  return {
    nights,
    settings: settingsChangesOf(settings),
    model: cards.find(({ model }) => model)?.model ?? null,
    firmware: cards.find(({ firmware }) => firmware)?.firmware ?? null,
    build: null,
  };
}

/**
 * In CPAP mode the device holds the pressure that is set, which is then the average of the night: by the record of the day
 * that closes it. Without that record another one may have other settings.
 */
function addFixedPressures(nights: GenerationReading['nights'], records: readonly SettingsDraft[]): void {
  const closing = new Map(records.map(({ day, values }) => [day, values]));
  for (const night of nights) {
    const { mode, treat_p: pressure } = closing.get(night.day + 1) ?? {};
    if (mode === 'CPAP' && night.seconds > 0 && typeof pressure === 'number') night.pressure ??= pressure;
  }
}

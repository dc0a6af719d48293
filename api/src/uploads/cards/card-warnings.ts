/** What a reading left out or could not compare. The texts are in the locales, under `uploads.warning.{code}`. */
export type CardWarningCode =
  /** The file is none of the known formats, or is empty. */
  | 'file.unknown'
  /** The file was recognized and has no usage and no settings. */
  | 'file.no_usage'
  /** The file ends in the middle of a record, or its size is not a whole number of records. */
  | 'file.size'
  /** More records than a card can hold: the rest was not read. */
  | 'file.too_many'
  /** A record or block is damaged and was left out. */
  | 'record.damaged'
  /** The list of closed days of a `.USR` ends early, or its length differs from the stored count. */
  | 'days.chain'
  /** The date is before 2008, later than today or no date; the night was left out. */
  | 'night.date'
  /** The dates of the records do not follow each other; the night was left out. */
  | 'night.order'
  /** The minutes are not possible; the night was left out. */
  | 'night.minutes'
  /** The night has no minutes of use that could be read; it was left out. */
  | 'night.no_usage'
  /** Two records have the same night: the longer one was used. */
  | 'night.twice'
  /** The statistics of the night are damaged: its minutes were computed from its sessions. */
  | 'night.from_sessions'
  /** The sessions of the night and its stored minutes differ by more than a minute: the stored ones were used. */
  | 'night.sessions_differ'
  /** The events of the night could not be read for certain: its minutes are right, its events not available. */
  | 'night.events_unreadable'
  /** Central apneas were read by the older layout. */
  | 'night.older_events'
  /** The events of a second file differ in number from those used. */
  | 'events.differ'
  /** Sessions that begin and do not end, or end and did not begin. */
  | 'events.unpaired'
  /** The times of the events do not follow each other. */
  | 'events.order'
  /** A pressure outside 3 to 35 cmH2O, or another setting that no device has, was left out. */
  | 'settings.value'
  /** The name of the file has another serial than its header; the header counts. */
  | 'file.name'
  /** The files of the upload have no usage and no settings. */
  | 'card.no_usage'
  /** No night of the card has a possible date: the clock of the device was wrong. */
  | 'card.dates'
  /** The files are of both generations of cards. */
  | 'card.two_generations';

/** One kind of warning of one file, with the number of times it occurred. */
export interface CardWarning {
  code: CardWarningCode;
  /** Name of the file as uploaded; null for the card as a whole. */
  file: string | null;
  /** First night concerned, YYYY-MM-DD; null when it is no single night. */
  night: string | null;
  count: number;
}

export type AddWarning = (code: CardWarningCode, where?: { file?: string; night?: string }) => void;

/** Collects warnings: one for each code and file, however often it occurs, so that damage cannot fill the memory. */
export function collectWarnings(): { add: AddWarning; list: () => CardWarning[] } {
  const warnings = new Map<string, CardWarning>();
  return {
    add: (code, { file, night } = {}) => {
      const key = `${code} ${file ?? ''}`;
      const known = warnings.get(key);
      if (known) known.count += 1;
      else warnings.set(key, { code, file: file ?? null, night: night ?? null, count: 1 });
    },
    list: () => [...warnings.values()],
  };
}

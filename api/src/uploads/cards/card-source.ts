import type { CardFormat } from './card-format.ts';
import type { DayRange } from './card-dates.ts';
import type { NightDraft } from './card-night.ts';
import type { CardSettings } from './card-reading.types.ts';
import type { AddWarning } from './card-warnings.ts';

/** One file of an upload while it is read. */
export interface CardSource {
  name: string;
  bytes: Uint8Array;
  format: CardFormat | null;
  /** Whether something of the file is in the reading. */
  used: boolean;
}

/** What the readers of both generations return. */
export interface GenerationReading {
  nights: NightDraft[];
  settings: CardSettings[];
  model: string | null;
  firmware: string | null;
  /** The internal build of a G3X card, for a card without another text. */
  build: string | null;
}

/** What every reader needs besides the files. */
export interface ReadingContext {
  range: DayRange;
  add: AddWarning;
}

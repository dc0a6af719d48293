import type { SettingName, SettingValue } from '../../device-settings/settings-catalog.rules.ts';
import type { CardFormat } from './card-format.ts';
import type { CardWarning } from './card-warnings.ts';

/** One file of a card as it was uploaded: its original name and all of its bytes. */
export interface CardFile {
  name: string;
  bytes: Uint8Array;
}

/** What a card says about the device that wrote it. */
export interface CardDevice {
  /** Upper case. All characters when it comes from a header; only the last 8 when the name of a legacy file gave it. */
  serial: string;
  serialFrom: 'header' | 'name';
  /** Model as the device writes it, `G3 A20`; null when the files do not have it. */
  model: string | null;
  /** Firmware as the device shows it, `G3-2.12.54.13`; null when the files do not have it. */
  firmware: string | null;
}

/** One night of a card, noon to noon, device-local. Every null means not available, never zero. */
export interface CardNight {
  /** YYYY-MM-DD of the evening, as recorded. */
  night: string;
  /** Minutes of use, 0 to 1440, rounded. */
  minutes: number;
  sessions: number | null;
  obstructiveApneas: number | null;
  centralApneas: number | null;
  unclassifiedApneas: number | null;
  hypopneas: number | null;
  /** Not part of the AHI. */
  reras: number | null;
  /** Apneas and hypopneas per hour of use, two decimals; null when the night has no events file or no use. */
  ahi: number | null;
  /** Time-weighted average pressure in cmH2O. */
  pressure: number | null;
  /** Pressure at or below which the device ran 95 % of the time, in cmH2O. */
  p95: number | null;
  /** True for the last night, which may have been running when the card was removed: a later card may have more of it. */
  running: boolean;
}

/** Settings by the names of the catalog; a setting that the card or the catalog does not have is absent. */
export interface CardSettings {
  /**
   * The first recorded night in which they were in force: a night without an entry has the settings of the one before.
   * Null for the current settings (`.set`).
   */
  night: string | null;
  /** Device-local time of the last change, YYYY-MM-DDTHH:mm:ss; null when not available. */
  changedAt: string | null;
  values: Partial<Record<SettingName, SettingValue>>;
}

/**
 * How sure the layout of a kind of figures is (decisions/071); no reading is verified against a vendor's
 * report.
 */
export type CardConfidence = 'high' | 'medium' | 'low';

/** What became of one file: `parsed` whole, `partly` with warnings, `refused` when nothing was read from it. */
export interface CardFileOutcome {
  name: string;
  format: CardFormat | null;
  outcome: 'parsed' | 'partly' | 'refused';
}

/** Reason why nothing of an upload is used: its files are of several devices. */
export interface CardProblem {
  code: 'two_serials';
  serials: string[];
}

/** Everything that was read from the files of one upload. It never holds the patient's block of a `.USR`. */
export interface CardReading {
  device: CardDevice | null;
  /** Ascending by night, one for each night. */
  nights: CardNight[];
  /** Ascending by night; the current settings are the last entry. */
  settings: CardSettings[];
  /**
   * The nights and settings of a card of which no night has a possible date: the clock of the device was wrong. They count
   * only once a user has moved them. Null for any other card.
   */
  misdated: Pick<CardReading, 'nights' | 'settings'> | null;
  warnings: CardWarning[];
  problem: CardProblem | null;
  /** In the order of the upload. */
  files: CardFileOutcome[];
  /** Generation of the card; null when no file of it was recognized. */
  parser: 'legacy' | 'g3x' | null;
  parserVersion: number;
  /** Null for figures that the reading does not have. */
  confidence: Record<'usage' | 'events' | 'pressure' | 'settings', CardConfidence | null>;
}

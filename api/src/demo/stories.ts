import type { SettingsFailure, SettingsStatus } from '../device-settings/settings-record.entity.ts';

/**
 * How a patient received devices. Each shape owns a fixed number of machines; `taken-over` continues with the machine
 * that another patient handed over.
 */
export const MACHINES_OF = {
  never: 0,
  single: 1,
  trial: 1,
  ended: 1,
  replaced: 2,
  series: 3,
  'wrong-device': 2,
  'handed-over': 2,
  'taken-over': 0,
} as const;
export type Shape = keyof typeof MACHINES_OF;

/** The sources of usage data in use: the module, the card, the code. */
export type Sources = 'none' | 'wireless' | 'sd' | 'qr' | 'wireless+sd' | 'sd+qr';

export interface Story {
  shape: Shape;
  /** Id of the model (reference data). */
  model: number;
  sources: Sources;
  /** Days since the last contact of a wireless device. */
  silent: number;
  /** Settings records of the last device, oldest first. */
  settings: readonly SettingsStatus[];
  /** Why earlier changes of the last device were not delivered; staff has dismissed them. */
  undelivered: readonly SettingsFailure[];
  /** Visits at which iCodes were read. */
  icodes: number;
  /** Terminal types of the sessions in addition to 1 (Wireless); null is shown as Unknown. */
  terminals: readonly (number | null)[];
  /**
   * unknown: the machine has no PIN on record. unconfirmed: it has one, but it was not entered for this assignment;
   * odd-unconfirmed: in every other cohort.
   */
  pin: 'confirmed' | 'unconfirmed' | 'odd-unconfirmed' | 'unknown';
}

const story = (
  shape: Shape,
  model: number,
  sources: Sources,
  settings: readonly SettingsStatus[],
  more: Partial<Story> = {},
): Story => ({
  shape,
  model,
  sources,
  settings,
  silent: 0,
  undelivered: [],
  icodes: 0,
  terminals: [],
  pin: 'confirmed',
  ...more,
});

/**
 * Twenty patients cover every state that the documents name. A cohort is one of each, and the demo data has ten
 * cohorts.
 */
export const STORIES: readonly Story[] = [
  story('replaced', 3, 'wireless', ['past', 'past', 'current', 'pending'], { icodes: 2 }),
  story('never', 3, 'none', []),
  story('single', 1, 'wireless', ['current']),
  story('single', 3, 'wireless', ['past', 'current', 'failed']),
  story('single', 4, 'wireless', ['past', 'void', 'current', 'pending']),
  story('single', 1, 'wireless', ['current', 'pending'], { silent: 6 }),
  story('single', 2, 'sd', ['defaults']),
  story('single', 1, 'qr', [], { icodes: 2, terminals: [2] }),
  story('single', 3, 'wireless+sd', ['past', 'current'], { terminals: [3] }),
  story('ended', 1, 'wireless', ['current'], { undelivered: ['device-ended'] }),
  story('series', 3, 'wireless', ['past', 'current']),
  story('wrong-device', 1, 'wireless', ['current']),
  story('handed-over', 3, 'wireless', ['past', 'current']),
  story('taken-over', 3, 'wireless', ['current']),
  story('trial', 1, 'wireless', ['pending'], { icodes: 1 }),
  story('single', 5, 'wireless', ['current'], { icodes: 1, terminals: [2], undelivered: ['expired', 'refused'] }),
  story('single', 3, 'wireless', ['past', 'current', 'void'], { terminals: [3, null, 9] }),
  story('single', 1, 'wireless', ['past', 'current'], { pin: 'unknown' }),
  story('single', 2, 'sd+qr', ['defaults'], { icodes: 1, pin: 'unconfirmed' }),
  story('single', 6, 'wireless', ['current', 'pending'], { pin: 'odd-unconfirmed' }),
];

/**
 * Nights that may still be missed by the patients whose running trial decides itself in these days, by their number among
 * 400: after 20 cohorts the organizations of the stories repeat. One who needs every night, and one who has some to
 * spare, of Northside Respiratory, Harbor Home Medical and Lakeview Sleep Clinic each.
 */
const SPARE_NIGHTS: Partial<Record<number, number>> = { 75: 0, 135: 2, 95: 0, 123: 1, 115: 0, 143: 3 };

/** Returns the nights that a patient in a running trial may still miss; undefined for any other patient. */
export const spareNightsOf = (patientNumber: number): number | undefined =>
  SPARE_NIGHTS[((patientNumber - 1) % 400) + 1];

/** Models of the machines in stock, in addition to those that the stories use. */
export const STOCK: readonly number[] = [3, 1, 5];

/** Number of rows that one cohort adds to each numbered table. */
export const COHORT = {
  patients: STORIES.length,
  machines: STORIES.reduce((sum, { shape }) => sum + MACHINES_OF[shape], 0) + STOCK.length,
  /** Every machine of a story was assigned to it once, and one more was taken over. */
  histories:
    STORIES.reduce((sum, { shape }) => sum + MACHINES_OF[shape], 0) +
    STORIES.filter(({ shape }) => shape === 'taken-over').length,
} as const;

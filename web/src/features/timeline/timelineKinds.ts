import type { PatientFactKind } from '../../gql/schema.ts';

/** What the filter offers, each with its kinds of facts. */
export const factGroups = {
  nights: ['NIGHTS_ARRIVED', 'NIGHT_GREW'],
  cards: ['CARD_READ'],
  codes: ['CODE_READ'],
  corrections: ['DATES_CORRECTED', 'NIGHTS_VOIDED', 'NIGHTS_GIVEN_BACK'],
  assignments: [
    'ASSIGNMENT_MADE',
    'ASSIGNMENT_EDITED',
    'ASSIGNMENT_DELETED',
    'ASSIGNMENT_VOIDED',
    'ASSIGNMENT_RESTORED',
  ],
  therapyStart: ['THERAPY_START_SET'],
  settings: ['SETTINGS_SUBMITTED', 'SETTINGS_ANSWERED'],
  reports: ['REPORT_ISSUED'],
  followUps: ['FOLLOW_UP_ASSIGNED', 'FOLLOW_UP_SNOOZED', 'FOLLOW_UP_DONE', 'FOLLOW_UP_REOPENED'],
} as const satisfies Record<string, readonly PatientFactKind[]>;
export type FactGroup = keyof typeof factGroups;

export const isFactGroup = (name: string): name is FactGroup => Object.hasOwn(factGroups, name);

import { object, string } from 'yup';
import { calendarDate } from '../shared/date.rules.ts';
import { textOnly } from '../shared/text.rules.ts';

/** Why a patient is to be called, in the order of the list. */
export const FOLLOW_UP_REASONS = ['nights_needed', 'icode_call', 'silent', 'settings_failed'] as const;
export type FollowUpReason = (typeof FOLLOW_UP_REASONS)[number];

/** How a follow-up ended. */
export const FOLLOW_UP_OUTCOMES = ['reached', 'left_message', 'no_answer', 'wrong_number', 'not_needed'] as const;
export type FollowUpOutcome = (typeof FOLLOW_UP_OUTCOMES)[number];

/** open: to do today. snoozed, done: hidden until a day. */
export const FOLLOW_UP_STATES = ['open', 'snoozed', 'done'] as const;
export type FollowUpState = (typeof FOLLOW_UP_STATES)[number];

/** What staff does with a follow-up. */
export const FOLLOW_UP_ACTS = ['assigned', 'snoozed', 'done', 'reopened'] as const;
export type FollowUpAct = (typeof FOLLOW_UP_ACTS)[number];

/** Whose follow-ups are listed: the viewer's, or those of no one. */
export const FOLLOW_UP_ASSIGNED = ['me', 'no_one'] as const;
export type FollowUpAssigned = (typeof FOLLOW_UP_ASSIGNED)[number];

/** Follow-ups of a page, unless the caller names a number, and at most. */
export const FOLLOW_UP_PAGE = 50;
export const MAX_FOLLOW_UP_PAGE = 200;

/** Maximum length of a note in letters: an emoji is one. The database has the same limit. */
export const MAX_FOLLOW_UP_NOTE = 500;

/** Days for which a follow-up is hidden: at least and at most, and when one is done and no day is named. */
export const HIDDEN_DAYS = { least: 1, most: 90, done: 7 };

/** A plain text: line breaks of every system are one letter, and blanks around it are left out. Empty is null. */
const note = () =>
  string()
    .typeError('invalid')
    .transform(textOnly((text) => text.replaceAll('\0', '').replace(/\r\n?/g, '\n').trim() || null))
    .nullable()
    .default(null)
    .test('letters', 'follow_up.note_too_long', (text) => text == null || [...text].length <= MAX_FOLLOW_UP_NOTE);

/** The first and the last day until which a follow-up can be hidden. */
export interface HiddenUntil {
  first: string;
  last: string;
}

const laterDay = ({ first, last }: HiddenUntil) =>
  calendarDate().test('later', 'follow_up.day', (day) => !day || (day >= first && day <= last));

/** The form with which a follow-up is snoozed. */
export const snoozeRules = (days: HiddenUntil) => object({ until: laterDay(days).required('required'), note: note() });

/** The form with which a follow-up is done. */
export const completeRules = (days: HiddenUntil) =>
  object({
    outcome: string()
      .typeError('invalid')
      .required('required')
      .oneOf([...FOLLOW_UP_OUTCOMES], 'invalid'),
    lookAgainOn: laterDay(days)
      .transform(textOnly((text) => text || null))
      .nullable()
      .default(null),
    note: note(),
  });

import type { Context } from '../shared/context.ts';
import type { Limit } from './counters.ts';

// How often a user does what costs others something: what they receive, keep for ever, or must keep secret
// (decisions/142, and docs/limits.md). Requests in general have turns (admission.ts) and points (budget.ts).

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Sessions of a user that are signed in, and, apart from them, sign-ins that wait for their second factor. */
export const MAX_SESSIONS = 10;

/** Personal access tokens of a user that are valid. */
export const MAX_PERSONAL_TOKENS = 10;

/** Files of a whole list that a user saves (requirement X-5). A batch of reports is one when it starts. */
export const filesOfLists = ({ app, viewer }: Context): Limit[] => [
  { key: `files:${viewer.userId}`, most: app.config.filesPerHour, seconds: HOUR, text: 'limit.files' },
];

/** Files of one patient, device or user. */
export const filesOfOne = ({ app, viewer }: Context): Limit[] => [
  {
    key: `files-of-one:${viewer.userId}`,
    most: 12 * app.config.filesPerHour,
    seconds: HOUR,
    text: 'limit.files_of_one',
  },
];

/** Notes that a user writes, and new texts of theirs: each stays readable for ever. */
export const notes = ({ viewer }: Context): Limit[] => [
  { key: `notes:${viewer.userId}`, most: 60, seconds: HOUR, text: 'limit.notes' },
];

/** Mails to others that a user causes, and that an organization's users cause together. At least a whole selection of users. */
export const mails = ({ viewer }: Context): Limit[] => [
  { key: `mails:${viewer.userId}`, most: 500, seconds: HOUR, text: 'limit.mails_of_user' },
  { key: `mails-day:${viewer.userId}`, most: 1000, seconds: DAY, text: 'limit.mails_of_user' },
  { key: `mails-org:${viewer.workOrgId}`, most: 1000, seconds: HOUR, text: 'limit.mails_of_organization' },
  { key: `mails-org-day:${viewer.workOrgId}`, most: 3000, seconds: DAY, text: 'limit.mails_of_organization' },
];

/** Those to one user, of all who cause them together: the address may be that of a person who did not ask for any. */
export const mailsTo = (userId: number): Limit => ({
  key: `mails-to:${userId}`,
  most: 5,
  seconds: DAY,
  text: 'limit.mails_to_user',
});

/** Users that are imported, each with an invitation: two whole files. */
export const imported = (orgId: number): Limit[] => [
  { key: `imported:${orgId}`, most: 10_000, seconds: DAY, text: 'limit.imported' },
];

/** New passwords of a user that are rated. Each takes the process as long as some hundred requests (password-strength.ts). */
export const ratedPasswords = (userId: number): Limit[] => [
  { key: `rated-passwords:${userId}`, most: 60, seconds: 15 * MINUTE, text: 'limit.passwords' },
];

/**
 * Wrong PINs (requirement P-2), next to the five of a user and serial in 15 minutes (device-pin.service.ts): of a user
 * over all devices, of a device over all users, and of the users of an organization. A right PIN takes none.
 */
export const wrongPins = ({ viewer }: Context, serial: string): Limit[] => [
  { key: `pins:${viewer.userId}`, most: 30, seconds: HOUR, text: 'limit.pins' },
  { key: `pins-day:${viewer.userId}`, most: 100, seconds: DAY, text: 'limit.pins' },
  { key: `pins-of:${serial}`, most: 10, seconds: HOUR, text: 'limit.pins' },
  { key: `pins-of-day:${serial}`, most: 20, seconds: DAY, text: 'limit.pins' },
  { key: `pins-org:${viewer.workOrgId}`, most: 150, seconds: HOUR, text: 'limit.pins' },
  { key: `pins-org-day:${viewer.workOrgId}`, most: 500, seconds: DAY, text: 'limit.pins' },
];

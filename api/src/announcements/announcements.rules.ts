import { array, boolean, object, string } from 'yup';
import { calendarDate } from '../shared/date.rules.ts';
import { isCalendarDate } from '../shared/text.rules.ts';

/** Maximum length of a title in characters. The database has the same limit. */
export const MAX_TITLE = 100;
/** Maximum length of a text in characters, including tags: that of a message. The database has the same limit. */
export const MAX_BODY = 4000;
/** Roles of an audience. The portal has fewer. */
const MAX_ROLES = 50;

const title = () => string().typeError('invalid').trim().max(MAX_TITLE, 'announcement.title_too_long');
const body = () => string().typeError('invalid').trim().max(MAX_BODY, 'announcement.body_too_long');
const optional = (text: ReturnType<typeof title>) =>
  text
    .transform((value: unknown) => (value === '' ? null : value))
    .nullable()
    .default(null);

/** The form of an announcement. The server also sanitizes the HTML and finds the organization and the roles. */
export const announcementRules = object({
  organizationId: string()
    .typeError('invalid')
    .transform((value: unknown) => (value === '' ? null : value))
    .max(64, 'invalid')
    .nullable()
    .default(null),
  roles: array(string().typeError('invalid').required('invalid').max(100, 'invalid'))
    .typeError('invalid')
    .default([])
    .max(MAX_ROLES, 'invalid'),
  title: title().required('required'),
  body: body().required('required'),
  titleEs: optional(title()).test(
    'both',
    'announcement.both_in_spanish',
    (value, { parent }) => Boolean(value) || !parent.bodyEs,
  ),
  bodyEs: optional(body()).test(
    'both',
    'announcement.both_in_spanish',
    (value, { parent }) => Boolean(value) || !parent.titleEs,
  ),
  fromDate: calendarDate().required('required'),
  untilDate: calendarDate()
    .transform((value: unknown) => (value === '' ? null : value))
    .nullable()
    .default(null)
    .test(
      'after-from',
      'announcement.until_before_from',
      (value, { parent }) => !value || !isCalendarDate(String(parent.fromDate)) || value >= parent.fromDate,
    ),
});

/** A change, and whether users are shown it no longer. */
export const announcementChangeRules = announcementRules.shape({
  withdrawn: boolean().typeError('invalid').nullable(),
});

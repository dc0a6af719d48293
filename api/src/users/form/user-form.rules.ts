import { array, boolean, number, object, string, type InferType } from 'yup';
import { COUNTRIES } from '../../shared/address.rules.ts';
import { LARGEST_ID } from '../../shared/id.rules.ts';
import { isPersonName } from '../../shared/name.rules.ts';
import { phoneRule } from '../../shared/phone.rules.ts';
import { textOnly, typedCode } from '../../shared/text.rules.ts';
import { USER_TYPES } from '../users.list.rules.ts';

/** The documented user types: what their users see. */
export { USER_TYPES };
export type UserType = (typeof USER_TYPES)[number];

export const NOTIFICATION_TYPES = ['Email', 'Text'] as const;

/** Maximum length of a name and of an e-mail address in characters. */
const MAX_NAME = 100;
const MAX_EMAIL = 255;
/** Locations or groups of a user. A request has no longer list. */
const MAX_PLACES = 200;

const name = string()
  .transform(textOnly((text) => text.trim()))
  .required('required')
  .max(MAX_NAME, 'user.name_too_long')
  .test('name', 'user.name_address', (text) => isPersonName(text ?? ''));

const email = string()
  .transform(textOnly(typedCode))
  .typeError('email.invalid')
  .required('required')
  .max(MAX_EMAIL, 'email.invalid')
  .email('email.invalid');

const places = (type: UserType, missing: string) =>
  array(
    number().integer('invalid').min(0, 'invalid').max(LARGEST_ID, 'invalid').required('invalid').typeError('invalid'),
  )
    .typeError('invalid')
    .default([])
    .max(MAX_PLACES, 'user.too_many_places')
    .when('userType', {
      is: type,
      then: (rule) => rule.min(1, missing),
      otherwise: (rule) => rule.max(0, 'user.places_of_other_type'),
    });

const fields = {
  firstName: name,
  lastName: name,
  country: string().oneOf(COUNTRIES, 'user.country').nullable(),
  phone: phoneRule,
  userType: string()
    // A select without a choice is empty text, which is no unknown type.
    .transform((text: unknown) => text || undefined)
    .oneOf(USER_TYPES, 'invalid')
    .required('required'),
  role: string().trim().required('required'),
  locations: places('Location', 'user.locations_required'),
  groups: places('Group', 'user.groups_required'),
  isClinician: boolean().typeError('invalid').nullable(),
  notificationType: string().oneOf(NOTIFICATION_TYPES, 'invalid').nullable(),
};

/** The form of a new user. */
export const createUserRules = object({
  ...fields,
  email,
  confirmEmail: string()
    .transform(textOnly(typedCode))
    .typeError('user.email_differs')
    .required('required')
    .test(
      'same',
      'user.email_differs',
      (value, { parent }) => value?.toLowerCase() === String(parent.email ?? '').toLowerCase(),
    ),
});

/** The form of an existing user. The e-mail address is read-only. */
export const updateUserRules = object({
  ...fields,
});

/** Valid input of a new user. */
export type NewUser = InferType<typeof createUserRules>;

/** Valid input of an existing user. */
export type UserUpdate = InferType<typeof updateUserRules>;

import type { Country } from '#rules/shared/address';
import { displayPhone } from '#rules/shared/phone';
import type { UserType } from '#rules/users/form/user-form';
import type { CreateUserInput, UpdateUserInput } from '../../gql/schema.ts';
import { defaultCountry } from '../../lib/appRegion.ts';
import type { UserFormQuery } from './gql/UserFormDialog.ts';

/** A user's form with its choices, as the server describes it. */
export type UserFormData = UserFormQuery['userForm'];
/** The values of a stored user, as the server names them. */
export type StoredUser = NonNullable<UserFormData['values']>;

/** The values of the form. */
export interface UserValues {
  firstName: string;
  lastName: string;
  email: string;
  confirmEmail: string;
  /** (XXX) XXX-XXXX, or its beginning. */
  phone: string;
  country: Country;
  userType: UserType | '';
  role: string;
  locations: number[];
  groups: number[];
  isClinician: boolean;
  notificationType: 'Email' | 'Text';
}

/** Fields of an existing user that another administrator may have changed. */
export const COMPARED = [
  'firstName',
  'lastName',
  'phone',
  'country',
  'userType',
  'role',
  'locations',
  'groups',
  'isClinician',
  'notificationType',
] as const satisfies (keyof UserValues)[];
export type ComparedField = (typeof COMPARED)[number];

/** The rules of the server write Organization, GraphQL ORGANIZATION. */
const fromEnum = <T extends string>(value: Uppercase<T>) => (value.charAt(0) + value.slice(1).toLowerCase()) as T;
const toEnum = <T extends string>(value: T) => value.toUpperCase() as Uppercase<T>;
export const userTypeOf = (value: Uppercase<UserType>): UserType => fromEnum<UserType>(value);

/** The values of a new user: the only user type, if there is one. */
export const emptyUser = ({ userTypes }: Pick<UserFormData, 'userTypes'>): UserValues => ({
  firstName: '',
  lastName: '',
  email: '',
  confirmEmail: '',
  phone: '',
  country: defaultCountry(),
  userType: userTypes.length === 1 ? userTypeOf(userTypes[0]!) : '',
  role: '',
  locations: [],
  groups: [],
  isClinician: true,
  notificationType: 'Email',
});

/** The values of a stored user. */
export const userValuesOf = (stored: StoredUser): UserValues => ({
  firstName: stored.firstName,
  lastName: stored.lastName,
  email: stored.email,
  confirmEmail: stored.email,
  phone: displayPhone(stored.phone ?? ''),
  country: stored.country as Country,
  userType: userTypeOf(stored.userType),
  role: stored.role,
  locations: [...stored.locations],
  groups: [...stored.groups],
  isClinician: stored.isClinician,
  notificationType: fromEnum<'Email' | 'Text'>(stored.notificationType),
});

/** What both mutations take. The phone number is reduced to its digits by the rules, which have run. */
const inputOf = (values: UserValues) => ({
  firstName: values.firstName,
  lastName: values.lastName,
  phone: values.phone || null,
  country: values.country,
  userType: toEnum(values.userType || 'Organization'),
  role: values.role,
  locations: values.locations,
  groups: values.groups,
  isClinician: values.isClinician,
  notificationType: toEnum(values.notificationType),
});

export const createUserInput = (values: UserValues, organizationId: string): CreateUserInput => ({
  organizationId,
  ...inputOf(values),
  email: values.email,
  confirmEmail: values.confirmEmail,
});

export const updateUserInput = (
  values: UserValues,
  userId: string,
  version: StoredUser['version'],
): UpdateUserInput => ({
  userId,
  version,
  ...inputOf(values),
});

const comparable = (value: UserValues[ComparedField]) =>
  Array.isArray(value) ? value.toSorted((a, b) => a - b).join() : value;
/** The rules reduce a phone number to digits, and the form shows it with its mask. */
const shown = (field: ComparedField, values: UserValues) =>
  field === 'phone' ? displayPhone(values.phone ?? '') : comparable(values[field]);

/** Returns the fields in which two states of a user really differ: neither the order of locations nor the mask counts. */
export const changedUserFields = (before: UserValues, after: UserValues): ComparedField[] =>
  COMPARED.filter((field) => shown(field, before) !== shown(field, after));

/** A question before saving: the documented 'Warning!'. */
export type SaveQuestion =
  { kind: 'noPhone' | 'smsPhone' } | { kind: 'access'; changed: ('userType' | 'role' | 'locations' | 'groups')[] };

const ACCESS = ['userType', 'role', 'locations', 'groups'] as const;

/**
 * Returns the questions before values are saved, in their order (document 001, section 5): a missing phone number where
 * the organization prevents it, another phone number of a user with SMS codes, another access of an existing user.
 */
export function saveQuestions(
  values: UserValues,
  { before, asksForPhone, hasSms }: { before: UserValues | null; asksForPhone: boolean; hasSms: boolean },
): SaveQuestion[] {
  const changed = before ? changedUserFields(before, values) : [];
  const access = ACCESS.filter((field) => changed.includes(field));
  return [
    ...(asksForPhone && !values.phone && (!before || changed.includes('phone')) ? [{ kind: 'noPhone' } as const] : []),
    ...(hasSms && changed.includes('phone') ? [{ kind: 'smsPhone' } as const] : []),
    ...(access.length > 0 ? [{ kind: 'access', changed: access } as const] : []),
  ];
}

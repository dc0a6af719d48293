import { object, string, type TestFunction } from 'yup';
import { isPhone, isPhoneOfRegion, phoneDigits } from '../shared/phone.rules.ts';

const code = string().trim().max(32, 'two_factor.code');

/** Digits of an app or a text message; spaces between them are ignored. */
const sixDigits = string()
  .transform((value: unknown) => (typeof value === 'string' ? value.replace(/\s/g, '') : value))
  .required('required')
  .matches(/^\d{6}$/, 'two_factor.code');

const passkey = string().max(8192, 'invalid').nullable().default(null);

/** A test that exactly one field of an object has a value; `path`: the field of the refusal. */
const exactlyOne =
  (path: string): TestFunction<object> =>
  (given, { createError }) => {
    const count = Object.values(given).filter(Boolean).length;
    return count === 1 || createError({ path, message: count === 0 ? 'required' : 'invalid' });
  };

/** The second step of signing in: exactly one of its fields. */
export const verifySignInRules = object({
  code: code.nullable().default(null),
  recoveryCode: code.nullable().default(null),
  passkey,
}).test('one', exactlyOne('code'));

/** What confirms that the signed-in user is at the page: exactly one of its fields. The password is never trimmed. */
export const reauthenticateRules = object({
  password: string().max(1024, 'password.wrong').nullable().default(null),
  code: code.nullable().default(null),
  passkey,
}).test('one', exactlyOne('password'));

/** The first code of a new app, or the code sent to a new phone. */
export const firstCodeRules = object({ code: sixDigits });

/** A phone number of the USA, Puerto Rico or Canada, as it is typed: ten digits, with or without +1 and punctuation. */
export const newPhoneRules = object({
  phone: string()
    .transform(phoneDigits)
    .typeError('two_factor.phone')
    .required('required')
    .test('phone', 'two_factor.phone', (value) => isPhone(value) && isPhoneOfRegion(value)),
});

/** The name of a new passkey. */
export const passkeyNameRules = object({
  name: string().trim().required('required').max(60, 'invalid'),
  passkey: string().required('required').max(16_384, 'invalid'),
});

/** The documented body of a reset: `{method: app|sms}`. */
export const resetMethodRules = object({
  method: string()
    .oneOf(['app', 'sms'] as const, 'invalid')
    .required('required'),
});

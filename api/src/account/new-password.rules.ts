import { object, ref, string } from 'yup';
import { textOnly, typedCode } from '../shared/text.rules.ts';

/** Limits of a new password in characters (requirement A-2). Its strength is judged by the server. */
export const MIN_PASSWORD = 12;
export const MAX_PASSWORD = 128;

/** A character outside the basic plane is one character. */
const characters = (text: string | undefined) => [...(text ?? '')].length;

/** Never trimmed: a password is compared as typed. */
const newPassword = {
  password: string()
    .required('required')
    .test('min', 'password.too_short', (text) => characters(text) >= MIN_PASSWORD)
    .test('max', 'password.too_long', (text) => characters(text) <= MAX_PASSWORD),
  passwordConfirmation: string()
    .required('required')
    .oneOf([ref('password')], 'password.confirmation'),
};

/** The form of the pages that a link opens. */
export const linkPasswordRules = object({
  token: string().required('link.invalid').max(200, 'link.invalid'),
  ...newPassword,
});

/** The form in which a user changes their own password. */
export const changePasswordRules = object({
  currentPassword: string().required('required').max(1024, 'password.current'),
  ...newPassword,
});

/** The form that asks for a link to a new password. */
export const forgotPasswordRules = object({
  email: string().transform(textOnly(typedCode)).required('required').max(255, 'email.invalid').email('email.invalid'),
});

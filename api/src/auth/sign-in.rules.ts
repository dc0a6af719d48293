import { object, string } from 'yup';

/** E-mail and password. The values are never trimmed: they are compared as typed. */
export const signInRules = object({
  email: string().trim().required('required').max(255, 'email.invalid').email('email.invalid'),
  password: string().required('required').max(1024, 'credentials'),
});

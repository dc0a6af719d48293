import { object, string } from 'yup';

/** E-mail and password. Their values are never trimmed into shape: what is typed is compared. */
export const signInRules = object({
  email: string().trim().required('required').max(255, 'email.invalid').email('email.invalid'),
  password: string().required('required').max(1024, 'credentials'),
});

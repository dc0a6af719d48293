import { object, string } from 'yup';
import { textOnly, typedCode } from '../shared/text.rules.ts';

/** E-mail and password. The values are never trimmed: they are compared as typed. */
export const signInRules = object({
  email: string().transform(textOnly(typedCode)).required('required').max(255, 'email.invalid').email('email.invalid'),
  password: string().required('required').max(1024, 'credentials'),
});

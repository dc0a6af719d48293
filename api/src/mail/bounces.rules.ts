import { array, object, string } from 'yup';

const bounce = object({
  email: string().trim().required('required').max(255, 'invalid'),
  status: string()
    .trim()
    .required('required')
    .matches(/^[245](\d\d|\.\d{1,3}\.\d{1,3})$/, 'invalid'),
});

/** Mails that came back: each address with the reply code of its server (550), or the status of RFC 3463 (5.1.1). */
export const bouncesRules = object({
  bounces: array(bounce).typeError('invalid').required('required'),
});

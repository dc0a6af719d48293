import { array, object, string } from 'yup';

/** Minimum and maximum length of the name of a service account. The database has the same limits. */
export const MIN_NAME = 3;
export const MAX_NAME = 80;
/** Maximum length of the description. The database has the same limit. */
export const MAX_DESCRIPTION = 500;

/** The form of a service account. The server also checks the scopes. */
export const serviceAccountRules = object({
  name: string()
    .trim()
    .required('required')
    .min(MIN_NAME, 'service_account.name_short')
    .max(MAX_NAME, 'service_account.name_long'),
  description: string().trim().max(MAX_DESCRIPTION, 'service_account.description_long').nullable(),
  scopes: array().of(string().required('invalid')).min(1, 'token.scopes').required('token.scopes'),
});

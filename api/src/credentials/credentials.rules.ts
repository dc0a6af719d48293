import { array, number, object, string } from 'yup';

/** Minimum length of the name of a personal access token (document 001, section 5). */
export const MIN_TOKEN_NAME = 3;
/** Maximum length of the name. */
export const MAX_TOKEN_NAME = 255;
/** Maximum life of a token and of an API key, in days. */
export const MAX_CREDENTIAL_DAYS = 365;
/** Maximum time for which the secret before a regeneration still works, in hours. */
export const MAX_OVERLAP_HOURS = 24;

const scopes = array().of(string().required('invalid')).min(1, 'token.scopes');

/** The form of a personal access token. The server also checks the scopes. */
export const tokenRules = object({
  name: string()
    .trim()
    .required('required')
    .min(MIN_TOKEN_NAME, 'token.name_short')
    .max(MAX_TOKEN_NAME, 'token.name_long'),
  scopes: scopes.required('token.scopes'),
  expiresInDays: number().integer('token.days').min(1, 'token.days').max(MAX_CREDENTIAL_DAYS, 'token.days').nullable(),
});

/** The form of a new API key. Without scopes, as the documented path is called, it has all that may be given. */
export const apiKeyRules = object({ scopes: scopes.nullable() });

/** The form of a regeneration of an API key. */
export const regenerateRules = object({
  overlapHours: number()
    .integer('api_key.overlap')
    .min(0, 'api_key.overlap')
    .max(MAX_OVERLAP_HOURS, 'api_key.overlap')
    .nullable(),
});

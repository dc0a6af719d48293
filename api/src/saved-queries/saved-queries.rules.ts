import { boolean, object, string } from 'yup';

/** Maximum lengths in characters. The database has the same limits. */
export const MAX_NAME = 100;
export const MAX_QUERY = 20_000;
export const MAX_VARIABLES = 10_000;

/** The form of a saved query. Its text is kept as it was typed, also while it is not valid. */
export const savedQueryRules = object({
  name: string().trim().required('required').max(MAX_NAME, 'saved_query.name_too_long'),
  query: string()
    .required('required')
    .test('blank', 'required', (text) => text.trim() !== '')
    .max(MAX_QUERY, 'saved_query.query_too_long'),
  variables: string().ensure().max(MAX_VARIABLES, 'saved_query.variables_too_long'),
  isShared: boolean().default(false),
});

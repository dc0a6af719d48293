import { object, string } from 'yup';

/** Maximum length of a name in characters. The database has the same limit. */
export const MAX_NAME = 255;

/** The form of a sample item. */
export const sampleItemRules = object({
  name: string().trim().required('required').max(MAX_NAME, 'text.too_long'),
});

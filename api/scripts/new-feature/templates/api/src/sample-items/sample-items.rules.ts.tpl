import { object, string } from 'yup';

/** Maximum length of a name in characters. The database has the same limit. */
export const MAX_NAME = 100;

/** The form of a sample item. */
export const sampleItemRules = object({
  name: string().trim().required('required').max(MAX_NAME, 'sample_item.name_too_long'),
});

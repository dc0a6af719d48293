import { object, string } from 'yup';

/** Maximum length of a message in characters, including tags. */
export const MAX_MESSAGE = 4000;

/** The form of a message. The server also sanitizes the HTML. */
export const orgMessageRules = object({
  userId: string().trim().required('required').max(64, 'invalid'),
  message: string().trim().required('required').max(MAX_MESSAGE, 'org_message.too_long'),
});

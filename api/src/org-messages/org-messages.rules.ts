import { object, string } from 'yup';

/** Characters of a message, tags included. */
export const MAX_MESSAGE = 4000;

/** The form of a message; the server cleans the HTML besides. */
export const orgMessageRules = object({
  userId: string().trim().required('required').max(64, 'invalid'),
  message: string().trim().required('required').max(MAX_MESSAGE, 'org_message.too_long'),
});

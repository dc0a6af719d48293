import { array, object, string } from 'yup';

/** The events that an endpoint can choose, in the order of the form. */
export const WEBHOOK_EVENTS = [
  'device.assigned',
  'settings.delivered',
  'settings.failed',
  'night.arrived',
  'night.corrected',
  'compliance.met',
  'compliance.at_risk',
  'compliance.lost',
  'upload.read',
  'hand_off.changed',
] as const;

export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** Maximum length of the address of an endpoint in characters. The database has the same limit. */
export const MAX_WEBHOOK_URL = 500;
/** Maximum length of the description of an endpoint in characters. The database has the same limit. */
export const MAX_WEBHOOK_DESCRIPTION = 200;
/** Maximum number of endpoints of an organization. */
export const MAX_WEBHOOK_ENDPOINTS = 10;

/** Whether a text is an address to which the portal can send: of the web, without a user name and without a fragment. */
function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hash } = new URL(text);
  return ['https:', 'http:'].includes(protocol) && !username && !password && !hash;
}

/** The form of an endpoint. The server also checks where the address leads. */
export const webhookRules = object({
  url: string()
    .trim()
    .required('required')
    .max(MAX_WEBHOOK_URL, 'webhook.url_too_long')
    .test('address', 'webhook.url_invalid', (text) => isWebAddress(text)),
  description: string().trim().default('').max(MAX_WEBHOOK_DESCRIPTION, 'webhook.description_too_long'),
  events: array().of(string().required('invalid')).required('webhook.events').min(1, 'webhook.events'),
});

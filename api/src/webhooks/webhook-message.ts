import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { Change } from '../changes/change.types.ts';

/** Of a secret, as the specification asks for: between 24 and 64. */
const SECRET_BYTES = 32;

/** Returns a new secret of an endpoint: `whsec_` and base64, as the libraries of the specification read it. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;

const bodyOf = (type: string, at: Date, data: object): string =>
  JSON.stringify({ type, timestamp: at.toISOString(), data });

/** Returns the message about a change: the event, its time, and the id by which the receiver reads the row. */
export const bodyOfChange = ({ event, at, type, rowId }: Pick<Change, 'event' | 'at' | 'type' | 'rowId'>): string =>
  bodyOf(event!, at, { type, databaseId: Number(rowId) });

/** Returns the message of a test, which is about nothing. */
export const bodyOfTest = (at: Date): string => bodyOf('test', at, {});

/**
 * Returns the headers of an attempt (Standard Webhooks): the id of the message, which is the same in every attempt, the
 * time, and one signature for each secret that is valid, so that a receiver may have any of them.
 */
export function signedHeaders(
  secrets: readonly string[],
  { id, body }: { id: string; body: string },
  now: Date,
): Record<string, string> {
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(' '),
  };
}

import { WEBHOOK_EVENTS } from '#rules/webhooks/webhooks';
import type { WebhookEvent } from '../../gql/schema.ts';

export type EventName = (typeof WEBHOOK_EVENTS)[number];

/** Returns the value of the API for an event, which messages name in another way. */
export const valueOfEvent = (name: EventName): WebhookEvent => name.toUpperCase().replace('.', '_') as WebhookEvent;

const NAMES = new Map(WEBHOOK_EVENTS.map((name) => [valueOfEvent(name), name]));

/** Returns the names of events as messages have them, in the order of the form; those of a newer version are left out. */
export const namesOfEvents = (values: readonly WebhookEvent[]): EventName[] =>
  [...NAMES].filter(([value]) => values.includes(value)).map(([, name]) => name);

type KeyOf<Name> = Name extends `${infer Of}.${infer Does}` ? `${Of}_${Does}` : never;

/** Returns the key of the text of an event. */
export const textKeyOf = (name: EventName) => name.replace('.', '_') as KeyOf<EventName>;

import { isRecord } from '../shared/record.ts';
import type { Topic, TopicEvent } from './topics.ts';

/** PostgreSQL refuses a notification of 8,000 bytes or more. The JSON of events is ASCII. */
const MAX_LENGTH = 7999;

/**
 * Returns the payloads of as few notifications as possible, in the order of the events, each of which is in them once. One
 * event is itself, as triggers send it; several are a list: 2,000 notifications cost the database and the node more
 * than the messages that they announce.
 */
export function packed(events: readonly TopicEvent[]): string[] {
  const payloads: string[] = [];
  let together: string[] = [];
  let length = 0;
  const finish = () => payloads.push(together.length === 1 ? together[0]! : `[${together.join(',')}]`);
  for (const event of new Set(events.map((one) => JSON.stringify(one)))) {
    // One more: the bracket or comma before it. The closing bracket is the last character.
    if (together.length > 0 && length + 1 + event.length + 1 > MAX_LENGTH) {
      finish();
      together = [];
      length = 0;
    }
    together.push(event);
    length += 1 + event.length;
  }
  if (together.length > 0) finish();
  return payloads;
}

/** An event whose topic a newer version of the portal may have sent. */
export interface HeardEvent {
  topic: Topic;
  data: Record<string, number>;
}

/** Returns the events of a payload. Throws for one that holds anything else. */
export function unpacked(payload: string): HeardEvent[] {
  const value: unknown = JSON.parse(payload);
  const events: unknown[] = Array.isArray(value) ? value : [value];
  for (const event of events)
    if (!isRecord(event) || typeof event.topic !== 'string' || !isRecord(event.data))
      throw new Error('This is no event.');
  return events as HeardEvent[];
}

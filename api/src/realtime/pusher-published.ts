import { cleanHtml } from '../org-messages/org-messages-html.ts';
import { ORG_MESSAGE } from '../org-messages/org-messages.policy.ts';
import { isRecord } from '../shared/record.ts';

/** The limits of the Pusher API. */
const MAX_CHANNELS = 100;
const MAX_BATCH = 10;
const MAX_NAME = 200;
const MAX_DATA_BYTES = 10_240;
const CHANNEL = /^#?[\w\-=@,.;]{1,164}$/;
const SOCKET_ID = /^\d{1,19}\.\d{1,19}$/;

/** An event of an existing backend: `data` is the text that clients receive. */
export interface PublishedEvent {
  name: string;
  channels: string[];
  data: string;
  /** The socket that does not receive the event, or null. */
  socketId: string | null;
}

/** An event that is not published, with the status of the answer. */
export class Unpublishable extends Error {
  override name = 'Unpublishable';
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The message of an organization, whose HTML clients show as it is: sanitized here, as messages of the portal are. */
function sanitized(data: string): string {
  const message = parsed(data);
  const payload = isRecord(message) ? message.payload : undefined;
  if (!isRecord(payload) || typeof payload.message !== 'string' || !Number.isInteger(payload.user_id))
    throw new Unpublishable(400, 'A message needs payload.user_id and payload.message.');
  return JSON.stringify({ ...(message as object), payload: { ...payload, message: cleanHtml(payload.message) } });
}

function readEvent(event: unknown): PublishedEvent {
  if (!isRecord(event)) throw new Unpublishable(400, 'An event is an object.');
  const { name, channel, channels = [channel], data, socket_id: socketId = null } = event;
  if (typeof name !== 'string' || name === '' || name.length > MAX_NAME)
    throw new Unpublishable(400, `An event has a name of at most ${MAX_NAME} characters.`);
  if (!Array.isArray(channels) || channels.length === 0 || channels.length > MAX_CHANNELS)
    throw new Unpublishable(400, `An event has 1 to ${MAX_CHANNELS} channels.`);
  if (!channels.every((one): one is string => typeof one === 'string' && CHANNEL.test(one)))
    throw new Unpublishable(400, 'A channel has an invalid name.');
  if (typeof data !== 'string') throw new Unpublishable(400, 'The data of an event is a text.');
  if (Buffer.byteLength(data) > MAX_DATA_BYTES)
    throw new Unpublishable(413, `The data of an event has at most ${MAX_DATA_BYTES} bytes.`);
  if (socketId !== null && (typeof socketId !== 'string' || !SOCKET_ID.test(socketId)))
    throw new Unpublishable(400, 'Invalid socket id.');
  if (`${name}${data}`.includes('\0')) throw new Unpublishable(400, 'An event has no NUL characters.');
  return { name, channels, data: name === ORG_MESSAGE ? sanitized(data) : data, socketId };
}

/** Returns the events of a request body: one, or a batch of at most 10. Throws Unpublishable for anything else. */
export function readEvents(body: string, isBatch: boolean): PublishedEvent[] {
  const value = parsed(body);
  if (!isBatch) return [readEvent(value)];
  const batch = isRecord(value) ? value.batch : undefined;
  if (!Array.isArray(batch) || batch.length === 0 || batch.length > MAX_BATCH)
    throw new Unpublishable(400, `A batch has 1 to ${MAX_BATCH} events.`);
  return batch.map(readEvent);
}

/** Returns the id of the only user who receives an event: the recipient of a message, else null. */
export function recipientOf(name: string, data: string): number | null {
  if (name !== ORG_MESSAGE) return null;
  return (JSON.parse(data) as { payload: { user_id: number } }).payload.user_id;
}

import { isRecord } from '../shared/record.ts';
import { shapeRefusal } from '../shared/shape.ts';

/** Pusher protocol 7 on the wire: every frame has a string `event`, and the server's `data` is JSON in a string. */

export interface ClientFrame {
  event: string;
  data: Record<string, unknown>;
}

/** Codes in `pusher:error` frames and closing frames that clients know how to handle. */
export const PusherCode = {
  wrongKey: 4001,
  unauthorized: 4009,
  overCapacity: 4100,
  general: 4200,
  noPong: 4201,
  clientEvents: 4301,
} as const;

const frame = (event: string, data?: unknown, channel?: string): string =>
  JSON.stringify({ event, ...(data === undefined ? {} : { data }), ...(channel === undefined ? {} : { channel }) });
const asText = (data: unknown): string => JSON.stringify(data);

export const connectionEstablished = (socketId: string, activityTimeout: number): string =>
  frame('pusher:connection_established', asText({ socket_id: socketId, activity_timeout: activityTimeout }));
export const pusherError = (code: number, message: string): string => frame('pusher:error', asText({ code, message }));
export const subscriptionSucceeded = (channel: string): string =>
  frame('pusher_internal:subscription_succeeded', '{}', channel);
export const signinSuccess = (userData: string): string =>
  frame('pusher:signin_success', asText({ user_data: userData }));
export const channelEvent = (event: string, channel: string, data: unknown): string =>
  JSON.stringify({ event, channel, data: asText(data) });
/** An event of an existing backend, whose `data` is text already. */
export const relayedEvent = (event: string, channel: string, data: string): string =>
  JSON.stringify({ event, channel, data });
export const PING = frame('pusher:ping');
export const PONG = frame('pusher:pong');

/** A refused subscription in both forms that clients know: a connection error and a channel error. */
export const subscriptionRefused = (channel: string): string[] => [
  pusherError(PusherCode.unauthorized, 'Connection is unauthorized'),
  frame(
    'pusher:subscription_error',
    { type: 'AuthError', error: 'The connection is unauthorized.', status: 401 },
    channel,
  ),
];

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the client's frame, or null when it is invalid. `data` may be an object or JSON in a string. */
export function readFrame(text: string): ClientFrame | null {
  const value = parsed(text);
  if (!isRecord(value) || typeof value.event !== 'string') return null;
  const data = typeof value.data === 'string' ? parsed(value.data) : value.data;
  if (shapeRefusal(data)) return null;
  return { event: value.event, data: isRecord(data) ? data : {} };
}

import { livingSessions } from '../auth/session.read.ts';
import { withPrincipal } from '../db/principal.ts';
import type { App } from '../shared/context.ts';
import type { PusherConnection } from './pusher.connection.ts';
import type { PusherConnections } from './pusher.connections.ts';
import { inBatches, type Deliveries } from './pusher.deliveries.ts';
import { relayedEvent } from './pusher.frames.ts';
import { recipientOf } from './pusher.published.ts';

interface EventRow {
  name: string;
  channels: string[];
  data: string;
  excluded: string | null;
}

/** Delivers the events of existing backends to this node's sockets that have joined one of their channels. */
export const relayPublishedEvents = (app: App, connections: PusherConnections): Deliveries =>
  inBatches(
    app,
    'event.published',
    () => connections.all.length > 0,
    (batch) =>
      relay(
        app,
        connections,
        batch.map(({ eventId }) => eventId),
      ),
  );

/** Returns the events in the order in which they were published. */
const eventsOf = (app: App, ids: number[]): Promise<EventRow[]> =>
  withPrincipal(app.db, { kind: 'auth' }, 'read', (em) =>
    em.execute<EventRow[]>(
      'select name, channels, data, excluded_socket_id as excluded from published_events where id = any (?) order by id',
      [`{${ids.join(',')}}`],
    ),
  );

const sessionOf = ({ owner }: PusherConnection): string | undefined => owner?.sessionHash.toString('hex');

async function relay(app: App, connections: PusherConnections, ids: number[]): Promise<void> {
  const events = await eventsOf(app, ids);
  const joined = connections.all.filter(({ owner, channels }) => owner && channels.size > 0);
  const sessions = new Map(joined.map((connection) => [sessionOf(connection), connection.owner!.sessionHash]));
  // As for messages: a user who just signed out gets nothing more.
  const living = await livingSessions(app, [...sessions.values()]);
  const alive = new Set(living.map(({ sessionHash }) => sessionHash.toString('hex')));
  const receivers = joined.filter((connection) => alive.has(sessionOf(connection)!));
  for (const { name, channels, data, excluded } of events) {
    const recipient = recipientOf(name, data);
    for (const channel of channels) {
      const frame = relayedEvent(name, channel, data);
      for (const connection of receivers) {
        const isRecipient = recipient === null || connection.owner!.userId === recipient;
        if (isRecipient && connection.socketId !== excluded && connection.channels.has(channel)) connection.send(frame);
      }
    }
  }
}

import { withPrincipal } from '../db/principal.ts';
import type { App } from '../shared/context.ts';
import type { PusherConnections } from './pusher-connections.ts';
import { inBatches, living, type Deliveries } from './pusher-deliveries.ts';
import { relayedEvent } from './pusher-frames.ts';
import { recipientOf } from './pusher-published.ts';
import { textFrame } from './text-frame.ts';

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
    () => !connections.isEmpty,
    (batch) =>
      readEvents(
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

async function readEvents(app: App, connections: PusherConnections, ids: number[]): Promise<() => void> {
  const joined = connections.all.filter(({ owner, channels }) => owner && channels.size > 0);
  const [events, alive] = await Promise.all([eventsOf(app, ids), living(app, joined)]);
  return () => {
    for (const { name, channels, data, excluded } of events) {
      const recipient = recipientOf(name, data);
      for (const channel of channels) {
        const frame = textFrame(relayedEvent(name, channel, data));
        for (const connection of alive) {
          const isRecipient = recipient === null || connection.owner!.userId === recipient;
          if (isRecipient && connection.socketId !== excluded && connection.channels.has(channel))
            connection.deliver(frame);
        }
      }
    }
  };
}

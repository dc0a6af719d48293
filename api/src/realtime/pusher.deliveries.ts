import { hostname } from 'node:os';
import { livingSessions } from '../auth/session.read.ts';
import { orgMessageChannel, ORG_MESSAGE } from '../org-messages/org-messages.policy.ts';
import { orgMessagesFor } from '../org-messages/org-messages.service.ts';
import type { App } from '../shared/context.ts';
import type { PusherConnections } from './pusher.connections.ts';
import { channelEvent } from './pusher.frames.ts';
import type { Topic, Topics } from './topics.ts';

type Sent = Topics['org-message.sent'];

/** Deliveries that run until they are closed. */
export interface Deliveries {
  close(): Promise<void>;
}

/** Asking the system for it takes as long as serializing the message. */
const SERVER = hostname();

/**
 * Delivers each message to the recipient's sockets on the channel of their organization; no other user's socket gets
 * the frame. Messages that arrive together are read together: two statements for any number of messages and sockets.
 */
export const deliverOrgMessages = (app: App, connections: PusherConnections): Deliveries =>
  inBatches(
    app,
    'org-message.sent',
    ({ userId }) => connections.hasUser(userId),
    (batch) => deliver(app, connections, batch),
  );

/** Calls `deliverAll` with the wanted events of a topic that have arrived together, one batch after another. */
export function inBatches<T extends Topic>(
  app: App,
  topic: T,
  isWanted: (event: Topics[T]) => boolean,
  deliverAll: (batch: Topics[T][]) => Promise<void>,
): Deliveries {
  const events = app.pubsub.subscribe(topic);
  let waiting: Topics[T][] = [];
  let work: Promise<void> | null = null;

  const flush = async (): Promise<void> => {
    while (waiting.length > 0) {
      // Everything that the listening connection has received so far.
      await new Promise((resolve) => setImmediate(resolve));
      const batch = waiting;
      waiting = [];
      await deliverAll(batch).catch((error: unknown) =>
        app.log.error({ err: error, topic, events: batch.length }, 'events were not delivered'),
      );
    }
    work = null;
  };
  const listening = (async () => {
    for await (const event of events) {
      if (!isWanted(event)) continue;
      waiting.push(event);
      work ??= flush();
    }
  })();
  return {
    close: async () => {
      await events.return!();
      await listening;
      await work;
    },
  };
}

async function deliver(app: App, connections: PusherConnections, batch: Sent[]): Promise<void> {
  const candidates = batch.flatMap(({ userId }) => connections.ofUser(userId));
  if (candidates.length === 0) return;
  // Checked at each delivery: a user who just signed out, was deactivated or expired gets no more messages. The messages
  // are read at the same time, and go only to sockets of a living session.
  const [living, rows] = await Promise.all([
    livingSessions(app, [
      ...new Map(candidates.map(({ owner }) => [owner!.sessionHash.toString('hex'), owner!.sessionHash])).values(),
    ]),
    orgMessagesFor(
      app,
      batch.map(({ messageId }) => messageId),
      [...new Set(candidates.map(({ owner }) => owner!.userId))],
    ),
  ]);
  const alive = new Set(living.map(({ sessionHash }) => sessionHash.toString('hex')));
  for (const row of rows) {
    const channel = orgMessageChannel(row.orgId);
    const frame = channelEvent(ORG_MESSAGE, channel, {
      payload: { user_id: row.userId, hostname: row.hostname, message: row.html },
      hostname: SERVER,
    });
    for (const connection of connections.ofUser(row.userId)) {
      if (connection.channels.has(channel) && alive.has(connection.owner!.sessionHash.toString('hex')))
        connection.send(frame);
    }
  }
}

import { hostname } from 'node:os';
import { endedSessions } from '../sign-in/session-read.ts';
import { orgMessageChannel, ORG_MESSAGE } from '../org-messages/org-messages.policy.ts';
import { orgMessagesFor } from '../org-messages/org-messages.service.ts';
import type { App } from '../shared/context.ts';
import type { PusherConnection } from './pusher-connection.ts';
import type { PusherConnections } from './pusher-connections.ts';
import { channelEvent } from './pusher-frames.ts';
import { textFrame } from './text-frame.ts';
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
 * the frame. Messages that arrive together are read together: two statements for up to 500 messages, and any number of sockets.
 */
export const deliverOrgMessages = (app: App, connections: PusherConnections): Deliveries =>
  inBatches(
    app,
    'org-message.sent',
    ({ userId }) => connections.hasUser(userId),
    (batch) => readMessages(app, connections, batch),
  );

/** Sends what was read for a batch. */
type Send = () => void;

/**
 * Events that are read together: while they are sent, which takes the process longer, the next ones are read. The first
 * batch is small, because nothing is sent while it is read, and each one has twice as many as the one before.
 */
const FIRST_BATCH = 125;
const LAST_BATCH = 500;

const received = () => new Promise((resolve) => setImmediate(resolve));

/**
 * Calls `read` with the wanted events of a topic that have arrived together, at most `LAST_BATCH`, and then what it returns. Batches are sent in
 * order of arrival; the next one is read while one is sent.
 */
export function inBatches<T extends Topic>(
  app: App,
  topic: T,
  isWanted: (event: Topics[T]) => boolean,
  read: (batch: Topics[T][]) => Promise<Send>,
): Deliveries {
  let waiting: Topics[T][] = [];
  let work: Promise<void> | null = null;

  const begin = (size: number): Promise<Send> => {
    const batch = waiting;
    waiting = batch.splice(size);
    // A batch that cannot be read fails when it is its turn.
    return read(batch).catch((error: Error) => () => {
      throw error;
    });
  };
  const flush = async (): Promise<void> => {
    let next: Promise<Send> | null = null;
    let size = FIRST_BATCH;
    while (next || waiting.length > 0) {
      // Everything that the listening connection has received so far.
      if (!next) await received();
      const send = await (next ?? begin(size));
      size = Math.min(size * 2, LAST_BATCH);
      next = waiting.length > 0 ? begin(size) : null;
      if (next) await received(); // its statements leave before the frames
      try {
        send();
      } catch (error) {
        app.log.error({ err: error, topic }, 'events were not delivered');
      }
    }
    work = null;
  };
  const end = app.pubsub.listen(topic, (event) => {
    if (!isWanted(event)) return;
    waiting.push(event);
    work ??= flush();
  });
  return {
    close: async () => {
      end();
      await work;
    },
  };
}

/**
 * Returns which of the connections with an owner may receive something: those whose session is alive. Checked when a batch is read:
 * a user who just signed out, was deactivated or expired gets nothing more.
 */
export async function living(app: App, connections: PusherConnection[]): Promise<Set<PusherConnection>> {
  const ended = await endedSessions(
    app,
    connections.map(({ owner }) => owner!.sessionHash),
  );
  const isAlive = ({ owner }: PusherConnection) => !ended.has(owner!.sessionHash.toString('hex'));
  return new Set(ended.size === 0 ? connections : connections.filter(isAlive));
}

async function readMessages(app: App, connections: PusherConnections, batch: Sent[]): Promise<Send> {
  const userIds = [...new Set(batch.map(({ userId }) => userId))];
  // The messages are read at the same time, and go only to sockets of a living session.
  const [alive, rows] = await Promise.all([
    living(
      app,
      userIds.flatMap((userId) => connections.ofUser(userId)),
    ),
    orgMessagesFor(
      app,
      batch.map(({ messageId }) => messageId),
      userIds,
    ),
  ]);
  return () => {
    for (const { orgId, userId, hostname, html } of rows) {
      const channel = orgMessageChannel(orgId);
      const frame = textFrame(
        channelEvent(ORG_MESSAGE, channel, {
          payload: { user_id: userId, hostname, message: html },
          hostname: SERVER,
        }),
      );
      for (const connection of connections.ofUser(userId))
        if (connection.channels.has(channel) && alive.has(connection)) connection.deliver(frame);
    }
  };
}

import { createHash } from 'node:crypto';
import { type RequestHandler, type Response, Router } from 'express';
import { withPrincipal } from '../db/principal.ts';
import { write } from '../db/write.ts';
import type { App } from '../shared/context.ts';
import { isSignature, signPublishing } from './pusher-signature.ts';
import { readEvents, Unpublishable, type PublishedEvent } from './pusher-published.ts';

/** A signature is valid for ten minutes, so that it cannot be sent again later. */
const MAX_CLOCK_SKEW_S = 600;

const refuse = (response: Response, status: number, message: string) =>
  response.status(status).set('Cache-Control', 'no-store').json({ message });

/** Whether the query's signature of method, path, query and body is ours, and new. */
function isSigned(app: App, path: string, query: Record<string, unknown>, body: string): boolean {
  const { realtime } = app.config;
  const { auth_signature: signature, ...signed } = query;
  const skew = Math.abs(app.now().getTime() / 1000 - Number(signed.auth_timestamp));
  return (
    realtime !== null &&
    signed.auth_key === realtime.key &&
    skew <= MAX_CLOCK_SKEW_S &&
    isSignature(createHash('md5').update(body).digest('hex'), signed.body_md5) &&
    isSignature(signPublishing(realtime, 'POST', path, signed), signature)
  );
}

/** Stores the events and notifies every node, which delivers them to its sockets (pusher-deliveries.ts). */
async function publish(app: App, events: PublishedEvent[]): Promise<void> {
  await withPrincipal(app.db, { kind: 'auth' }, 'write', async (em) => {
    for (const { name, channels, data, socketId } of events) {
      const stored = await write(em)
        .insertInto('published_events')
        .values({ name, channels: JSON.stringify(channels), data, excluded_socket_id: socketId })
        .returning('id')
        .executeTakeFirstOrThrow();
      await app.pubsub.publish(em, [{ topic: 'event.published', data: { eventId: Number(stored.id) } }]);
    }
  });
}

/**
 * The publishing part of the Pusher API, for the server libraries of existing backends: /apps/{app_id}/events and
 * /apps/{app_id}/batch_events, signed with the realtime secret. Without a realtime key there is no application.
 */
export function publishing(app: App): Router {
  const router = Router();
  const answer: RequestHandler = async (request, response) => {
    const { realtime } = app.config;
    // As bytes (bodies.ts): the signature is that of the whole body.
    const body = Buffer.isBuffer(request.body) ? request.body.toString() : '';
    if (request.params.appId !== realtime?.appId) return refuse(response, 404, 'Unknown application.');
    if (!isSigned(app, request.path, request.query, body)) return refuse(response, 401, 'Invalid signature.');
    try {
      await publish(app, readEvents(body, request.path.endsWith('/batch_events')));
      return response.set('Cache-Control', 'no-store').json({});
    } catch (error) {
      if (error instanceof Unpublishable) return refuse(response, error.status, error.message);
      app.log.error({ err: error }, 'an event could not be published');
      return refuse(response, 503, 'The service is busy. Try again in a moment.');
    }
  };
  router.post(['/apps/:appId/events', '/apps/:appId/batch_events'], answer);
  return router;
}

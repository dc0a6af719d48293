import type { Server, ServerOptions } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RequestHandler } from 'express';
import type { Availability } from './shared/availability.ts';
import type { Config } from './shared/config.ts';

/** A request that is still open after this time is cut. */
const LAST_ANSWER_MS = 5000;

/** A connection that is opened ahead of its first request waits this much longer than one that had a request. */
const OPENED_AHEAD_MS = 5000;

/**
 * How long a connection without a request stays open. Node's 5 seconds are shorter than a user thinks, and shorter than
 * the 60 seconds of common proxies: a request that is sent while the server closes its connection is lost.
 */
export const lifetimes = ({ keepAliveSeconds }: Config): ServerOptions => ({
  keepAliveTimeout: keepAliveSeconds * 1000,
  headersTimeout: keepAliveSeconds * 1000 + OPENED_AHEAD_MS,
});

/** While the node ends, each answer closes its connection, so that its client connects again: to another node, by then. */
export function sendAway(availability: Availability): RequestHandler {
  return (_request, response, next) => {
    if (availability.draining) response.set('Connection', 'close');
    next();
  };
}

/**
 * Goes on serving for `ms`, while /readyz answers 503 and `sendAway` empties the keep-alive connections. A connection
 * that is closed while its client sends the next request would lose that request; and until a load balancer asks /readyz
 * again it opens new ones, so the node does not end before because none is open.
 */
export async function drain(availability: Availability, ms: number): Promise<void> {
  availability.draining = true;
  if (ms > 0) await sleep(ms);
}

/** Frees the address, ends idle connections at once and the others after their answer. */
export async function closeHttp(http: Server): Promise<void> {
  const cut = setTimeout(() => http.closeAllConnections(), LAST_ANSWER_MS);
  const closed = new Promise((done) => http.close(done)); // also closes idle connections
  await closed;
  clearTimeout(cut);
}

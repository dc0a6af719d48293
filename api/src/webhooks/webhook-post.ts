import { lookup } from 'node:dns/promises';
import { request as requestByHttp, type IncomingMessage } from 'node:http';
import { request as requestByHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { hostOf, isPublicAddress } from './webhook-addresses.ts';

/** Why an attempt failed. address: the host has one that is not of the internet. */
export const WEBHOOK_ERRORS = ['address', 'connection', 'redirect', 'status', 'timeout', 'tls'] as const;
export type WebhookError = (typeof WEBHOOK_ERRORS)[number];

/** The result of an attempt. `error`: null when the receiver took the message. `status`: null without an answer. */
export interface Attempt {
  error: WebhookError | null;
  status: number | null;
  /** The header in which the receiver says when to come back. */
  retryAfter?: string | undefined;
}

/** What reaches receivers; tests have their own. */
export interface Reach {
  /** Returns every address of a host. */
  resolve: (host: string) => Promise<{ address: string; family: number }[]>;
  isAllowed: (address: string) => boolean;
  timeoutMs: number;
}

/** Milliseconds that a receiver has, from the look-up of its host to its answer. */
const TIMEOUT_MS = 10_000;
/** Bytes of an answer that are read, and dropped, before its connection is closed. */
const READ_BYTES = 16_384;
/** The lowest status of HTTP. */
const MIN_STATUS = 100;

/** The internet, and nothing else. */
export const INTERNET: Reach = {
  resolve: (host) => lookup(host, { all: true }),
  isAllowed: isPublicAddress,
  timeoutMs: TIMEOUT_MS,
};

class ForbiddenAddress extends Error {}

/** Returns the addresses of a host, looked up once. Throws when one of them is not allowed. */
async function addressesOf(host: string, { resolve, isAllowed }: Reach) {
  const family = isIP(host);
  const found = family > 0 ? [{ address: host, family }] : await resolve(host);
  if (found.length === 0 || !found.every(({ address }) => isAllowed(address))) throw new ForbiddenAddress();
  return found;
}

/** Drops the body of an answer; ends when it is read, when it is too long, and when its connection is closed. */
const drop = (response: IncomingMessage): Promise<void> =>
  new Promise((resolve) => {
    let bytes = 0;
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > READ_BYTES) response.destroy();
    });
    response.on('error', () => undefined).on('close', resolve);
  });

function errorOf(error: unknown, signal: AbortSignal): WebhookError {
  if (error instanceof ForbiddenAddress) return 'address';
  if (signal.aborted) return 'timeout';
  const { code = '' } = error as { code?: string };
  return /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO)/.test(code) ? 'tls' : 'connection';
}

/** Returns how a status is judged: only 2xx is a success, and a redirect is not followed. */
function judged(status: number): WebhookError | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect' : 'status';
}

/**
 * Sends a message and returns how its receiver answered. The host is looked up once, its addresses are checked, and the
 * connection goes to one of those: a second look-up could lead elsewhere. Of what the receiver answers only when to come
 * back is returned.
 */
export async function post(
  address: string,
  { headers, body }: { headers: Record<string, string>; body: string },
  reach: Reach = INTERNET,
): Promise<Attempt> {
  const signal = AbortSignal.timeout(reach.timeoutMs);
  const url = new URL(address);
  let status: number | null = null;
  let retryAfter: string | undefined;
  try {
    const aborted = new Promise<never>((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(new Error('timeout')), { once: true }),
    );
    aborted.catch(() => undefined);
    const checked = await Promise.race([addressesOf(hostOf(url), reach), aborted]);
    const response = await send(url, { headers, body, signal, checked });
    // A receiver may write any number: the log has those of HTTP.
    if (response.statusCode! < MIN_STATUS) {
      response.destroy();
      return { error: 'connection', status };
    }
    status = response.statusCode!;
    retryAfter = response.headers['retry-after'];
    await drop(response);
    return { error: judged(status), status, retryAfter };
  } catch (error) {
    return { error: errorOf(error, signal), status, retryAfter };
  }
}

interface Sent {
  headers: Record<string, string>;
  body: string;
  signal: AbortSignal;
  checked: readonly { address: string; family: number }[];
}

/** Sends a request to one of the checked addresses, over a connection of its own. */
function send(url: URL, { headers, body, signal, checked }: Sent): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? requestByHttps : requestByHttp;
  const toChecked: LookupFunction = (_host, { all }, done) =>
    all ? done(null, [...checked]) : done(null, checked[0]!.address, checked[0]!.family);
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body), 'user-agent': 'Airlog-Webhooks' },
      agent: false,
      lookup: toChecked,
      signal,
    });
    sent.on('response', resolve).on('error', reject);
    // Nothing asked for another protocol; without this the request would have no end.
    sent.on('upgrade', (_response, socket) => {
      socket.destroy();
      reject(new Error('upgrade'));
    });
    sent.end(body);
  });
}

import { Readable } from 'node:stream';
import express, { type RequestHandler } from 'express';

const LIMIT = '256kb';
/** Paths whose documented bodies are larger: the ids of the patients of the largest location (document 001, section 7). */
const LARGER: Record<string, string> = { '/api/migrate/patients': '2mb' };
const JSON_TYPES = ['application/json', 'application/graphql-response+json'];
const FORM_TYPE = 'application/x-www-form-urlencoded';
/** Paths that read a body of any type, whose bytes are signed (realtime/pusher-publish.ts). */
const OF_ANY_TYPE = /^\/apps\//i;

/** Receives bodies whole, as bytes: a client that sends slowly has no turn yet (admitted.ts). */
export function receiveBodies(): RequestHandler {
  const receiverOf = (limit: string) => express.raw({ limit, type: [...JSON_TYPES, FORM_TYPE] });
  const receivers = new Map(Object.entries(LARGER).map(([path, limit]) => [path, receiverOf(limit)]));
  const other = receiverOf(LIMIT);
  const ofAnyType = express.raw({ limit: LIMIT, type: () => true });
  return (request, response, next) => {
    const receiver = OF_ANY_TYPE.test(request.path) ? ofAnyType : (receivers.get(request.path) ?? other);
    receiver(request, response, next);
  };
}

/** JSON as our own pages send it. */
const PLAIN_TYPE = /^application\/json(; ?charset=utf-8)?$/i;
const BRACE = 0x7b;

/**
 * Returns an object in UTF-8 that was parsed at once; null for everything else, which Express's parsers read or refuse.
 * They read a stream, which costs as much as the statement of a short list.
 */
function plainJson(type: string | undefined, bytes: Buffer): object | null {
  if (bytes[0] !== BRACE || !PLAIN_TYPE.test(type ?? '')) return null;
  try {
    return JSON.parse(bytes.toString('utf8')) as object;
  } catch {
    return null;
  }
}

/** Parses the received bodies, which is work of the request. */
export function parseBodies(): RequestHandler {
  // Received before, within the limit of the path.
  const parsers = [
    express.json({ limit: Infinity, type: JSON_TYPES }),
    express.urlencoded({ limit: Infinity, extended: true, type: FORM_TYPE }),
  ];
  return (request, response, next) => {
    const bytes = request.body as Buffer | undefined;
    if (bytes === undefined) return next();
    const plain = plainJson(request.headers['content-type'], bytes);
    if (plain) {
      request.body = plain;
      return next();
    }
    const { 'content-encoding': _unpacked, 'transfer-encoding': _whole, ...headers } = request.headers;
    // The parsers read a request, so they get one of the same headers whose bytes are here.
    const received = Object.assign(Readable.from([bytes]), {
      headers: { ...headers, 'content-length': String(bytes.length) },
      body: undefined as unknown,
    });
    const parser = parsers.find((_parser, index) => request.is(index === 0 ? JSON_TYPES : FORM_TYPE));
    if (!parser) {
      request.body = undefined;
      return next();
    }
    parser(received as never, response, (error?: unknown) => {
      request.body = received.body;
      next(error);
    });
  };
}

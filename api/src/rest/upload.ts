import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import type { Request } from 'express';
import { BadRequest } from '../shared/errors.ts';
import type { Blanked, ReceivedFiles } from '../shared/file-store.ts';
import { UNSUPPORTED } from './body.ts';

/** What a route takes as a file, or as several files. */
export interface AcceptedFiles {
  /** Name of the part with the file. */
  field: string;
  /** Bytes of one file. */
  maxBytes: number;
  /** Of a route that takes several files, which are stored while they arrive (shared/file-store.ts). */
  stored?: { maxFiles: number; maxTotal: number; blanked: Blanked };
}

/** How slowly a client may send: a slower one loses its place. `bytes`: at least, in each interval. */
export interface Pace {
  ms: number;
  bytes: number;
}

/** Bytes of what surrounds the file: headers of parts, and the other fields. */
const MAX_REST = 16_384;
const LIMITS = { fields: 5, fieldNameSize: 50, fieldSize: 200, headerPairs: 20, headerSize: 4096 };
const MINUTE_MS = 60_000;
/** One small file arrives within a minute. */
const AT_ONCE: Pace = { ms: MINUTE_MS, bytes: Infinity };
const STEADY: Pace = { ms: MINUTE_MS, bytes: 65_536 };

const TOO_LARGE = 'The request is too large.';
const NOT_VALID = 'The request body is not valid.';

export const isMultipart = (request: Request): boolean => Boolean(request.is('multipart/form-data'));

interface Form {
  /** Whether the form takes a file in the part of this name. */
  takes: (part: string) => boolean;
  maxBytes: number;
  maxFiles: number;
  maxTotal: number;
  pace: Pace;
  /** Bytes of one field; the default of LIMITS otherwise. */
  fieldBytes?: number;
  /** Gets each field when it arrives; what it throws refuses the form. */
  onField?: (name: string, value: string) => void;
}

/**
 * Receives a form: returns its fields. `take` gets each file and resolves when it has all of its bytes. A file that
 * exceeds its limit ends with an error, never early: its stream is destroyed (requirement U-1). Throws 400, 408, 413,
 * 415, and what `take` throws.
 */
async function receiveForm(
  request: Request,
  { takes, maxBytes, maxFiles, maxTotal, pace, fieldBytes = LIMITS.fieldSize, onField }: Form,
  take: (name: string, stream: Readable) => Promise<void>,
): Promise<Record<string, string>> {
  if (request.headers['content-encoding'] !== undefined) throw new BadRequest(415, UNSUPPORTED);
  const most = maxTotal + MAX_REST * maxFiles + (onField ? 2 * fieldBytes : 0);
  if (Number(request.headers['content-length'] ?? 0) > most) throw new BadRequest(413, TOO_LARGE);
  let parser: InstanceType<typeof Busboy>;
  try {
    parser = new Busboy({
      headers: { ...request.headers, 'content-type': request.headers['content-type']! },
      limits: {
        ...LIMITS,
        fieldSize: fieldBytes,
        files: maxFiles,
        parts: LIMITS.fields + maxFiles,
        fileSize: maxBytes,
      },
    });
  } catch {
    throw new BadRequest(400, NOT_VALID);
  }
  return new Promise((resolve, reject) => {
    const fields = new Map<string, string>();
    const open = new Set<Readable>();
    const taken: Promise<void>[] = [];
    let [received, before, failed] = [0, 0, false];
    const timer = setInterval(() => {
      if (received - before < pace.bytes) fail(408, 'The file took too long.');
      before = received;
    }, pace.ms).unref();
    const end = () => {
      clearInterval(timer);
      request.off('data', count);
      request.unpipe(parser);
    };
    const fail = (...why: [status: number, message: string] | [Error]) => {
      if (failed) return;
      failed = true;
      end();
      const refusal = why.length === 1 ? why[0] : new BadRequest(...why);
      for (const stream of open) stream.destroy(refusal);
      // The files are no longer written when the request ends, so that they can be removed.
      void Promise.allSettled(taken).then(() => reject(refusal));
    };
    const count = (piece: Buffer) => {
      received += piece.length;
      if (received > most) fail(413, TOO_LARGE);
    };
    request.on('data', count);
    request.once('close', () => request.complete || fail(400, NOT_VALID));
    parser.on('field', (name, value, nameCut, valueCut) => {
      if (nameCut || valueCut || fields.has(name)) return fail(400, NOT_VALID);
      fields.set(name, value);
      if (failed) return;
      try {
        onField?.(name, value);
      } catch (error) {
        fail(error as Error);
      }
    });
    parser.on('file', (name, stream, fileName) => {
      let broken: unknown;
      stream.on('error', (error) => (broken = error));
      if (failed || !takes(name)) {
        stream.resume();
        return fail(400, NOT_VALID);
      }
      open.add(stream);
      stream.on('limit', () => fail(413, TOO_LARGE));
      taken.push(
        take(fileName ?? '', stream).then(
          () => void open.delete(stream),
          (error: Error) => {
            if (error === broken) fail(400, NOT_VALID);
            // A full disk, for instance: what the client still sends is not read.
            else fail(error);
          },
        ),
      );
    });
    parser.on('filesLimit', () => fail(maxFiles > 1 ? 413 : 400, maxFiles > 1 ? TOO_LARGE : NOT_VALID));
    for (const limit of ['partsLimit', 'fieldsLimit'] as const) parser.on(limit, () => fail(400, NOT_VALID));
    parser.on('error', () => fail(400, NOT_VALID));
    parser.on('finish', () => {
      void Promise.all(taken).then(() => {
        if (failed) return;
        end();
        resolve(Object.fromEntries(fields));
      });
    });
    request.pipe(parser);
  });
}

/**
 * Receives a form with a file: its fields, and the bytes of the file; undefined without one. It is called after the user
 * is known and has a place (auth/admission.ts), because such a body is large. The name and the type of the file are
 * what the client says, so they are not read. Throws 400, 408, 413 or 415.
 */
export async function receiveUpload(
  request: Request,
  { field, maxBytes }: AcceptedFiles,
): Promise<{ fields: Record<string, string>; file: Buffer | undefined }> {
  let file: Buffer | undefined;
  const fields = await receiveForm(
    request,
    { takes: (part) => part === field, maxBytes, maxFiles: 1, maxTotal: maxBytes, pace: AT_ONCE },
    async (_name, stream) => {
      const pieces: Buffer[] = [];
      for await (const piece of stream as AsyncIterable<Buffer>) pieces.push(piece);
      file = Buffer.concat(pieces);
    },
  );
  return { fields, file };
}

/**
 * Receives a form with several files, each written while it arrives, and brings them to their store. Throws as
 * `receiveForm`, and the error of a full disk, or of a store that cannot be reached.
 */
export const receiveFiles = (
  request: Request,
  { field, ...upload }: StoredUpload,
  into: ReceivedFiles,
  pace: Pace = STEADY,
): Promise<Record<string, string>> => receiveParts(request, { ...upload, takes: (part) => part === field, pace }, into);

export type StoredUpload = AcceptedFiles & { stored: NonNullable<AcceptedFiles['stored']> };

/** Receives a form whose files are in the parts that `takes` names; it is called once for each file, in their order. */
export async function receiveParts(
  request: Request,
  {
    stored: { maxFiles, maxTotal, blanked },
    ...form
  }: Omit<StoredUpload, 'field'> & Pick<Form, 'takes' | 'fieldBytes' | 'onField'> & { pace?: Pace },
  into: ReceivedFiles,
): Promise<Record<string, string>> {
  let last: Promise<unknown> = Promise.resolve();
  const fields = await receiveForm(request, { pace: STEADY, ...form, maxFiles, maxTotal }, (name, stream) => {
    // The parser begins a file when the one before has ended, which may still be written.
    const added = last.then(async () => void (await into.add(name, stream, blanked)));
    last = added.catch(() => undefined);
    return added;
  });
  await into.settle();
  return fields;
}

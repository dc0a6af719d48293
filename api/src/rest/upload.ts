import { Busboy } from '@fastify/busboy';
import type { Request } from 'express';
import { BadRequest } from '../shared/errors.ts';
import { UNSUPPORTED } from './body.ts';

/** What a route takes as a file. */
export interface Upload {
  /** Name of the part with the file. */
  field: string;
  /** Bytes of the file. */
  maxBytes: number;
}

/** Bytes of what surrounds the file: headers of parts, and the other fields. */
const MAX_REST = 16_384;
const LIMITS = { files: 1, fields: 5, parts: 6, fieldNameSize: 50, fieldSize: 200, headerPairs: 20, headerSize: 4096 };
/** A client that sends more slowly loses its place. */
const RECEIVE_MS = 60_000;

const TOO_LARGE = 'The request is too large.';
const NOT_VALID = 'The request body is not valid.';

export const isMultipart = (request: Request): boolean => Boolean(request.is('multipart/form-data'));

/**
 * Receives a form with a file: its fields, and the bytes of the file; undefined without one. It is called after the user
 * is known and has a place (auth/admission.ts), because such a body is large. The name and the type of the file are
 * what the client says, so they are not read. Throws 400, 408, 413 or 415.
 */
export function receiveUpload(
  request: Request,
  upload: Upload,
): Promise<{ fields: Record<string, string>; file: Buffer | undefined }> {
  if (request.headers['content-encoding'] !== undefined) throw new BadRequest(415, UNSUPPORTED);
  const most = upload.maxBytes + MAX_REST;
  if (Number(request.headers['content-length'] ?? 0) > most) throw new BadRequest(413, TOO_LARGE);
  let parser: InstanceType<typeof Busboy>;
  try {
    parser = new Busboy({
      headers: { ...request.headers, 'content-type': request.headers['content-type']! },
      limits: { ...LIMITS, fileSize: upload.maxBytes },
    });
  } catch {
    throw new BadRequest(400, NOT_VALID);
  }
  return new Promise((resolve, reject) => {
    const fields = new Map<string, string>();
    const pieces: Buffer[] = [];
    let [hasFile, received] = [false, 0];
    const timer = setTimeout(() => fail(408, 'The file took too long.'), RECEIVE_MS).unref();
    const end = () => {
      clearTimeout(timer);
      request.off('data', count);
      request.unpipe(parser);
    };
    const fail = (status: number, message: string) => {
      end();
      reject(new BadRequest(status, message));
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
    });
    parser.on('file', (name, stream) => {
      if (name !== upload.field) return fail(400, NOT_VALID);
      hasFile = true;
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('limit', () => fail(413, TOO_LARGE));
      stream.on('error', () => fail(400, NOT_VALID));
    });
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
      parser.on(limit, () => fail(400, NOT_VALID));
    parser.on('error', () => fail(400, NOT_VALID));
    parser.on('finish', () => {
      end();
      resolve({ fields: Object.fromEntries(fields), file: hasFile ? Buffer.concat(pieces) : undefined });
    });
    request.pipe(parser);
  });
}

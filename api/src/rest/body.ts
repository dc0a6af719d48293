import type { Request } from 'express';
import { BadRequest } from '../shared/errors.ts';

/** What a client reads when nobody parses its body's type. */
export const UNSUPPORTED = 'This content type is not supported.';

/** Refuses (415) a body of a type that nobody parsed: it must not pass as an empty one. */
export function assertParsed({ body, headers }: Request): void {
  const sent = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (body === undefined && sent) throw new BadRequest(415, UNSUPPORTED);
}

import type { Request } from 'express';
import { BadRequest } from '../shared/errors.ts';

/** Message for a body whose content type has no parser. */
export const UNSUPPORTED = 'This content type is not supported.';

/** Throws 415 for a body without a parser, which would otherwise count as empty. */
export function assertParsed({ body, headers }: Request): void {
  const sent = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (body === undefined && sent) throw new BadRequest(415, UNSUPPORTED);
}

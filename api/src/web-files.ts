import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { ServerResponse } from 'node:http';
import express, { type RequestHandler } from 'express';

/** The smaller first. */
const ENCODINGS = { br: '.br', gzip: '.gz' };

/**
 * Serves a folder of the build. A file that the build has compressed (web/compress.ts) is sent as it lies there, so
 * that compression costs nothing at run time. `setHeaders` sets those of each file.
 */
export function webFiles(folder: string, setHeaders: (response: ServerResponse) => void): RequestHandler[] {
  const preferCompressed: RequestHandler = (request, response, next) => {
    const { path } = request;
    response.vary('Accept-Encoding');
    for (const [encoding, suffix] of Object.entries(ENCODINGS)) {
      if (!request.acceptsEncodings(encoding) || !existsSync(join(folder, `${path}${suffix}`))) continue;
      request.url = `${path}${suffix}`;
      response.set('Content-Encoding', encoding).type(extname(path));
      break;
    }
    next();
  };
  const serve = express.static(folder, {
    immutable: true,
    maxAge: '1y',
    fallthrough: false,
    setHeaders,
  });
  return [preferCompressed, serve];
}

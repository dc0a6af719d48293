import compression from 'compression';
import type { RequestHandler } from 'express';

/** Fast, because it runs for each answer: a list of 50 rows becomes a fifth. */
const LEVEL = 4;
const LEAST_BYTES = 1400;

/**
 * Compresses JSON, lines of JSON and HTML for a client that accepts it. An export is streamed while it is read, and its
 * first rows must not wait in a compressor; files of the build are already compressed.
 */
export const compressed = (): RequestHandler =>
  compression({
    level: LEVEL,
    threshold: LEAST_BYTES,
    filter: (_request, response) =>
      /^(application\/([\w-]+\+)?jsonl?|text\/html)/.test(String(response.getHeader('Content-Type'))),
  });

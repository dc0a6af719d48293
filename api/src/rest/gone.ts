import type { Response } from 'express';
import { CLIENT_GONE } from '../shared/errors.ts';

/** Returns a signal that aborts when the answer is over, or its client gone. */
export function goneOf(response: Response): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => gone.abort(CLIENT_GONE));
  return gone.signal;
}

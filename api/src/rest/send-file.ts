import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { ClientGone } from '../shared/errors.ts';

/**
 * Milliseconds after which a client that takes nothing, and one that takes too long for all of it, is disconnected. Node
 * compares what waits with what waited one period before, so the first takes up to twice as long.
 */
export const fileTimes = { stalled: 30_000, longest: 120_000 };

/** Returns the file after its first bytes are there: until then, a fault is an error response and not half a file. */
export async function begun(file: AsyncGenerator<Buffer>): Promise<AsyncGenerator<Buffer>> {
  const first = await file.next();
  return (async function* () {
    try {
      if (!first.done) yield first.value;
      yield* file;
    } finally {
      await file.return(undefined);
    }
  })();
}

/** The client went away, or was disconnected because it took too long: no fault of ours. */
const isOver = (error: unknown) =>
  error instanceof ClientGone || (error as { code?: string }).code === 'ERR_STREAM_PREMATURE_CLOSE';

/**
 * Sends a file as fast as its client takes it. After a fault the connection is destroyed and not ended, so that no client
 * takes what it has for the whole file.
 */
export async function sendFile(
  response: Response,
  file: AsyncGenerator<Buffer>,
  report: (error: unknown) => void,
): Promise<void> {
  const cut = () => void response.destroy();
  response.setTimeout(fileTimes.stalled, cut);
  const late = setTimeout(cut, fileTimes.longest);
  try {
    await pipeline(file, response);
  } catch (error) {
    if (!isOver(error)) report(error);
  } finally {
    clearTimeout(late);
  }
}

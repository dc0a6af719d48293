import { readFileSync, statSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { readCard } from './card-reading.ts';
import type { ParseAnswer, ParseTask } from './parse-in-worker.ts';

// The thread that parse-in-worker.ts starts: reads the files of a card, answers once for each, and is ended from there.

function answer({ files, today, fileBytes }: ParseTask): ParseAnswer {
  try {
    const size = files.reduce((sum, { path }) => sum + statSync(path).size, 0);
    if (size > fileBytes) return { failure: 'too_large', detail: `${size} of at most ${fileBytes} bytes` };
    const read = files.map(({ name, path }) => ({ name, bytes: readFileSync(path) }));
    return { reading: readCard(read, today) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : null;
    return code === null ? { failure: 'ended', detail: 'unexpected fault' } : { failure: 'unreadable', detail: code };
  }
}

parentPort!.on('message', (task: ParseTask) => parentPort!.postMessage(answer(task)));

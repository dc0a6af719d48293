import { parentPort } from 'node:worker_threads';
import { readFile } from './users-import.file.ts';
import type { ReadAnswer } from './users-import-read.ts';
import { Unreadable } from './users-import-table.ts';

// The thread that users-import-read.ts starts: reads the bytes of a file of users, answers once for each, and is ended from
// there. Any other error ends it.

async function answer({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>): Promise<ReadAnswer> {
  try {
    return { file: await readFile(Buffer.from(buffer, byteOffset, byteLength)) };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { refusal: error.key, values: error.values };
  }
}

parentPort!.on('message', (bytes: Uint8Array<ArrayBuffer>) => {
  void answer(bytes).then((done) => parentPort!.postMessage(done));
});

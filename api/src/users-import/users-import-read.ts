import { InvalidInput } from '../shared/errors.ts';
import { ThreadError, threadOf } from '../shared/in-thread.ts';
import type { MessageKey, MessageValues } from '../shared/messages.ts';
import type { FileOfUsers } from './users-import-table.ts';

/** What the thread answers. */
export type ReadAnswer = { file: FileOfUsers } | { refusal: MessageKey; values: MessageValues | undefined };

/**
 * The largest file that is allowed needs less than 48 MB of heap, and a second or two. At most six files of a node are read
 * at once (Admission.beginFile).
 */
const LIMITS = { deadlineMs: 10_000, heapMb: 64 };

const read = threadOf<Uint8Array, ReadAnswer>(new URL('./users-import.worker.ts', import.meta.url));

export const refusedFile = (message: MessageKey, values?: MessageValues): InvalidInput =>
  new InvalidInput([{ field: 'file', code: message, message, values }]);

/**
 * Returns the rows of a file of users, which a thread reads. Throws InvalidInput at `file` for a file that is no table of
 * users, or that takes more time or memory than a file may.
 */
export async function readUsers(bytes: Uint8Array, limits = LIMITS): Promise<FileOfUsers> {
  const answer = await read(bytes, limits).catch((error: unknown) => {
    const isCostly = error instanceof ThreadError && (error.reason === 'deadline' || error.reason === 'memory');
    throw isCostly ? refusedFile('user_import.too_costly') : error;
  });
  if ('refusal' in answer) throw refusedFile(answer.refusal, answer.values);
  return answer.file;
}

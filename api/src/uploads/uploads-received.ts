import type { StoredUpload } from '../rest/upload.ts';
import { refuse } from '../shared/errors.ts';
import type { ReceivedFiles } from '../shared/file-store.ts';
import type { SentFile } from '../shared/sent-file.ts';
import { hasPatientBlock, PATIENT_BLOCK } from './cards/patient-block.ts';
import { MAX_UPLOAD_FILE, MAX_FILES, MAX_UPLOAD } from './uploads.rules.ts';

/** How the files of a card are received, over REST and GraphQL. */
export const CARD_FILES: Omit<StoredUpload, 'field'> = {
  maxBytes: MAX_UPLOAD_FILE,
  stored: {
    maxFiles: MAX_FILES,
    maxTotal: MAX_UPLOAD,
    blanked: (name, head) => (hasPatientBlock(head, name) ? PATIENT_BLOCK : null),
  },
};

/** Returns the received files; refuses a list that does not name each of them once, in the order in which they were sent. */
export function filesInOrder(received: ReceivedFiles, files: readonly SentFile[]): ReceivedFiles {
  const isWhole = files.length === received.files.length && files.every(({ place }, index) => place === index);
  refuse(isWhole ? [] : [{ field: 'files', code: 'uploads.order', message: 'uploads.order' }]);
  return received;
}

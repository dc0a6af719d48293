import { createHash } from 'node:crypto';

/** What the database keeps of the id of a session. */
export const sessionDigest = (id: string): Buffer => createHash('sha256').update(id).digest();

import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** The logs whose rows are sealed. */
export type SealedLog = 'audit_log' | 'user_changes';
export const SEALED_LOGS: readonly SealedLog[] = ['audit_log', 'user_changes'];

/**
 * The columns of a row `r` as one text, which does not depend on settings of the session. A column that a later migration
 * adds is not in it: the seals of rows that were there before stay valid.
 */
const CONTENT: Record<SealedLog, string> = {
  audit_log: `r.org_id, r.actor_user_id, r.actor_type, r.operation, r.outcome, r.subject, r.properties, r.ip, r.request_id,
    extract(epoch from r.created_at), r.patient_ids, r.session, extract(epoch from r.read_at)`,
  user_changes: `r.org_id, r.user_id, r.actor_user_id, r.event, r.changes, r.transaction::text, extract(epoch from r.created_at)`,
};

/** SQL of the SHA-256 of a row `r` of a log. Here and not in the database, where it could be replaced with the rows. */
export const digestOf = (log: SealedLog): string =>
  `pg_catalog.sha256(pg_catalog.convert_to(pg_catalog.jsonb_build_array(${CONTENT[log]})::text, 'UTF8'))`;

/** The beginning of the chain. */
export const NO_SEAL = Buffer.alloc(32);

/** Returns the key of the seals, derived from ENCRYPTION_KEY: it is not in the database, nor in a copy of it. */
export const sealKeyOf = ({ encryptionKey }: { encryptionKey: Buffer }): Buffer =>
  Buffer.from(hkdfSync('sha256', encryptionKey, '', 'airlog audit seals v1', 32));

/** A row with its digest. */
export interface SealedRow {
  log: SealedLog;
  rowId: string;
  digest: Buffer;
}

/** Returns the hash of a row that follows a seal: a keyed hash over that seal, and the log, number and content of the row. */
export const sealOf = (key: Buffer, previous: Buffer, { log, rowId, digest }: SealedRow): Buffer =>
  createHmac('sha256', key).update(previous).update(`${log}:${rowId}:`).update(digest).digest();

/** Whether two hashes are equal. */
export const isSameHash = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other);

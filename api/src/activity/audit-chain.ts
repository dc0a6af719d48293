import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto';

/**
 * The logs whose rows are sealed. A sign-in is sealed when it begins, and once more, in `logouts`, when its sign-out is
 * there: until then that one column is empty, and afterwards no part of the row changes.
 */
export type SealedLog = 'audit_log' | 'user_changes' | 'logins' | 'logouts';
export const SEALED_LOGS: readonly SealedLog[] = ['audit_log', 'user_changes', 'logins', 'logouts'];

/** Where the rows `r` of a log are, the time of a row, and which rows may still wait for their seal. */
interface Source {
  rows: string;
  at: string;
  waiting: string;
  /**
   * The columns of a row as one text, which does not depend on settings of the session. A column that a later migration
   * adds is not in it: the seals of rows that were there before stay valid.
   */
  content: string;
}

// A transaction that writes a line ends within its deadline of 10 seconds, so a line that is not visible yet has a number above those sealed ten
// minutes ago, and a sign-out a later time. A line that appears below them is found as one that was added afterwards.
const last = (log: SealedLog, column: string): string =>
  `(select ${column} from audit_seals where log = '${log}' and sealed_at < now() - interval '10 minutes' order by sealed_at desc limit 1)`;
const numbered = (log: SealedLog): string => `r.id > coalesce(${last(log, 'row_id')}, 0)`;

const SOURCES: Record<SealedLog, Source> = {
  audit_log: {
    rows: 'audit_log r where true',
    at: 'r.created_at',
    waiting: numbered('audit_log'),
    content: `r.org_id, r.actor_user_id, r.actor_type, r.operation, r.outcome, r.subject, r.properties, r.ip, r.request_id,
      extract(epoch from r.created_at), r.patient_ids, r.session, extract(epoch from r.read_at)`,
  },
  user_changes: {
    rows: 'user_changes r where true',
    at: 'r.created_at',
    waiting: numbered('user_changes'),
    content:
      'r.org_id, r.user_id, r.actor_user_id, r.event, r.changes, r.transaction::text, extract(epoch from r.created_at)',
  },
  logins: {
    rows: 'logins r where true',
    at: 'r.login_at',
    waiting: numbered('logins'),
    content: "r.org_id, r.user_id, encode(r.session_hash, 'hex'), r.ip, r.user_agent, extract(epoch from r.login_at)",
  },
  logouts: {
    rows: 'logins r where r.logout_at is not null',
    at: 'r.logout_at',
    waiting: `r.logout_at > coalesce(${last('logouts', 'sealed_at')} - interval '10 minutes', '-infinity')`,
    content: 'r.user_id, extract(epoch from r.logout_at)',
  },
};

/** SQL of the rows `r` of a log, to which further conditions are added. */
export const rowsSql = (log: SealedLog): string => SOURCES[log].rows;

/** SQL of what is sealed of a row `r` of a log: its columns as one text, without a line break. */
export const contentSql = (log: SealedLog): string => `pg_catalog.jsonb_build_array(${SOURCES[log].content})::text`;

/** SQL of the SHA-256 of a row `r` of a log. Here and not in the database, where it could be replaced with the rows. */
export const digestSql = (log: SealedLog): string =>
  `pg_catalog.sha256(pg_catalog.convert_to(${contentSql(log)}, 'UTF8'))`;

/** SQL of the time of a row `r` of a log. */
export const timeSql = (log: SealedLog): string => SOURCES[log].at;

/** SQL of the condition that a row `r` of a log has no seal. */
export const isUnsealed = (log: SealedLog): string =>
  `not exists (select from audit_seals s where s.log = '${log}' and s.row_id = r.id)`;

/** SQL of the condition that a row `r` of a log may wait for its seal, and has none. */
export const isWaiting = (log: SealedLog): string => `${SOURCES[log].waiting} and ${isUnsealed(log)}`;

/** The beginning of the chain. */
export const NO_SEAL = Buffer.alloc(32);

/** A row with its digest. */
export interface SealedRow {
  log: SealedLog;
  rowId: string;
  digest: Buffer;
}

/** Returns the hash of a row that follows a seal: a keyed hash over that seal, and the log, number and content of the row. */
export const sealOf = (key: KeyObject, previous: Buffer, { log, rowId, digest }: SealedRow): Buffer =>
  createHmac('sha256', key).update(previous).update(`${log}:${rowId}:`).update(digest).digest();

/** Whether two hashes are equal. */
export const isSameHash = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other);

/** Returns a head of the chain as logs, files and `npm run audit` have it: the number of the seal and its hash. */
export const headText = ({ seq, hash }: { seq: number | string; hash: Buffer }): string =>
  `${seq}:${hash.toString('hex')}`;

import {
  digestSql,
  headText,
  isSameHash,
  isUnsealed,
  NO_SEAL,
  rowsSql,
  SEALED_LOGS,
  sealOf,
  timeSql,
  type SealedLog,
} from './audit-chain.ts';
import type { ArchivedLines } from './audit-archive.ts';
import { sealKeyAt, type SealKey } from './audit-keys.ts';

/** A connection with the rights of the owner of the tables. */
interface Connection {
  query<Row>(sql: string, values?: unknown[]): Promise<{ rows: Row[] }>;
}

const BATCH = 10_000;
/** Findings that are returned. */
export const MAX_FINDINGS = 100;

/** A line that is not as it was sealed, a seal that is not in its place, or a head that the chain does not contain. */
export interface Finding {
  problem: 'changed' | 'missing' | 'not sealed' | 'seal missing' | 'head not found' | 'file lost';
  log?: SealedLog;
  rowId?: string;
  seq?: number;
  head?: string;
  /** The key of a file of archived lines. */
  file?: string;
}

/** Returns a finding as a sentence. */
export function findingText({ problem, log, rowId, seq, head, file }: Finding): string {
  switch (problem) {
    case 'changed':
      return `${log} ${rowId}: the line or its seal ${seq} was changed`;
    case 'missing':
      return `${log} ${rowId}: the line of seal ${seq} is missing`;
    case 'not sealed':
      return `${log} ${rowId}: the line has no seal; it was added later, or its seal was deleted`;
    case 'seal missing':
      return `seal ${seq} is missing, and perhaps others after it`;
    case 'head not found':
      return `head ${head} is not in the chain: its end is missing, or the database is an older copy`;
    case 'file lost':
      return `file ${file} of archived lines of audit_log is missing or was changed`;
  }
}

interface SealRow {
  seq: number;
  log: SealedLog;
  rowId: string;
  hash: Buffer;
  /** Of the row as it is now, in the database or in a file; null when there is none. */
  digest: Buffer | 'lost' | null;
}

const SEALS = `
  select s.seq::int, s.log, s.row_id::text as "rowId", s.hash, case s.log
      ${SEALED_LOGS.map((log) => `when '${log}' then (select ${digestSql(log)} from ${rowsSql(log)} and r.id = s.row_id)`).join('\n')}
    end as digest
    from audit_seals s where s.seq > $1 order by s.seq limit ${BATCH}`;

// Lines of the hour before the last seal may still wait for theirs. Not of the last hour: the portal may be stopped since.
const unsealed = (log: SealedLog): string => `
  select r.id::text as "rowId" from ${rowsSql(log)} and ${isUnsealed(log)}
     and ${timeSql(log)} < coalesce((select sealed_at from audit_seals order by seq desc limit 1), now()) - interval '1 hour'
   order by r.id limit ${MAX_FINDINGS}`;

/** Returns what is wrong with one seal after the one before it. */
function findingsAt(
  keys: readonly [SealKey, ...SealKey[]],
  previous: { seq: number; hash: Buffer },
  seal: SealRow,
): Finding[] {
  const { seq, log, rowId, hash, digest } = seal;
  const findings: Finding[] = [];
  if (seq !== previous.seq + 1) findings.push({ problem: 'seal missing', seq: previous.seq + 1 });
  if (digest === 'lost') return findings; // one finding for the whole file
  if (!digest) return [...findings, { problem: 'missing', log, rowId, seq }];
  const isWhole = seq === previous.seq + 1;
  if (isWhole && !isSameHash(hash, sealOf(sealKeyAt(keys, seq), previous.hash, { log, rowId, digest })))
    findings.push({ problem: 'changed', log, rowId, seq });
  return findings;
}

/**
 * Compares every sealed line with its seal and every seal with the one before it; returns the first 100 findings, and the
 * head of the chain (null without a seal). `keys`: of the chain, the oldest first. `archived`: the lines that files have.
 * `heads`: noted outside the database before; the chain must contain them.
 */
export async function verifySeals(
  client: Connection,
  keys: readonly [SealKey, ...SealKey[]],
  archived: ArchivedLines,
  heads: readonly string[] = [],
): Promise<{ findings: Finding[]; sealed: number; head: string | null }> {
  const findings: Finding[] = [];
  const sought = new Set(heads);
  let previous: { seq: number; hash: Buffer } = { seq: 0, hash: NO_SEAL };
  let sealed = 0;
  for (;;) {
    const { rows } = await client.query<SealRow>(SEALS, [previous.seq]);
    for (const seal of rows) {
      if (!seal.digest && seal.log === 'audit_log') seal.digest = await archived.digestOf(seal.rowId);
      if (findings.length < MAX_FINDINGS) findings.push(...findingsAt(keys, previous, seal));
      if (sought.size > 0) sought.delete(headText(seal));
      previous = { seq: seal.seq, hash: seal.hash };
    }
    sealed += rows.length;
    if (rows.length < BATCH) break;
  }
  for (const log of SEALED_LOGS) {
    const { rows } = await client.query<{ rowId: string }>(unsealed(log));
    findings.push(...rows.map(({ rowId }): Finding => ({ problem: 'not sealed', log, rowId })));
  }
  // First, so that they are among the first 100.
  findings.unshift(...[...archived.lost].map((file): Finding => ({ problem: 'file lost', file })));
  findings.unshift(...[...sought].map((head): Finding => ({ problem: 'head not found', head })));
  return { findings: findings.slice(0, MAX_FINDINGS), sealed, head: sealed > 0 ? headText(previous) : null };
}

import { digestOf, isSameHash, NO_SEAL, SEALED_LOGS, sealOf, type SealedLog } from './audit.chain.ts';
import { headText } from './audit.seals.ts';

/** A connection with the rights of the owner of the tables. */
interface Connection {
  query<Row>(sql: string, values?: unknown[]): Promise<{ rows: Row[] }>;
}

const BATCH = 10_000;
const MAX_FINDINGS = 100;

/** A line that is not as it was sealed, or a seal that is not in its place. */
export interface Finding {
  problem: 'changed' | 'missing' | 'not sealed' | 'seal missing' | 'head not found';
  log?: SealedLog;
  rowId?: string;
  seq?: number;
}

interface SealRow {
  seq: number;
  log: SealedLog;
  rowId: string;
  hash: Buffer;
  /** Of the row as it is now; null when there is none. */
  digest: Buffer | null;
}

const SEALS = `
  select s.seq::int, s.log, s.row_id::text as "rowId", s.hash, case s.log
      ${SEALED_LOGS.map((log) => `when '${log}' then (select ${digestOf(log)} from ${log} r where r.id = s.row_id)`).join('\n')}
    end as digest
    from audit_seals s where s.seq > $1 order by s.seq limit ${BATCH}`;

// Lines of the last hour may still wait for their seal.
const unsealed = (log: SealedLog): string => `
  select r.id::text as "rowId" from ${log} r where r.created_at < now() - interval '1 hour'
     and not exists (select from audit_seals s where s.log = '${log}' and s.row_id = r.id) order by r.id limit ${MAX_FINDINGS}`;

/** Returns what is wrong with one seal after the one before it. */
function findingsAt(key: Buffer, previous: { seq: number; hash: Buffer }, seal: SealRow): Finding[] {
  const { seq, log, rowId, hash, digest } = seal;
  const findings: Finding[] = [];
  if (seq !== previous.seq + 1) findings.push({ problem: 'seal missing', seq: previous.seq + 1 });
  if (!digest) return [...findings, { problem: 'missing', log, rowId, seq }];
  const isWhole = seq === previous.seq + 1;
  if (isWhole && !isSameHash(hash, sealOf(key, previous.hash, { log, rowId, digest })))
    findings.push({ problem: 'changed', log, rowId, seq });
  return findings;
}

/**
 * Compares every sealed line with its seal and every seal with the one before it; returns the first 100 findings, and the
 * head of the chain (null without a seal). `head`: one that was noted outside the database, which must be in the chain.
 */
export async function verifySeals(
  client: Connection,
  key: Buffer,
  expectedHead?: string,
): Promise<{ findings: Finding[]; sealed: number; head: string | null }> {
  const findings: Finding[] = [];
  let previous: { seq: number; hash: Buffer } = { seq: 0, hash: NO_SEAL };
  let sealed = 0;
  let isHeadFound = expectedHead === undefined;
  for (;;) {
    const { rows } = await client.query<SealRow>(SEALS, [previous.seq]);
    for (const seal of rows) {
      if (findings.length < MAX_FINDINGS) findings.push(...findingsAt(key, previous, seal));
      isHeadFound ||= headText(seal) === expectedHead;
      previous = { seq: seal.seq, hash: seal.hash };
    }
    sealed += rows.length;
    if (rows.length < BATCH) break;
  }
  for (const log of SEALED_LOGS) {
    const { rows } = await client.query<{ rowId: string }>(unsealed(log));
    findings.push(...rows.map(({ rowId }): Finding => ({ problem: 'not sealed', log, rowId })));
  }
  if (!isHeadFound) findings.push({ problem: 'head not found' });
  return { findings: findings.slice(0, MAX_FINDINGS), sealed, head: sealed > 0 ? headText(previous) : null };
}

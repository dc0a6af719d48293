import { recomputeCompliance } from '../compliance/compliance.service.ts';
import { verifyCompliance } from '../compliance/compliance-verify.ts';
import { repairDerived, type Connection } from '../db/derived.ts';
import { write } from '../db/write.ts';
import type { Context } from '../shared/context.ts';
import type { FigureVerification } from './verification.types.ts';

/** Rows of one line of the log. */
const MOST = 100;
/** A verification that is older than this was missed: they are made every night. */
const OVERDUE_MS = 172_800_000;
/** The counts of all lists are one statement, which reads every patient, machine and assignment. */
const STATEMENT_MS = 600_000;

/** Stored figures that were wrong: how many, and for each organization that sees some of them. */
interface Found {
  count: number;
  ofOrgs: Record<number, number>;
}

const nothing = (): Found => ({ count: 0, ofOrgs: {} });

function add(found: Found, orgIds: readonly number[]): void {
  found.count += 1;
  for (const id of orgIds) found.ofOrgs[id] = (found.ofOrgs[id] ?? 0) + 1;
}

/** A connection of the jobs. Each statement is a transaction, so that none is open for long. */
const connectionOf = (ctx: Context): Connection => ({
  query: <Row>(sql: string, values: unknown[] = []) => {
    const given: unknown[] = [];
    const marked = sql.replace(/\$(\d+)/g, (_mark, number) => {
      given.push(values[Number(number) - 1]);
      return '?';
    });
    return ctx.run('write', async () => {
      await ctx.em.execute(`set local statement_timeout = ${STATEMENT_MS}`);
      return { rows: await ctx.em.execute<Row[]>(marked, given) };
    });
  },
});

/** Stores what a verification found; every user of support then finds it in the inbox (`verifications_inbox`). */
async function record(ctx: Context, kind: 'compliance' | 'derived', { count, ofOrgs }: Found): Promise<void> {
  await ctx.run('write', () =>
    write(ctx.em)
      .insertInto('verifications')
      .values({ kind, verified_at: ctx.app.now(), repaired: count, repaired_of_orgs: JSON.stringify(ofOrgs) })
      .execute(),
  );
}

/**
 * Compares every stored compliance result with the nights, and computes those again that differ. Reports them to the log,
 * by the ids of the patients, and to support.
 */
export async function verifyResults(ctx: Context): Promise<void> {
  const found = nothing();
  await verifyCompliance(connectionOf(ctx), async (differences) => {
    const patientIds = differences.map(({ patientId }) => patientId).slice(0, MOST);
    ctx.app.log.error({ wrong: differences.length, patientIds }, 'stored compliance results are wrong');
    for (const { patientId, seenBy } of differences) {
      await ctx.run('write', () => recomputeCompliance(ctx, [patientId]));
      add(found, seenBy);
    }
  });
  await record(ctx, 'compliance', found);
}

/**
 * Compares the counts of the lists, the states of the assignments and their index with the rows that they are derived
 * from, and derives those again that differ. Reports them to the log, by the ids of the assignments, and to support.
 */
export async function verifyDerivedRows(ctx: Context): Promise<void> {
  const found = nothing();
  await repairDerived(connectionOf(ctx), (repaired) => {
    const rows = repaired.map(({ name }) => name).slice(0, MOST);
    ctx.app.log.error({ wrong: repaired.length, rows }, 'derived rows were wrong');
    for (const { orgIds } of repaired) add(found, orgIds);
  });
  await record(ctx, 'derived', found);
}

/** Returns when the stored figures were verified for the last time, and what the viewer may know of what was found. */
export async function figuresVerified(ctx: Context): Promise<FigureVerification> {
  const [row] = await ctx.em.execute<{ verifiedAt: Date | null; repaired: number }[]>(
    'select verified_at as "verifiedAt", repaired from figures_verified()',
  );
  const { verifiedAt: at, repaired } = row!;
  const verifiedAt = at === null ? null : new Date(at);
  const isOverdue = verifiedAt !== null && ctx.app.now().getTime() - verifiedAt.getTime() > OVERDUE_MS;
  return { verifiedAt, isOverdue, repaired };
}

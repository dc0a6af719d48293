import type { Context } from '../shared/context.ts';
import { storeResults } from './compliance.service.ts';

/** Patients of one portion: each is locked until its result is stored. */
const BATCH = 200;

/** Patients whose result may still change by time, of one of the two ways to be a provider's; each is a range of an index. */
const openWhere = (isOf: string) => `
  (select p.id from patients p where ${isOf} and p.id > ? and p.compliance_closes_on is not null
      and (p.compliance_met_on is null or p.compliance_met_on >= current_date) order by p.id limit ?)`;
const OF_PROVIDER = `select id from (${openWhere('p.dme_id = ?')} union all ${openWhere('p.org_id = ? and p.dme_id is null')}) p order by id limit ?`;

/**
 * Computes the results of up to 200 patients of a provider in their period, whose days end at another time now, behind a
 * patient in the order of their ids. Returns the last of them; null when there are no more.
 */
export async function recomputeOfProvider(ctx: Context, orgId: number, after: number): Promise<number | null> {
  const portion = [orgId, after, BATCH];
  const found = await ctx.em.execute<{ id: number }[]>(OF_PROVIDER, [...portion, ...portion, BATCH]);
  const ids = found.map(({ id }) => id);
  if (ids.length > 0) await storeResults(ctx, ids);
  return ids.length < BATCH ? null : ids.at(-1)!;
}

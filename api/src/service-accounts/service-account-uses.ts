import type { Context } from '../shared/context.ts';
import type { UsedOperation } from './service-accounts.types.ts';

/** Days of which the use is shown, today included. */
const DAYS = 30;

/**
 * Returns what each account called in the last 30 days of UTC, the most frequent operation first, in the order of the
 * ids. For `ctx.loader`, which must name only accounts that the viewer manages.
 */
export async function usesOfAccounts({ em }: Context, ids: readonly number[]): Promise<UsedOperation[][]> {
  const rows = await em.execute<{ account: number; operation: string; day: string; calls: number }[]>(
    `select user_id as account, operation, day::text as day, calls from service_account_uses
      where user_id in (${ids.map(() => '?').join(', ')}) and day > (now() at time zone 'UTC')::date - ${DAYS}
      order by user_id, operation, day desc`,
    [...ids],
  );
  const byAccount = Map.groupBy(rows, ({ account }) => account);
  return ids.map((id) => {
    const operations = Map.groupBy(byAccount.get(id) ?? [], ({ operation }) => operation);
    return [...operations]
      .map(([operation, days]) => ({
        operation,
        calls: days.reduce((sum, { calls }) => sum + calls, 0),
        days: days.map(({ day, calls }) => ({ day, calls })),
      }))
      .sort((a, b) => b.calls - a.calls || (a.operation < b.operation ? -1 : 1));
  });
}

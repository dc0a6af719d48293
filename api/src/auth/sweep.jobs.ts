import { sql } from 'kysely';
import type { DB } from '../db/table-types.ts';
import { write } from '../db/write.ts';
import type { Job } from '../queue/job.ts';
import type { Context } from '../shared/context.ts';

const HOUR_MS = 3_600_000;
/** Rows of one statement, which has five seconds (db/orm.ts): a backlog of any length goes. */
const PORTION = 10_000;

/** A table, its column of a time, and the age from which its rows are deleted. */
type Expired = { [Table in keyof DB]: readonly [Table, keyof DB[Table] & string, string] }[keyof DB];

/**
 * Rows that no request reads any more: sessions end after 12 hours, access tokens after one, attempts count for 15 minutes at most, events are
 * delivered within seconds, an inbox and the log of a webhook show 30 days, refusals 90, and the use of service accounts
 * 30 of the 90 that are kept.
 */
const EXPIRED: Expired[] = [
  ['sessions', 'created_at', '1 day'],
  ['attempt_counters', 'window_started_at', '1 day'],
  ['published_events', 'created_at', '1 day'],
  ['inbox_items', 'created_at', '30 days'],
  ['api_key_tokens', 'expires_at', '1 day'],
  ['mails', 'created_at', '30 days'],
  ['account_links', 'expires_at', '1 day'],
  ['second_factor_challenges', 'created_at', '1 day'],
  ['sms_messages', 'created_at', '1 day'],
  ['user_imports', 'created_at', '1 day'],
  ['compliance_batches', 'created_at', '30 days'],
  ['bulk_queries', 'created_at', '30 days'],
  ['request_ids', 'created_at', '1 day'],
  ['security_events', 'hour', '90 days'],
  ['service_account_uses', 'day', '90 days'],
  ['webhook_deliveries', 'created_at', '30 days'],
];

/** Deletes long expired sessions, counters, events, request ids and items of inboxes, at start and every hour. */
export const sweepExpired: Job<'sweep-expired'> = {
  name: 'sweep-expired',
  retries: 5,
  timeoutSeconds: 60,
  atStart: { data: {}, key: 'start' },
  everyMs: HOUR_MS,
  run: async (ctx) => {
    for (const expired of EXPIRED) while ((await deletePortion(ctx, expired)) === PORTION);
  },
};

/** Deletes a portion of the expired rows of a table and returns its size. */
async function deletePortion(ctx: Context, [table, column, age]: Expired): Promise<number> {
  const portion = sql`select ctid from ${sql.table(table)} where ${sql.ref(column)} < now() - ${age}::interval limit ${sql.lit(PORTION)}`;
  const { numDeletedRows } = await ctx.asAuth('write', (em) =>
    write(em)
      .deleteFrom(table)
      .where(sql`ctid`, '=', sql`any (array(${portion}))`)
      .executeTakeFirst(),
  );
  return Number(numDeletedRows);
}

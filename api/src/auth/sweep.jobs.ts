import type { Job } from '../queue/job.ts';
import type { Context } from '../shared/context.ts';

const HOUR_MS = 3_600_000;
/** Rows of one statement, which has five seconds (db/orm.ts): a backlog of any length goes. */
const PORTION = 10_000;

/**
 * Rows that no request reads any more: sessions end after 12 hours, access tokens after one, attempts count for 15 minutes at most, events are
 * delivered within seconds, an inbox shows 30 days, and refusals are shown for 90.
 */
const EXPIRED = [
  "sessions where created_at < now() - interval '1 day'",
  "attempt_counters where window_started_at < now() - interval '1 day'",
  "published_events where created_at < now() - interval '1 day'",
  "inbox_items where created_at < now() - interval '30 days'",
  "api_key_tokens where expires_at < now() - interval '1 day'",
  "mails where created_at < now() - interval '30 days'",
  "account_links where expires_at < now() - interval '1 day'",
  "second_factor_challenges where created_at < now() - interval '1 day'",
  "sms_messages where created_at < now() - interval '1 day'",
  "user_imports where created_at < now() - interval '1 day'",
  "compliance_batches where created_at < now() - interval '30 days'",
  "request_ids where created_at < now() - interval '1 day'",
  "security_events where hour < now() - interval '90 days'",
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

/** Deletes a portion of the rows `table where condition` and returns its size. */
async function deletePortion(ctx: Context, expired: string): Promise<number> {
  const [table] = expired.split(' ');
  const { affectedRows } = await ctx.asAuth('write', (em) =>
    em.execute<{ affectedRows: number }>(
      `delete from ${table} where ctid = any (array(select ctid from ${expired} limit ${PORTION}))`,
      [],
      'run',
    ),
  );
  return affectedRows;
}

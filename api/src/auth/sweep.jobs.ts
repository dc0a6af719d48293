import type { Job } from '../queue/job.ts';

const HOUR_MS = 3_600_000;

/**
 * Rows that no request reads any more: sessions end after 12 hours, access tokens after one, attempts count for 15 minutes at most, events are
 * delivered within seconds, and an inbox shows 30 days.
 */
const EXPIRED = [
  "delete from sessions where created_at < now() - interval '1 day'",
  "delete from attempt_counters where window_started_at < now() - interval '1 day'",
  "delete from published_events where created_at < now() - interval '1 day'",
  "delete from inbox_items where created_at < now() - interval '30 days'",
  "delete from api_key_tokens where expires_at < now() - interval '1 day'",
  "delete from mails where created_at < now() - interval '30 days'",
  "delete from account_links where expires_at < now() - interval '1 day'",
  "delete from second_factor_challenges where created_at < now() - interval '1 day'",
  "delete from sms_messages where created_at < now() - interval '1 day'",
  "delete from user_imports where created_at < now() - interval '1 day'",
  "delete from compliance_batches where created_at < now() - interval '30 days'",
  "delete from request_ids where created_at < now() - interval '1 day'",
];

/** Deletes long expired sessions, counters, events, request ids and items of inboxes, at start and every hour. */
export const sweepExpired: Job<'sweep-expired'> = {
  name: 'sweep-expired',
  retries: 5,
  timeoutSeconds: 60,
  atStart: { data: {}, key: 'start' },
  everyMs: HOUR_MS,
  run: async (ctx) => {
    for (const statement of EXPIRED) await ctx.asAuth('write', (em) => em.execute(statement));
  },
};

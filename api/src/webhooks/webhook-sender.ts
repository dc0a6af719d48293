import { sql } from 'kysely';
import { write } from '../db/write.ts';
import { decryptColumn } from '../shared/cipher.ts';
import type { Context } from '../shared/context.ts';
import { readChanges } from './webhook-changes.ts';
import { bodyOfChange, signedHeaders } from './webhook-message.ts';
import { disable, record, type DueDelivery, type Outcome } from './webhook-outcomes.ts';
import { INTERNET, post, type Reach } from './webhook-post.ts';
import type { WebhookEvent } from './webhooks.rules.ts';

/** Messages that are sent to one endpoint at the same time. */
const AT_ONCE = 8;
/** Deliveries of an endpoint that wait: further changes stay unread, so that a receiver that is down fills no table. */
const WAITING = 100;
/** After this time a run lets other endpoints have its turn. */
const RUN_MS = 20_000;
/** How long an endpoint stays taken whose node was killed: longer than a run and its last attempt. */
const TAKEN_MS = 60_000;

interface Taken {
  id: number;
  orgId: number;
  url: string;
  events: WebhookEvent[];
  position: string;
  failingSince: Date | null;
  secrets: string[];
}

const SECRETS = `
  select secret_cipher as cipher from webhook_secrets where endpoint_id = ? and (ends_at is null or ends_at > ?)
   order by ends_at desc nulls first`;

/** Takes an endpoint for this node; null when another node has it, and when nothing is sent to it. */
const take = (ctx: Context, endpointId: number): Promise<Taken | null> =>
  ctx.run('write', async () => {
    const now = ctx.app.now();
    const row = await write(ctx.em)
      .updateTable('webhook_endpoints')
      .set({ taken_until: new Date(now.getTime() + TAKEN_MS) })
      .where('id', '=', endpointId)
      .where('state', '=', 'active')
      .where('org_id', 'in', sql<number>`(select id from organizations where active)`)
      .where((or) => or.or([or('taken_until', 'is', null), or('taken_until', '<=', now.toISOString())]))
      .returning(['id', 'org_id', 'url', 'events', 'position', 'failing_since'])
      .executeTakeFirst();
    if (!row) return null;
    const { id, org_id: orgId, url, failing_since: since } = row;
    const { position } = row;
    const events = row.events as WebhookEvent[];
    const rows = await ctx.em.execute<{ cipher: string }[]>(SECRETS, [id, now]);
    const secrets = rows.map(({ cipher }) => decryptColumn(ctx.app.config.encryptionKeys, cipher));
    return { id, orgId, url, events, position, failingSince: since === null ? null : new Date(since), secrets };
  });

const WAITS = `select count(*)::int as waiting from (
  select from webhook_deliveries where endpoint_id = ? and state = 'waiting' limit ${WAITING}) one`;
const ADD = `
  insert into webhook_deliveries (org_id, endpoint_id, event, body, next_try_at)
  select ?, ?, r.event, r.body, ? from jsonb_to_recordset(?::jsonb) as r (event text, body text)`;

/**
 * Adds a delivery for each change that the endpoint has chosen and that was not read, as far as few wait. Returns whether
 * more changes may follow at once.
 */
async function addDeliveries({ em, app }: Context, endpoint: Taken): Promise<boolean> {
  const [{ waiting } = { waiting: 0 }] = await em.execute<{ waiting: number }[]>(WAITS, [endpoint.id]);
  if (waiting >= WAITING) return false;
  const { id, orgId, events, position: after } = endpoint;
  const read = await readChanges(em, { orgId, after, events, limit: WAITING - waiting });
  const { changes, position, hasMore, nothingBefore } = read;
  const rows = changes.map((change) => ({ event: change.event, body: bodyOfChange(change) }));
  if (rows.length > 0) await em.execute(ADD, [orgId, id, app.now(), JSON.stringify(rows)]);
  await write(em)
    .updateTable('webhook_endpoints')
    .set({ position, ...(!hasMore && { nothing_before: nothingBefore }) })
    .where('id', '=', id)
    .execute();
  endpoint.position = position;
  return hasMore;
}

const DUE = `
  select d.id, d.message_id, d.body, d.attempts, d.started_at from webhook_endpoints e
    join webhook_deliveries d on d.endpoint_id = e.id and d.state = 'waiting' and d.next_try_at <= ?
   where e.id = ? and e.state = 'active' order by d.next_try_at, d.id limit ${AT_ONCE}`;

/** Returns the deliveries whose time has come, at most eight, and whether more changes may follow at once. */
const dueOf = (ctx: Context, endpoint: Taken): Promise<{ due: DueDelivery[]; hasMore: boolean }> =>
  ctx.run('write', async () => {
    const hasMore = await addDeliveries(ctx, endpoint);
    return { due: await ctx.em.execute<DueDelivery[]>(DUE, [ctx.app.now(), endpoint.id]), hasMore };
  });

async function attempt(
  { app }: Context,
  { url, secrets }: Taken,
  delivery: DueDelivery,
  reach: Reach,
): Promise<Outcome> {
  const { message_id: id, body } = delivery;
  const [at, started] = [app.now(), performance.now()];
  const result = await post(url, { body, headers: signedHeaders(secrets, { id, body }, at) }, reach);
  return { ...result, delivery, at, durationMs: Math.round(performance.now() - started) };
}

/**
 * Sends an endpoint what waits for it: at most eight messages at once, for 20 seconds, and until one fails. No connection
 * to the database is held while a receiver answers. A message is sent twice when the node is killed between its answer
 * and the next statement; both have the same id.
 */
export async function sendWebhooks(ctx: Context, endpointId: number, reach: Reach = INTERNET): Promise<void> {
  const endpoint = await take(ctx, endpointId);
  if (!endpoint) return;
  const started = performance.now();
  let isMore = true;
  try {
    while (isMore && performance.now() - started < RUN_MS) {
      const { due, hasMore } = await dueOf(ctx, endpoint);
      isMore = hasMore;
      if (due.length === 0) continue;
      const outcomes = await Promise.all(due.map((delivery) => attempt(ctx, endpoint, delivery, reach)));
      const reason = await ctx.run('write', () => record(ctx.em, endpoint, outcomes));
      if (reason) await disable(ctx, endpoint, reason);
      isMore = outcomes.every(({ error }) => error === null);
    }
  } finally {
    await ctx.run('write', async () => {
      await write(ctx.em)
        .updateTable('webhook_endpoints')
        .set({ taken_until: null })
        .where('id', '=', endpointId)
        .execute();
      if (isMore) await enqueueWebhooks(ctx, [endpointId]);
    });
  }
}

/** Adds the job that sends to each of these endpoints; one that waits is that job. */
export const enqueueWebhooks = (ctx: Context, endpointIds: readonly number[]): Promise<void> =>
  ctx.app.queue.enqueueAll(
    ctx.em,
    'send-webhooks',
    endpointIds.map((endpointId) => ({ data: { endpointId }, key: String(endpointId) })),
  );

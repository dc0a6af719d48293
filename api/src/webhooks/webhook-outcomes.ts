import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { write } from '../db/write.ts';
import { queueMails } from '../mail/mail.service.ts';
import type { Context } from '../shared/context.ts';
import type { WebhookDisabledReason } from './webhook-endpoint.entity.ts';
import type { Attempt } from './webhook-post.ts';
import { askedUntil, nextTry } from './webhook-schedule.ts';

/** A delivery whose time has come. */
export interface DueDelivery {
  id: number;
  message_id: string;
  body: string;
  attempts: number;
  started_at: string | null;
}

/** An attempt of a delivery, with its time and the milliseconds that it took. */
export interface Outcome extends Attempt {
  delivery: DueDelivery;
  at: Date;
  durationMs: number;
}

/** A receiver that answers with it does not want any message any more (Standard Webhooks). */
const GONE = 410;
/** An endpoint that failed for longer is sent what waits as soon as it takes a message again. */
const RECOVERED_MS = 5 * 60_000;

/** Returns the state of a delivery after an attempt. */
function after({ delivery, error, status, retryAfter, at, durationMs }: Outcome) {
  if (error === null) return { state: 'delivered', next: null };
  const startedAt = delivery.started_at === null ? at : new Date(delivery.started_at);
  const asked = askedUntil(status, retryAfter, new Date(at.getTime() + durationMs));
  const next = status === GONE ? null : nextTry(startedAt, delivery.attempts + 1, at, asked);
  return { state: next ? 'waiting' : 'failed', next };
}

const RECORD = `
  update webhook_deliveries d
     set attempts = d.attempts + 1, started_at = coalesce(d.started_at, r.at), last_tried_at = r.at, state = r.state,
         next_try_at = r.next, status_code = r.status, duration_ms = r.ms, error = r.error
    from jsonb_to_recordset(?::jsonb) as r (id int, at timestamptz, state text, next timestamptz, status int, ms int, error text)
   where d.id = r.id and d.state = 'waiting'`;

/**
 * Keeps the attempts of a round. Returns why its endpoint is disabled: the receiver answered 410, or a delivery is given
 * up and no other one succeeded since its first attempt. Null when it goes on.
 */
export async function record(
  em: EntityManager,
  endpoint: { id: number; failingSince: Date | null },
  outcomes: readonly Outcome[],
): Promise<WebhookDisabledReason | null> {
  const judged = outcomes.map((outcome) => ({ ...outcome, ...after(outcome) }));
  await em.execute(RECORD, [
    JSON.stringify(
      judged.map(({ delivery: { id }, at, state, next, status, durationMs: ms, error }) => ({
        ...{ id, at, state, next, status, ms, error },
      })),
    ),
  ]);
  const succeeded = judged.some(({ error }) => error === null);
  const first = judged[0]!.at;
  const failingSince = succeeded ? null : (endpoint.failingSince ?? first);
  await write(em)
    .updateTable('webhook_endpoints')
    .set({ failing_since: failingSince })
    .where('id', '=', endpoint.id)
    .execute();
  if (succeeded && endpoint.failingSince && first.getTime() - endpoint.failingSince.getTime() > RECOVERED_MS)
    await write(em)
      .updateTable('webhook_deliveries')
      .set({ next_try_at: first })
      .where('endpoint_id', '=', endpoint.id)
      .where('state', '=', sql.lit('waiting'))
      .where('next_try_at', '>', first.toISOString())
      .execute();
  endpoint.failingSince = failingSince;
  if (judged.some(({ status }) => status === GONE)) return 'gone';
  const givenUp = judged.some(
    ({ state, delivery: { started_at: started } }) =>
      state === 'failed' && failingSince !== null && started !== null && failingSince <= new Date(started),
  );
  return givenUp ? 'failing' : null;
}

/** Active users who set the settings of an organization. */
const ADMINISTRATORS = `
  select u.id from users u where u.org_id = ? and u.active and u.email_verified_at is not null
     and exists (select from user_roles m join role_permissions p on p.role_id = m.role_id
                  where m.user_id = u.id and p.permission = 'update.org.settings') order by u.id`;

/**
 * Disables an endpoint. Before that each administrator of its organization gets a mail, which names neither event nor
 * address: when the node is killed in between, the next failure disables it, and replaces a mail that waits.
 */
export async function disable(
  ctx: Context,
  { id, orgId }: { id: number; orgId: number },
  reason: WebhookDisabledReason,
): Promise<void> {
  await ctx.asAuth('write', async (em) => {
    const users = await em.execute<{ id: number }[]>(ADMINISTRATORS, [orgId]);
    await queueMails(
      em,
      users.map((user) => user.id),
      'webhook-disabled',
    );
  });
  await ctx.run('write', () =>
    write(ctx.em)
      .updateTable('webhook_endpoints')
      .set({ state: 'disabled', disabled_reason: reason })
      .where('id', '=', id)
      .where('state', '=', 'active')
      .execute(),
  );
}

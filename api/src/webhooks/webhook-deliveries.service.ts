import { write } from '../db/write.ts';
import { connection, newestFirst, type ConnectionShape, type ListArgs } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { authorize, refuse } from '../shared/errors.ts';
import { rowId } from '../shared/node.ts';
import { findVisible } from '../shared/visible-row.ts';
import { deliveriesOf } from './webhook-deliveries.list.ts';
import { WebhookDelivery } from './webhook-delivery.entity.ts';
import { WebhookEndpoint } from './webhook-endpoint.entity.ts';
import { findEndpoint } from './webhook-endpoints.service.ts';
import { bodyOfTest } from './webhook-message.ts';
import { canManageWebhooks } from './webhooks.policy.ts';

/** Returns a page of the deliveries of an endpoint, newest first. Throws NotFound for an endpoint that is not visible. */
export async function listDeliveries(
  ctx: Context,
  endpointId: string,
  args: ListArgs,
): Promise<ConnectionShape<WebhookDelivery>> {
  return connection(ctx, deliveriesOf(await findEndpoint(ctx, endpointId)), newestFirst(args));
}

function refuseInactive({ state }: WebhookEndpoint): void {
  if (state !== 'active') refuse([{ field: '', code: 'webhook.not_active', message: 'webhook.not_active' }]);
}

/** Sends a message of the type test to an endpoint, within seconds. Refuses one that is paused or disabled. */
export async function sendTest(ctx: Context, endpointId: string): Promise<WebhookDelivery> {
  const endpoint = await findEndpoint(ctx, endpointId);
  refuseInactive(endpoint);
  const now = ctx.app.now();
  const { id } = await write(ctx.em)
    .insertInto('webhook_deliveries')
    .values({
      org_id: endpoint.orgId,
      endpoint_id: endpoint.id,
      event: 'test',
      body: bodyOfTest(now),
      next_try_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  ctx.note({ webhook_endpoint: endpoint.id, webhook_delivery: id });
  return findVisible(ctx, WebhookDelivery, { id });
}

/** Sends a delivery again that was delivered or has failed: the same message under the same id. Refuses one that waits. */
export async function sendAgain(ctx: Context, deliveryId: string): Promise<WebhookDelivery> {
  const { id, endpointId, state } = await findVisible(ctx, WebhookDelivery, {
    id: rowId('WebhookDelivery', deliveryId),
  });
  authorize(canManageWebhooks(ctx.viewer));
  refuseInactive(await findVisible(ctx, WebhookEndpoint, { id: endpointId }));
  if (state === 'waiting') refuse([{ field: '', code: 'webhook.waiting', message: 'webhook.waiting' }]);
  await write(ctx.em)
    .updateTable('webhook_deliveries')
    .set({ state: 'waiting', attempts: 0, started_at: null, next_try_at: ctx.app.now() })
    .where('id', '=', id)
    .execute();
  ctx.note({ webhook_endpoint: endpointId, webhook_delivery: id });
  return findVisible(ctx, WebhookDelivery, { id }, { refresh: true });
}

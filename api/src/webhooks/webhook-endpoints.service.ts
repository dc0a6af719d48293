import { sql } from 'kysely';
import { write } from '../db/write.ts';
import { lockOrganization } from '../organizations/organizations.service.ts';
import { encryptColumn } from '../shared/cipher.ts';
import { refuseOlder, type RowVersion } from '../shared/conflict.ts';
import type { Context } from '../shared/context.ts';
import { authorize, refuse } from '../shared/errors.ts';
import { rowOfEach } from '../shared/list.ts';
import { rowId } from '../shared/node.ts';
import { validate } from '../shared/validate.ts';
import { findVisible } from '../shared/visible-row.ts';
import { namesPrivateHost } from './webhook-addresses.ts';
import { endOfChanges } from './webhook-changes.ts';
import { WebhookEndpoint } from './webhook-endpoint.entity.ts';
import { newWebhookSecret } from './webhook-message.ts';
import { canManageWebhooks } from './webhooks.policy.ts';
import { MAX_WEBHOOK_ENDPOINTS, webhookRules, type WebhookEvent } from './webhooks.rules.ts';

/** Hours for which the secret before a rotation still signs. */
const OVERLAP_HOURS = 24;

interface EndpointData {
  url: string;
  description: string;
  events: WebhookEvent[];
}

/** An endpoint with its secret: the only time that the secret is shown. */
export interface WithSecret {
  webhookEndpoint: WebhookEndpoint;
  secret: string;
}

/** Returns the endpoints of the viewer's organization, at most ten, oldest first. */
export async function listEndpoints({ em, viewer }: Context): Promise<WebhookEndpoint[]> {
  authorize(canManageWebhooks(viewer));
  return em.find(WebhookEndpoint, { orgId: viewer.workOrgId }, { orderBy: { id: 'asc' } });
}

/** Returns until when the secret before the last rotation signs too; null when it does not. For `ctx.loader`. */
export async function previousSecretsUntil({ em, app }: Context, ids: readonly number[]): Promise<(Date | null)[]> {
  const rows = await em.execute<{ endpoint: number; until: string }[]>(
    'select endpoint_id as endpoint, max(ends_at) as until from webhook_secrets where endpoint_id = any (?::int[]) and ends_at > ? group by 1',
    [`{${ids.join()}}`, app.now()],
  );
  return rowOfEach(ids, rows, ({ endpoint }) => endpoint).map((row) => row && new Date(row.until));
}

/** Returns an endpoint that the viewer may change. Throws NotFound or Forbidden. */
export async function findEndpoint(ctx: Context, endpointId: string): Promise<WebhookEndpoint> {
  const endpoint = await findVisible(ctx, WebhookEndpoint, { id: rowId('WebhookEndpoint', endpointId) });
  authorize(canManageWebhooks(ctx.viewer));
  return endpoint;
}

/** Returns such an endpoint as it is now, once no other request changes one of its organization. */
async function lockEndpoint(ctx: Context, endpointId: string): Promise<WebhookEndpoint> {
  const { id, orgId } = await findEndpoint(ctx, endpointId);
  await lockOrganization(ctx, orgId);
  return findVisible(ctx, WebhookEndpoint, { id }, { refresh: true });
}

/** Runs every check of the data of an endpoint without writing; returns the clean input. */
async function checkEndpoint(
  { em, app }: Context,
  { id = 0, orgId }: { id?: number; orgId: number },
  raw: unknown,
): Promise<EndpointData> {
  const { url, description, events } = await validate(webhookRules, raw);
  const address = new URL(url);
  const refused = (code: 'webhook.url_not_https' | 'webhook.url_private' | 'webhook.url_taken') =>
    refuse([{ field: 'url', code, message: code }]);
  if (app.config.production && address.protocol !== 'https:') refused('webhook.url_not_https');
  if (namesPrivateHost(address)) refused('webhook.url_private');
  if (await em.findOne(WebhookEndpoint, { orgId, url: address.href, id: { $ne: id } })) refused('webhook.url_taken');
  return { url: address.href, description, events: [...new Set(events as WebhookEvent[])] };
}

/** Gives an endpoint a secret, kept encrypted, and returns it. */
async function addSecret({ em, app }: Context, endpoint: { id: number; orgId: number }): Promise<string> {
  const secret = newWebhookSecret();
  await write(em)
    .insertInto('webhook_secrets')
    .values({
      org_id: endpoint.orgId,
      endpoint_id: endpoint.id,
      secret_cipher: encryptColumn(app.config.encryptionKey, secret),
    })
    .execute();
  return secret;
}

/** Adds an endpoint to the viewer's organization, which is sent what happens from now on. Refuses more than ten. */
export async function createEndpoint(ctx: Context, raw: unknown): Promise<WithSecret> {
  authorize(canManageWebhooks(ctx.viewer));
  const { workOrgId: orgId } = ctx.viewer;
  await lockOrganization(ctx, orgId);
  const { url, description, events } = await checkEndpoint(ctx, { orgId }, raw);
  if ((await ctx.em.count(WebhookEndpoint, { orgId })) >= MAX_WEBHOOK_ENDPOINTS)
    refuse([
      { field: '', code: 'webhook.too_many', message: 'webhook.too_many', values: { max: MAX_WEBHOOK_ENDPOINTS } },
    ]);
  const { position, nothingBefore } = await endOfChanges(ctx.em, orgId);
  const { id } = await write(ctx.em)
    .insertInto('webhook_endpoints')
    .values({ org_id: orgId, url, description, events, position, nothing_before: nothingBefore })
    .returning('id')
    .executeTakeFirstOrThrow();
  const secret = await addSecret(ctx, { id, orgId });
  ctx.note({ webhook_endpoint: id, events });
  return { webhookEndpoint: await ctx.em.findOneOrFail(WebhookEndpoint, { id }), secret };
}

interface EndpointUpdate extends Partial<EndpointData> {
  endpointId: string;
  version?: RowVersion | null;
}

/** Changes an endpoint and returns it; an omitted field stays. Throws Conflict for an older version. */
export async function updateEndpoint(ctx: Context, { endpointId, version, ...changes }: EndpointUpdate) {
  const endpoint = await lockEndpoint(ctx, endpointId);
  refuseOlder({ version }, { row: endpoint, version: endpoint.version, message: 'conflict.webhook' });
  const { url, description, events } = endpoint;
  const input = await checkEndpoint(ctx, endpoint, {
    url: changes.url ?? url,
    description: changes.description ?? description,
    events: changes.events ?? events,
  });
  // The address may have a secret of the receiver in its path: the log names that it changed.
  ctx.note({
    webhook_endpoint: endpoint.id,
    changed: (['url', 'description', 'events'] as const).filter(
      (name) => String(input[name]) !== String(endpoint[name]),
    ),
  });
  return changed(ctx, endpoint, { ...input, version: endpoint.version + 1 });
}

/** Writes columns of an endpoint and returns it as it is then. */
async function changed(
  ctx: Context,
  { id }: WebhookEndpoint,
  values: Partial<EndpointData & { version: number; state: string; disabled_reason: null; failing_since: null }>,
): Promise<WebhookEndpoint> {
  await write(ctx.em).updateTable('webhook_endpoints').set(values).where('id', '=', id).execute();
  return findVisible(ctx, WebhookEndpoint, { id }, { refresh: true });
}

/** Deletes an endpoint with its log. What waits is not sent. */
export async function deleteEndpoint(ctx: Context, endpointId: string): Promise<void> {
  const endpoint = await lockEndpoint(ctx, endpointId);
  ctx.note({ webhook_endpoint: endpoint.id });
  ctx.em.remove(endpoint);
  await ctx.em.flush();
}

/** Gives an endpoint a new secret. The one before signs too for 24 hours, and one before that ends. */
export async function rotateSecret(ctx: Context, endpointId: string): Promise<WithSecret> {
  const endpoint = await lockEndpoint(ctx, endpointId);
  await write(ctx.em)
    .deleteFrom('webhook_secrets')
    .where('endpoint_id', '=', endpoint.id)
    .where('ends_at', 'is not', null)
    .execute();
  await write(ctx.em)
    .updateTable('webhook_secrets')
    .set({ ends_at: new Date(ctx.app.now().getTime() + OVERLAP_HOURS * 3_600_000) })
    .where('endpoint_id', '=', endpoint.id)
    .execute();
  const secret = await addSecret(ctx, endpoint);
  ctx.note({ webhook_endpoint: endpoint.id });
  return { webhookEndpoint: endpoint, secret };
}

/** Stops sending to an endpoint: its events wait. A disabled one stays as it is. */
export async function pauseEndpoint(ctx: Context, endpointId: string): Promise<WebhookEndpoint> {
  const endpoint = await lockEndpoint(ctx, endpointId);
  ctx.note({ webhook_endpoint: endpoint.id });
  return endpoint.state === 'active' ? changed(ctx, endpoint, { state: 'paused' }) : endpoint;
}

/** Sends to a paused or disabled endpoint again, at once what waits. */
export async function resumeEndpoint(ctx: Context, endpointId: string): Promise<WebhookEndpoint> {
  const endpoint = await lockEndpoint(ctx, endpointId);
  ctx.note({ webhook_endpoint: endpoint.id });
  if (endpoint.state === 'active') return endpoint;
  await write(ctx.em)
    .updateTable('webhook_deliveries')
    .set({ attempts: 0, started_at: null, next_try_at: ctx.app.now() })
    .where('org_id', '=', endpoint.orgId)
    .where('endpoint_id', '=', endpoint.id)
    .where('state', '=', sql.lit('waiting'))
    .execute();
  return changed(ctx, endpoint, { state: 'active', disabled_reason: null, failing_since: null });
}

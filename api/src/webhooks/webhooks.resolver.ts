import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { connectionOf, type ConnectionShape, type ListArgs } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { listTypes } from '../shared/list-types.ts';
import { DateTimeScalar } from '../shared/scalars.ts';
import { webhookDeliveriesList } from './webhook-deliveries.list.ts';
import { listDeliveries, sendAgain, sendTest } from './webhook-deliveries.service.ts';
import { WebhookDelivery, WebhookDeliveryStateEnum } from './webhook-delivery.entity.ts';
import { WebhookEndpoint } from './webhook-endpoint.entity.ts';
import {
  createEndpoint,
  deleteEndpoint,
  listEndpoints,
  pauseEndpoint,
  previousSecretsUntil,
  resumeEndpoint,
  rotateSecret,
  updateEndpoint,
  type WithSecret,
} from './webhook-endpoints.service.ts';
import {
  CreateWebhookEndpointInput,
  DeleteWebhookEndpointPayload,
  SendWebhookDeliveryAgainInput,
  UpdateWebhookEndpointInput,
  UpdateWebhookEndpointPayload,
  WebhookDeliveryPayload,
  WebhookEndpointInput,
  WebhookEndpointPayload,
  WebhookSecretPayload,
} from './webhooks.types.ts';

const WebhookDeliveryConnection = connectionOf(WebhookDelivery, 'WebhookDelivery');
const { Args: WebhookDeliveriesArgs } = listTypes('WebhookDeliveries', webhookDeliveriesList, {
  enums: { state: WebhookDeliveryStateEnum },
});
const OF_ENDPOINT = { description: 'The endpoint.' };

@Resolver(() => WebhookEndpoint)
export class WebhooksResolver {
  @Query(() => [WebhookEndpoint], {
    description: "The webhook endpoints of the viewer's organization, at most ten, oldest first.",
  })
  webhookEndpoints(@Ctx() ctx: Context): Promise<WebhookEndpoint[]> {
    return listEndpoints(ctx);
  }

  @Query(() => WebhookDeliveryConnection, {
    description: 'The deliveries of a webhook endpoint in the last 30 days, newest first; search matches the event.',
  })
  webhookDeliveries(
    @Arg('endpointId', () => ID, { description: 'Global id or integer id of the endpoint.' }) endpointId: string,
    @Args(() => WebhookDeliveriesArgs) args: ListArgs,
    @Ctx() ctx: Context,
  ): Promise<ConnectionShape<WebhookDelivery>> {
    return listDeliveries(ctx, endpointId, args);
  }

  @Mutation(() => WebhookSecretPayload, {
    description: "Adds a webhook endpoint to the viewer's organization. Later events are sent to it.",
  })
  createWebhookEndpoint(
    @Arg('input', () => CreateWebhookEndpointInput, { description: 'The new endpoint.' })
    input: CreateWebhookEndpointInput,
    @Ctx() ctx: Context,
  ): Promise<WithSecret> {
    return createEndpoint(ctx, { ...input });
  }

  @Mutation(() => UpdateWebhookEndpointPayload, { description: 'Changes a webhook endpoint.' })
  async updateWebhookEndpoint(
    @Arg('input', () => UpdateWebhookEndpointInput, { description: 'The fields to change.' })
    input: UpdateWebhookEndpointInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<UpdateWebhookEndpointPayload>> {
    return { webhookEndpoint: await updateEndpoint(ctx, { ...input }) };
  }

  @Mutation(() => DeleteWebhookEndpointPayload, {
    description: 'Deletes a webhook endpoint with its log. What waits is not sent.',
  })
  async deleteWebhookEndpoint(
    @Arg('input', () => WebhookEndpointInput, OF_ENDPOINT) { endpointId }: WebhookEndpointInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<DeleteWebhookEndpointPayload>> {
    await deleteEndpoint(ctx, endpointId);
    return {};
  }

  @Mutation(() => WebhookSecretPayload, {
    description:
      'Gives a webhook endpoint a new secret. For 24 hours messages are signed with the one before too; an earlier one ends at once.',
  })
  rotateWebhookSecret(
    @Arg('input', () => WebhookEndpointInput, OF_ENDPOINT) { endpointId }: WebhookEndpointInput,
    @Ctx() ctx: Context,
  ): Promise<WithSecret> {
    return rotateSecret(ctx, endpointId);
  }

  @Mutation(() => WebhookEndpointPayload, {
    description: 'Pauses a webhook endpoint: its events wait. A disabled one stays as it is.',
  })
  async pauseWebhookEndpoint(
    @Arg('input', () => WebhookEndpointInput, OF_ENDPOINT) { endpointId }: WebhookEndpointInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<WebhookEndpointPayload>> {
    return { webhookEndpoint: await pauseEndpoint(ctx, endpointId) };
  }

  @Mutation(() => WebhookEndpointPayload, {
    description: 'Resumes a paused or disabled webhook endpoint. What waits is sent at once.',
  })
  async resumeWebhookEndpoint(
    @Arg('input', () => WebhookEndpointInput, OF_ENDPOINT) { endpointId }: WebhookEndpointInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<WebhookEndpointPayload>> {
    return { webhookEndpoint: await resumeEndpoint(ctx, endpointId) };
  }

  @Mutation(() => WebhookDeliveryPayload, {
    description: 'Sends a message of the type test to an active webhook endpoint.',
  })
  async sendWebhookTest(
    @Arg('input', () => WebhookEndpointInput, OF_ENDPOINT) { endpointId }: WebhookEndpointInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<WebhookDeliveryPayload>> {
    return { webhookDelivery: await sendTest(ctx, endpointId) };
  }

  @Mutation(() => WebhookDeliveryPayload, {
    description: 'Sends a message again that was delivered or has failed, under the same id.',
  })
  async sendWebhookDeliveryAgain(
    @Arg('input', () => SendWebhookDeliveryAgainInput, { description: 'The delivery.' })
    { deliveryId }: SendWebhookDeliveryAgainInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<WebhookDeliveryPayload>> {
    return { webhookDelivery: await sendAgain(ctx, deliveryId) };
  }

  @FieldResolver(() => DateTimeScalar, {
    nullable: true,
    description: 'Time until which messages are signed with the secret before the last rotation too; null otherwise.',
  })
  previousSecretUntil(@Root() { id }: WebhookEndpoint, @Ctx() ctx: Context): Promise<Date | null> {
    return ctx.loader(previousSecretsUntil).load(id);
  }
}

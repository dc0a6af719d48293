import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { WithoutPatients } from '../shared/marks.ts';
import { Payload } from '../shared/payload.ts';
import { CONFLICT, VersionedInput, VersionedPayload } from '../shared/versioned.ts';
import { WebhookDelivery } from './webhook-delivery.entity.ts';
import { WebhookEndpoint, WebhookEventEnum } from './webhook-endpoint.entity.ts';
import type { WebhookEvent } from './webhooks.rules.ts';

@InputType({ description: 'A new webhook endpoint.' })
export class CreateWebhookEndpointInput {
  @Field(() => String, {
    description: 'Address, unique in the organization; https in production, at most 500 characters.',
  })
  url!: string;

  @Field(() => String, { nullable: true, description: 'Purpose of the endpoint; at most 200 characters.' })
  description?: string | null;

  @Field(() => [WebhookEventEnum], { description: 'The events that are sent to it: at least one.' })
  events!: WebhookEvent[];
}

@InputType({ description: 'The changed data of a webhook endpoint; an omitted field stays as it is.' })
export class UpdateWebhookEndpointInput extends VersionedInput {
  @Field(() => ID, { description: 'Id of the endpoint.' })
  endpointId!: string;

  @Field(() => String, { nullable: true, description: 'Address, unique in the organization.' })
  url?: string;

  @Field(() => String, { nullable: true, description: 'Purpose of the endpoint; at most 200 characters.' })
  description?: string;

  @Field(() => [WebhookEventEnum], { nullable: true, description: 'The events that are sent to it: at least one.' })
  events?: WebhookEvent[];
}

@InputType({ description: 'A webhook endpoint.' })
export class WebhookEndpointInput {
  @Field(() => ID, { description: 'Id of the endpoint.' })
  endpointId!: string;
}

@InputType({ description: 'A delivery to send again.' })
export class SendWebhookDeliveryAgainInput {
  @Field(() => ID, { description: 'Id of the delivery.' })
  deliveryId!: string;
}

@WithoutPatients()
@ObjectType({ description: 'Result of creating a webhook endpoint, or of giving it a new secret.' })
export class WebhookSecretPayload extends Payload {
  @Field(() => WebhookEndpoint, { nullable: true, description: 'The endpoint; null when refused.' })
  webhookEndpoint: WebhookEndpoint | null = null;

  @Field(() => String, {
    nullable: true,
    description: 'The secret, which is shown once: whsec_ and base64. Null when refused, and in a repeat.',
  })
  secret: string | null = null;
}

@WithoutPatients()
@ObjectType({ description: 'Result of changing a webhook endpoint.' })
export class UpdateWebhookEndpointPayload extends VersionedPayload {
  @Field(() => WebhookEndpoint, CONFLICT)
  override conflict: WebhookEndpoint | null = null;

  @Field(() => WebhookEndpoint, { nullable: true, description: 'The endpoint with its new data; null when refused.' })
  webhookEndpoint: WebhookEndpoint | null = null;
}

@WithoutPatients()
@ObjectType({ description: 'Result of pausing or resuming a webhook endpoint.' })
export class WebhookEndpointPayload extends Payload {
  @Field(() => WebhookEndpoint, { nullable: true, description: 'The endpoint; null when refused.' })
  webhookEndpoint: WebhookEndpoint | null = null;
}

@WithoutPatients()
@ObjectType({ description: 'Result of deleting a webhook endpoint.' })
export class DeleteWebhookEndpointPayload extends Payload {}

@WithoutPatients()
@ObjectType({ description: 'Result of sending a message.' })
export class WebhookDeliveryPayload extends Payload {
  @Field(() => WebhookDelivery, {
    nullable: true,
    description: 'The delivery, which is sent within seconds; null when refused.',
  })
  webhookDelivery: WebhookDelivery | null = null;
}

import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { enumOf } from '../shared/enums.ts';
import { WithoutPatients } from '../shared/marks.ts';
import { LegacyNode } from '../shared/node.ts';
import { DateTimeScalar } from '../shared/scalars.ts';
import { WEBHOOK_ERRORS, type WebhookError } from './webhook-post.ts';

export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;
export type WebhookDeliveryState = (typeof DELIVERY_STATES)[number];

export const WebhookDeliveryStateEnum = enumOf(DELIVERY_STATES);
registerEnumType(WebhookDeliveryStateEnum, {
  name: 'WebhookDeliveryState',
  description: 'State of a delivery.',
  valuesConfig: {
    WAITING: { description: 'It waits for its first or its next attempt.' },
    DELIVERED: { description: 'The receiver took it.' },
    FAILED: { description: 'Every attempt failed; it is not tried again by itself.' },
  },
});

export const WebhookErrorEnum = enumOf(WEBHOOK_ERRORS);
registerEnumType(WebhookErrorEnum, {
  name: 'WebhookError',
  description: 'Reason of a failed attempt.',
  valuesConfig: {
    ADDRESS: { description: 'The host has an address of this machine or of a private network.' },
    CONNECTION: { description: 'The host is unknown, or there was no connection to it.' },
    REDIRECT: { description: 'The receiver answered with a redirect, which is not followed.' },
    STATUS: { description: 'The receiver answered with another status than 2xx.' },
    TIMEOUT: { description: 'The receiver did not answer within 10 seconds.' },
    TLS: { description: 'The certificate of the receiver is not valid.' },
  },
});

/** One event for one endpoint (decisions/190). What the receiver answered is not kept. */
@Entity({ tableName: 'webhook_deliveries' })
@WithoutPatients()
@ObjectType({ implements: LegacyNode, description: 'One event for one endpoint, kept for 30 days.' })
export class WebhookDelivery extends LegacyNode {
  @PrimaryKey({ type: 'integer' })
  declare id: number;

  @Property({ type: 'integer' })
  orgId!: number;

  @Property({ type: 'integer' })
  endpointId!: number;

  @Property({ type: 'uuid' })
  @Field(() => String, { description: 'Value of the header webhook-id, the same in every attempt.' })
  messageId!: string;

  @Property({ type: 'text' })
  @Field(() => String, { description: 'Name of the event in the message, such as night.arrived; test for a test.' })
  event!: string;

  @Property({ type: 'text' })
  @Field(() => String, { description: 'The message as it is sent, in JSON: ids, and no data of a patient.' })
  body!: string;

  @Property({ type: 'text' })
  @Field(() => WebhookDeliveryStateEnum, { description: 'State of the delivery.' })
  state!: WebhookDeliveryState;

  @Property({ type: 'integer' })
  @Field(() => Int, { description: 'Number of attempts.' })
  attempts!: number;

  @Property({ type: 'datetime', nullable: true })
  @Field(() => DateTimeScalar, { nullable: true, description: 'Time of the next attempt; null when none follows.' })
  nextTryAt!: Date | null;

  @Property({ type: 'datetime', nullable: true })
  @Field(() => DateTimeScalar, { nullable: true, description: 'Time of the last attempt; null before the first one.' })
  lastTriedAt!: Date | null;

  @Property({ type: 'integer', nullable: true })
  @Field(() => Int, { nullable: true, description: 'Status of the last answer; null when there was none.' })
  statusCode!: number | null;

  @Property({ type: 'integer', nullable: true })
  @Field(() => Int, {
    nullable: true,
    description: 'Milliseconds that the last attempt took; null before the first one.',
  })
  durationMs!: number | null;

  @Property({ type: 'text', nullable: true })
  @Field(() => WebhookErrorEnum, {
    nullable: true,
    description: 'Reason of the failure of the last attempt; null when it succeeded, and before the first one.',
  })
  error!: WebhookError | null;

  @Property({ type: 'datetime' })
  @Field(() => DateTimeScalar, { description: 'Time at which the delivery was added.' })
  createdAt!: Date;
}

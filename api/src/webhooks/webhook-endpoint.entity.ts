import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType, registerEnumType } from 'type-graphql';
import { enumOf } from '../shared/enums.ts';
import { WithoutPatients } from '../shared/marks.ts';
import { LegacyNode } from '../shared/node.ts';
import { DateTimeScalar } from '../shared/scalars.ts';
import { Versioned } from '../shared/versioned.ts';
import { WEBHOOK_EVENTS, type WebhookEvent } from './webhooks.rules.ts';

const ENDPOINT_STATES = ['active', 'paused', 'disabled'] as const;
export type WebhookEndpointState = (typeof ENDPOINT_STATES)[number];
const DISABLED_REASONS = ['gone', 'failing'] as const;
export type WebhookDisabledReason = (typeof DISABLED_REASONS)[number];

export const WebhookEventEnum = Object.fromEntries(
  WEBHOOK_EVENTS.map((event) => [event.toUpperCase().replaceAll('.', '_'), event]),
);
registerEnumType(WebhookEventEnum, {
  name: 'WebhookEvent',
  description: 'An event that is sent to the endpoints which have chosen it.',
  valuesConfig: {
    DEVICE_ASSIGNED: { description: 'A device was assigned to a patient. In messages: device.assigned.' },
    SETTINGS_DELIVERED: { description: 'A device applied a settings change. In messages: settings.delivered.' },
    SETTINGS_FAILED: { description: 'A device did not apply a settings change. In messages: settings.failed.' },
    NIGHT_ARRIVED: { description: 'A night was recorded. In messages: night.arrived.' },
    NIGHT_CORRECTED: { description: 'A night was corrected or voided. In messages: night.corrected.' },
    COMPLIANCE_MET: { description: 'A patient meets the compliance rule. In messages: compliance.met.' },
    COMPLIANCE_AT_RISK: { description: 'A patient needs every remaining night. In messages: compliance.at_risk.' },
    COMPLIANCE_LOST: { description: 'A patient can no longer meet the rule. In messages: compliance.lost.' },
    UPLOAD_READ: { description: 'The files of an upload were read. In messages: upload.read.' },
    HAND_OFF_CHANGED: { description: 'A request between organizations changed. In messages: hand_off.changed.' },
  },
});

export const WebhookEndpointStateEnum = enumOf(ENDPOINT_STATES);
registerEnumType(WebhookEndpointStateEnum, {
  name: 'WebhookEndpointState',
  description: 'State of a webhook endpoint.',
  valuesConfig: {
    ACTIVE: { description: 'Events are sent.' },
    PAUSED: { description: 'A user paused it: events wait until it is resumed.' },
    DISABLED: { description: 'The portal disabled it, for `disabledReason`: events wait until it is resumed.' },
  },
});

export const WebhookDisabledReasonEnum = enumOf(DISABLED_REASONS);
registerEnumType(WebhookDisabledReasonEnum, {
  name: 'WebhookDisabledReason',
  description: 'Reason for which the portal disabled a webhook endpoint.',
  valuesConfig: {
    GONE: { description: 'The receiver answered with the status 410.' },
    FAILING: { description: 'Every attempt of three days failed.' },
  },
});

/** An address to which the events of an organization are sent (decisions/190). */
@Entity({ tableName: 'webhook_endpoints' })
@WithoutPatients()
@ObjectType({
  implements: [LegacyNode, Versioned],
  description: 'An address to which the events of an organization are sent.',
})
export class WebhookEndpoint extends LegacyNode implements Versioned {
  @PrimaryKey({ type: 'integer' })
  declare id: number;

  @Property({ type: 'integer' })
  version!: number;

  @Property({ type: 'integer' })
  orgId!: number;

  @Property({ type: 'text' })
  @Field(() => String, { description: 'The address, unique in the organization.' })
  url!: string;

  @Property({ type: 'text' })
  @Field(() => String, { description: 'Purpose of the endpoint as entered; empty when nothing was entered.' })
  description!: string;

  @Property({ type: 'array' })
  @Field(() => [WebhookEventEnum], { description: 'The events that are sent to it.' })
  events!: WebhookEvent[];

  @Property({ type: 'text' })
  @Field(() => WebhookEndpointStateEnum, { description: 'State of the endpoint.' })
  state!: WebhookEndpointState;

  @Property({ type: 'text', nullable: true })
  @Field(() => WebhookDisabledReasonEnum, {
    nullable: true,
    description: 'Reason for which the portal disabled it; null in any other state.',
  })
  disabledReason!: WebhookDisabledReason | null;

  @Property({ type: 'datetime', nullable: true })
  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Time of the first failure after the last success; null when the last attempt succeeded.',
  })
  failingSince!: Date | null;

  @Property({ type: 'datetime' })
  @Field(() => DateTimeScalar, { description: 'Time at which the endpoint was added.' })
  createdAt!: Date;
}

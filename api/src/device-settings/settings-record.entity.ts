import type { OptionalProps, Ref } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType } from 'type-graphql';
import { DateTimeScalar } from '../shared/scalars.ts';
import { Node } from '../shared/node.ts';
import { DeviceHistory } from '../device-history/device-history.entity.ts';

export type SettingsStatus = 'current' | 'past' | 'pending' | 'failed' | 'void' | 'defaults';

/** Why a change was not delivered. */
export type SettingsFailure = 'refused' | 'expired' | 'device-ended';

@Entity({ tableName: 'settings_records' })
@ObjectType({
  implements: Node,
  description: 'One set of settings: collected from the device, or submitted and on its way.',
})
export class SettingsRecord extends Node {
  /** Derived: never given when a row is made. */
  declare [OptionalProps]?: 'globalId';

  @PrimaryKey({ type: 'integer' })
  declare id: number;

  @Property({ type: 'integer' })
  orgId!: number;

  @Property({ type: 'integer' })
  patientId!: number;

  @ManyToOne(() => DeviceHistory, { ref: true, fieldName: 'history_id' })
  history!: Ref<DeviceHistory>;

  /** Changed by settings-record.service.ts alone. */
  @Property({ type: 'text', fieldName: 'status' })
  readonly state!: SettingsStatus;

  /** Setting name to value as the device reports it; the catalogue knows label, unit and group. */
  @Property({ type: 'json' })
  values!: Record<string, string | number | boolean>;

  /** Submitted by staff; it stays so when the device took it over and it became the current one. */
  @Property({ type: 'boolean' })
  isEdit!: boolean;

  @Property({ type: 'integer', nullable: true })
  submittedById!: number | null;

  @Property({ type: 'text', nullable: true, fieldName: 'submitted_by_name' })
  @Field(() => String, { nullable: true, description: 'Who submitted the change.' })
  submittedBy!: string | null;

  @Property({ type: 'datetime', nullable: true })
  @Field(() => DateTimeScalar, { nullable: true, description: 'When the change was submitted.' })
  submittedAt!: Date | null;

  @Property({ type: 'datetime', nullable: true, fieldName: 'collected_at' })
  @Field(() => DateTimeScalar, { nullable: true, description: 'When the device reported these settings.' })
  collected!: Date | null;

  @Property({ type: 'text', nullable: true })
  source!: string | null;

  /** The record that the editor saw; told, not followed. */
  @Property({ type: 'integer', nullable: true })
  basedOnId!: number | null;

  @Property({ type: 'datetime', nullable: true })
  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'A change that the device has not answered until then becomes Failed Delivery.',
  })
  expiresAt!: Date | null;

  @Property({ type: 'datetime', nullable: true })
  @Field(() => DateTimeScalar, { nullable: true, description: 'When the device fetched the change.' })
  sentAt!: Date | null;

  @Property({ type: 'datetime', nullable: true })
  @Field(() => DateTimeScalar, { nullable: true, description: 'When the device took the change over or refused it.' })
  answeredAt!: Date | null;

  @Property({ type: 'text', nullable: true })
  failure!: SettingsFailure | null;

  /** The device's own words. */
  @Property({ type: 'text', nullable: true })
  refusal!: string | null;

  @Property({ type: 'datetime' })
  createdAt!: Date;
}

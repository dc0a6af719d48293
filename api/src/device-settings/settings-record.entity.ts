import type { OptionalProps, Ref } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType } from 'type-graphql';
import { DateTimeScalar } from '../shared/scalars.ts';
import type { PatientData } from '../shared/patient-data.ts';
import { Node } from '../shared/node.ts';
import { DeviceHistory } from '../device-history/device-history.entity.ts';
import { DeviceIndexEntry } from '../device-index/device-index.entity.ts';
import type { FAILURES } from './settings-changes.list.rules.ts';
import { SettingsFailureEnum } from './settings-record.types.ts';

export type SettingsStatus = 'current' | 'past' | 'pending' | 'failed' | 'void' | 'defaults';

/** Why a change was not delivered. */
export type SettingsFailure = (typeof FAILURES)[number];

@Entity({ tableName: 'settings_records' })
@ObjectType({
  implements: Node,
  description: 'One set of settings: collected from the device, or submitted and not yet delivered.',
})
export class SettingsRecord extends Node implements PatientData {
  /** Derived: never set when a row is created. */
  declare [OptionalProps]?: 'globalId' | 'indexed' | 'updatedAt';

  @PrimaryKey({ type: 'integer' })
  declare id: number;

  @Property({ type: 'integer' })
  orgId!: number;

  @Property({ type: 'integer' })
  patientId!: number;

  @ManyToOne(() => DeviceHistory, { ref: true, fieldName: 'history_id' })
  history!: Ref<DeviceHistory>;

  /** What the device index has of the assignment; a list is searched and filtered by it, and nothing else reads it. */
  @ManyToOne(() => DeviceIndexEntry, { ref: true, fieldName: 'history_id', persist: false, lazy: true })
  indexed!: Ref<DeviceIndexEntry>;

  /** Changed by settings-record.service.ts alone. */
  @Property({ type: 'text', fieldName: 'status' })
  readonly state!: SettingsStatus;

  /** Setting name to value as the device reports it; the catalog has label, unit and group. */
  @Property({ type: 'json' })
  values!: Record<string, string | number | boolean>;

  /** Submitted by staff. It stays true after the device applied the change and it became current. */
  @Property({ type: 'boolean' })
  isEdit!: boolean;

  @Property({ type: 'integer', nullable: true })
  submittedById!: number | null;

  @Property({ type: 'text', nullable: true, fieldName: 'submitted_by_name' })
  @Field(() => String, {
    nullable: true,
    description: 'Name of the user who submitted the change; null for collected settings.',
  })
  submittedBy!: string | null;

  @Property({ type: 'datetime', nullable: true })
  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Time at which the change was submitted; null for collected settings.',
  })
  submittedAt!: Date | null;

  @Property({ type: 'datetime', nullable: true, fieldName: 'collected_at' })
  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Time at which the device reported these settings; null for a change that it has not applied.',
  })
  collected!: Date | null;

  @Property({ type: 'text', nullable: true })
  source!: string | null;

  /** The record that the editor saw, for information only. */
  @Property({ type: 'integer', nullable: true })
  basedOnId!: number | null;

  @Property({ type: 'datetime', nullable: true })
  @Field(() => DateTimeScalar, {
    nullable: true,
    description:
      'Time until which the device must answer; then the change becomes Failed Delivery. Null when there is no limit.',
  })
  expiresAt!: Date | null;

  @Property({ type: 'datetime', nullable: true })
  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Time at which the device fetched the change; null until then.',
  })
  sentAt!: Date | null;

  @Property({ type: 'datetime', nullable: true })
  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Time at which the device applied or refused the change; null until then.',
  })
  answeredAt!: Date | null;

  @Property({ type: 'text', nullable: true })
  @Field(() => SettingsFailureEnum, {
    nullable: true,
    description: 'Reason why the change was not delivered; null when it was, may still be, or was replaced.',
  })
  failure!: SettingsFailure | null;

  @Property({ type: 'text', nullable: true })
  @Field(() => String, {
    nullable: true,
    description: "The device's own text about its refusal, in no particular language; null when it gave none.",
  })
  refusal!: string | null;

  @Property({ type: 'integer', nullable: true })
  dismissedById!: number | null;

  @Property({ type: 'text', nullable: true, fieldName: 'dismissed_by_name' })
  @Field(() => String, {
    nullable: true,
    description: 'Name of the user who dismissed the change that was not delivered; null when it was not dismissed.',
  })
  dismissedBy!: string | null;

  @Property({ type: 'datetime', nullable: true })
  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Time at which the change was dismissed; null when it was not.',
  })
  dismissedAt!: Date | null;

  @Property({ type: 'datetime' })
  @Field(() => DateTimeScalar, {
    description: 'Time at which the record was created; of a change, when it was submitted.',
  })
  createdAt!: Date;

  @Property({ type: 'datetime', defaultRaw: 'now()' })
  @Field(() => DateTimeScalar, { description: 'Time of the last change of its state.' })
  updatedAt!: Date;

  patientShown(): number {
    return this.patientId;
  }
}

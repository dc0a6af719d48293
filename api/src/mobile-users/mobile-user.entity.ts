import type { OptionalProps } from '@mikro-orm/core';
import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType, registerEnumType } from 'type-graphql';
import { LegacyNode } from '../shared/node.ts';
import type { PatientData } from '../shared/patient-data.ts';
import { DateTimeScalar } from '../shared/scalars.ts';
import type { MOBILE_PLATFORMS } from './mobile-users.list.rules.ts';

export type MobilePlatform = (typeof MOBILE_PLATFORMS)[number];

export const MobilePlatformEnum: Record<Uppercase<MobilePlatform>, MobilePlatform> = { IOS: 'ios', ANDROID: 'android' };
registerEnumType(MobilePlatformEnum, {
  name: 'MobilePlatform',
  description: 'The kind of phone or tablet on which a patient uses the mobile app.',
  valuesConfig: { IOS: { description: 'iOS.' }, ANDROID: { description: 'Android.' } },
});

/** The app registers its users: the portal makes none (decisions/063). */
@Entity({ tableName: 'mobile_users' })
@ObjectType({ implements: LegacyNode, description: 'The account of a patient in the mobile app.' })
export class MobileUser extends LegacyNode implements PatientData {
  declare [OptionalProps]?: 'globalId' | 'databaseId';

  @PrimaryKey({ type: 'integer' })
  declare id: number;

  @Property({ type: 'integer' })
  orgId!: number;

  @Property({ type: 'integer' })
  patientId!: number;

  @Property({ type: 'text' })
  @Field(() => String, { description: 'E-mail address used to sign in to the app.' })
  email!: string;

  @Property({ type: 'text' })
  @Field(() => MobilePlatformEnum, { description: 'Platform of the app.' })
  platform!: MobilePlatform;

  @Property({ type: 'boolean' })
  @Field(() => Boolean, { description: 'False when staff disabled the account: the app may not sign in with it.' })
  active!: boolean;

  @Property({ type: 'datetime' })
  @Field(() => DateTimeScalar, { name: 'registered', description: 'Time at which the patient registered.' })
  registeredAt!: Date;

  @Property({ type: 'datetime', nullable: true })
  @Field(() => DateTimeScalar, {
    name: 'lastSeen',
    nullable: true,
    description: 'Time at which the app last connected; null when it never did.',
  })
  lastSeenAt!: Date | null;

  patientShown(): number {
    return this.patientId;
  }
}

import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { PageInfo } from '../shared/connection.ts';
import { WithoutPatients } from '../shared/marks.ts';
import { toGlobalId } from '../shared/node.ts';
import { DateTimeScalar } from '../shared/scalars.ts';

/** The kinds of rows of which changes are noted: the names of their types in GraphQL. */
export const CHANGE_TYPES = [
  'Compliance',
  'DeviceHistory',
  'HandOff',
  'ICodeReport',
  'Location',
  'Machine',
  'Patient',
  'SettingsRecord',
  'Upload',
  'UsageNight',
  'User',
] as const;
export type ChangedType = (typeof CHANGE_TYPES)[number];

export const ChangeTypeEnum: Record<string, ChangedType> = {
  COMPLIANCE: 'Compliance',
  DEVICE_HISTORY: 'DeviceHistory',
  HAND_OFF: 'HandOff',
  ICODE_REPORT: 'ICodeReport',
  LOCATION: 'Location',
  MACHINE: 'Machine',
  PATIENT: 'Patient',
  SETTINGS_RECORD: 'SettingsRecord',
  UPLOAD: 'Upload',
  USAGE_NIGHT: 'UsageNight',
  USER: 'User',
};
registerEnumType(ChangeTypeEnum, {
  name: 'ChangeType',
  description: 'Type of a row that changed.',
  valuesConfig: {
    COMPLIANCE: { description: 'The compliance result of a patient.' },
    DEVICE_HISTORY: { description: 'An assignment of a device.' },
    HAND_OFF: { description: 'A request between organizations.' },
    ICODE_REPORT: { description: 'An iCode report.' },
    LOCATION: { description: 'A location.' },
    MACHINE: { description: 'A device.' },
    PATIENT: { description: 'The record of a patient, or who sees the patient.' },
    SETTINGS_RECORD: { description: 'A change of settings, or settings that a device reported.' },
    UPLOAD: { description: 'Files of a card.' },
    USAGE_NIGHT: { description: 'A night of a patient.' },
    USER: { description: 'A user.' },
  },
});

/** What some changes mean. */
export const CHANGE_EVENTS = [
  'device.assigned',
  'settings.delivered',
  'settings.failed',
  'night.arrived',
  'night.corrected',
  'compliance.met',
  'compliance.at_risk',
  'compliance.lost',
  'upload.read',
  'hand_off.changed',
] as const;
export type ChangeEventName = (typeof CHANGE_EVENTS)[number];

export const ChangeEventEnum: Record<string, ChangeEventName> = {
  DEVICE_ASSIGNED: 'device.assigned',
  SETTINGS_DELIVERED: 'settings.delivered',
  SETTINGS_FAILED: 'settings.failed',
  NIGHT_ARRIVED: 'night.arrived',
  NIGHT_CORRECTED: 'night.corrected',
  COMPLIANCE_MET: 'compliance.met',
  COMPLIANCE_AT_RISK: 'compliance.at_risk',
  COMPLIANCE_LOST: 'compliance.lost',
  UPLOAD_READ: 'upload.read',
  HAND_OFF_CHANGED: 'hand_off.changed',
};
registerEnumType(ChangeEventEnum, {
  name: 'ChangeEvent',
  description: 'Meaning of a change.',
  valuesConfig: {
    DEVICE_ASSIGNED: { description: 'A device was assigned to a patient.' },
    SETTINGS_DELIVERED: { description: 'A change of settings reached its device.' },
    SETTINGS_FAILED: { description: 'A change of settings was refused, expired, or its assignment ended first.' },
    NIGHT_ARRIVED: { description: 'A night was received.' },
    NIGHT_CORRECTED: { description: 'The date of a night was corrected, or the night was voided or given back.' },
    COMPLIANCE_MET: { description: 'The compliance rule is met.' },
    COMPLIANCE_AT_RISK: { description: 'Every remaining night is needed.' },
    COMPLIANCE_LOST: { description: 'The compliance rule can no longer be met, or is no longer met.' },
    UPLOAD_READ: { description: 'The files of a card were read, or refused.' },
    HAND_OFF_CHANGED: { description: 'A request between organizations arrived, or its state changed.' },
  },
});

/** One change of a row, as one organization may see it. */
@WithoutPatients()
@ObjectType({ description: 'A change of a row, without its values.' })
export class Change {
  /** Position of the line: what follows it is read with it. */
  position!: string;

  @Field(() => ChangeTypeEnum, { description: 'Type of the row.' })
  type!: ChangedType;

  /** Integer id of the row; of a Compliance, of its patient. */
  rowId!: string;

  @Field(() => ChangeEventEnum, { nullable: true, description: 'Meaning of the change; null for any other change.' })
  event!: ChangeEventName | null;

  @Field(() => Boolean, {
    description: 'True when the row was deleted, or is no longer visible to the organization.',
  })
  deleted!: boolean;

  @Field(() => DateTimeScalar, { description: 'Time at which the transaction of the change began.' })
  at!: Date;

  @Field(() => ID, {
    nullable: true,
    description:
      'Global id of the row for `nodes`; of a compliance result, of its patient. Null for a night: `nights(ids:)`.',
  })
  get id(): string | null {
    if (this.type === 'UsageNight') return null;
    return toGlobalId(this.type === 'Compliance' ? 'Patient' : this.type, Number(this.rowId));
  }

  @Field(() => String, { description: 'Integer id of the row; of a compliance result, of its patient.' })
  get databaseId(): string {
    return this.rowId;
  }
}

@WithoutPatients()
@ObjectType({ description: 'One change and its place.' })
export class ChangeEdge {
  @Field(() => String, { description: 'Place of the change: as `after`, it reads what follows.' })
  cursor!: string;

  @Field(() => Change, { description: 'The change.' })
  node!: Change;
}

@WithoutPatients()
@ObjectType({
  description:
    'A page of changes, in an order that never changes. `pageInfo.endCursor` is never null: keep it, also of an empty page.',
})
export class ChangeConnection {
  @Field(() => [ChangeEdge], {
    description: 'The changes of the page. An empty page may have a next one.',
  })
  edges!: ChangeEdge[];

  @Field(() => PageInfo, { description: 'Position of the page.' })
  pageInfo!: PageInfo;
}

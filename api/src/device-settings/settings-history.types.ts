import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { DateTimeScalar } from '../shared/scalars.ts';
import type { SettingsGroup } from './settings-catalog.rules.ts';
import type { StatusKey, Tone } from './settings-record.texts.ts';
import { SettingsRecordStatusEnum } from './settings-record.types.ts';

export const SettingGroupEnum: Record<Uppercase<SettingsGroup>, SettingsGroup> = {
  THERAPY: 'therapy',
  COMFORT: 'comfort',
  ALERTS: 'alerts',
};
registerEnumType(SettingGroupEnum, {
  name: 'SettingGroup',
  description: 'Section of the settings cards.',
  valuesConfig: {
    THERAPY: { description: 'Therapy Settings.' },
    COMFORT: { description: 'Comfort Settings.' },
    ALERTS: { description: 'Alert Settings.' },
  },
});

const SettingsToneEnum: Record<Tone, Tone> = { FAILED: 'FAILED', PENDING: 'PENDING', VOID: 'VOID', NONE: 'NONE' };
registerEnumType(SettingsToneEnum, {
  name: 'SettingsTone',
  description: 'Color of a history row.',
  valuesConfig: {
    FAILED: { description: 'Red: Failed Delivery.' },
    PENDING: { description: 'Yellow: Pending Delivery.' },
    VOID: { description: 'Red: Void/Replaced.' },
    NONE: { description: 'No color.' },
  },
});

@ObjectType({ description: 'A column of the settings history.' })
export class SettingLabel {
  @Field(() => String, { description: 'Name of the setting.' })
  name!: string;

  @Field(() => String, { description: "Label of the setting in the viewer's language." })
  label!: string;

  @Field(() => SettingGroupEnum, { description: 'Section of the setting.' })
  group!: SettingsGroup;

  @Field(() => String, { nullable: true, description: 'Unit of its numbers; null when there is none.' })
  unit!: string | null;
}

@ObjectType({ description: 'One cell of the settings history.' })
export class SettingsHistoryValue {
  @Field(() => String, { description: 'Name of the setting.' })
  name!: string;

  @Field(() => String, {
    description: "Value as displayed in the viewer's language; true or false for a flag.",
  })
  value!: string;

  @Field(() => Boolean, { description: 'True when the value differs from the next older row.' })
  changed!: boolean;
}

@ObjectType({ description: 'One set of settings in the history of a device.' })
export class SettingsHistoryRow {
  @Field(() => ID, { description: 'Id of the SettingsRecord.' })
  id!: string;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Time at which the device reported these settings; null for a submitted change.',
  })
  collected!: Date | null;

  @Field(() => String, { description: "Status in the viewer's language." })
  title!: string;

  @Field(() => SettingsRecordStatusEnum, { description: 'Status of the settings.' })
  status!: StatusKey;

  @Field(() => String, {
    description: "'(Failed)', '(Pending)' or '(Replaced)' in the viewer's language; otherwise empty.",
  })
  statusLabel!: string;

  @Field(() => String, {
    nullable: true,
    description: "Source of the settings in the viewer's language; null for a submitted change.",
  })
  sourceDisplay!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the user who submitted the change; null for collected settings.',
  })
  submittedBy!: string | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Time at which the change was submitted; null for collected settings.',
  })
  submittedAt!: Date | null;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the user who dismissed the change that was not delivered; null when it was not dismissed.',
  })
  dismissedBy!: string | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Time at which the change was dismissed; null when it was not.',
  })
  dismissedAt!: Date | null;

  @Field(() => SettingsToneEnum, { description: 'Color of the row.' })
  tone!: Tone;

  @Field(() => [SettingsHistoryValue], {
    description: 'Values in the order of the labels; settings that the row does not have are omitted.',
  })
  values!: SettingsHistoryValue[];

  @Field(() => [String], {
    description:
      'Names of the settings that differ from the row below, even if that row is a failed change, including settings that only one of the two rows has. Empty for the oldest row.',
  })
  diffFromPrevious!: string[];
}

@ObjectType({ description: 'The settings of a device over time.' })
export class SettingsHistory {
  @Field(() => [SettingLabel], {
    description: 'Columns: every setting in the whole history, in the order of the cards.',
  })
  labels!: SettingLabel[];

  @Field(() => [SettingsHistoryRow], {
    description: 'Rows, newest first by time of collection, or of submission if not collected.',
  })
  rows!: SettingsHistoryRow[];

  @Field(() => Boolean, {
    description: 'True when older rows follow: request them with `after`, the id of the last row.',
  })
  hasMore!: boolean;
}

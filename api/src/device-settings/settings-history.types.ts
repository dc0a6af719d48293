import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { DateTimeScalar } from '../shared/scalars.ts';
import type { SettingsGroup } from './settings-catalog.rules.ts';
import type { Tone } from './settings-record.texts.ts';

export const SettingGroupEnum: Record<Uppercase<SettingsGroup>, SettingsGroup> = {
  THERAPY: 'therapy',
  COMFORT: 'comfort',
  ALERTS: 'alerts',
};
registerEnumType(SettingGroupEnum, {
  name: 'SettingGroup',
  description: 'The section of the cards that a setting stands in.',
  valuesConfig: {
    THERAPY: { description: 'Therapy Settings.' },
    COMFORT: { description: 'Comfort Settings.' },
    ALERTS: { description: 'Alert Settings.' },
  },
});

const SettingsToneEnum: Record<Tone, Tone> = { FAILED: 'FAILED', PENDING: 'PENDING', VOID: 'VOID', NONE: 'NONE' };
registerEnumType(SettingsToneEnum, {
  name: 'SettingsTone',
  description: 'Colour of a row of the history.',
  valuesConfig: {
    FAILED: { description: 'Red: Failed Delivery.' },
    PENDING: { description: 'Yellow: Pending Delivery.' },
    VOID: { description: 'Red: Void/Replaced.' },
    NONE: { description: 'No colour.' },
  },
});

@ObjectType({ description: 'A column of the settings history.' })
export class SettingLabel {
  @Field(() => String, { description: 'Name of the setting.' })
  name!: string;

  @Field(() => String, { description: "Its label in the viewer's language." })
  label!: string;

  @Field(() => SettingGroupEnum, { description: 'Its section.' })
  group!: SettingsGroup;

  @Field(() => String, { nullable: true, description: 'The unit of its numbers.' })
  unit!: string | null;
}

@ObjectType({ description: 'One cell of the settings history.' })
export class SettingsHistoryValue {
  @Field(() => String, { description: 'Name of the setting.' })
  name!: string;

  @Field(() => String, {
    description: "Its value, ready to be read in the viewer's language; of a flag true or false.",
  })
  value!: string;

  @Field(() => Boolean, { description: 'It differs from the row below, the next older one.' })
  changed!: boolean;
}

@ObjectType({ description: 'One set of settings in the history of a device.' })
export class SettingsHistoryRow {
  @Field(() => ID, { description: 'The id of its SettingsRecord.' })
  id!: string;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When the device reported these settings; null for a submitted change.',
  })
  collected!: Date | null;

  @Field(() => String, { description: "The status in the viewer's language." })
  title!: string;

  @Field(() => String, {
    description:
      'Current, Past, Delivered, Pending Delivery, Failed Delivery, Void/Replaced or Defaults; the same in every language.',
  })
  status!: string;

  @Field(() => String, { description: "'(Failed)', '(Pending)' or '(Replaced)' in the viewer's language; else empty." })
  statusLabel!: string;

  @Field(() => String, { nullable: true, description: "Where the settings were collected, in the viewer's language." })
  sourceDisplay!: string | null;

  @Field(() => String, { nullable: true, description: 'Who submitted the change.' })
  submittedBy!: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When the change was submitted.' })
  submittedAt!: Date | null;

  @Field(() => SettingsToneEnum, { description: 'Colour of the row.' })
  tone!: Tone;

  @Field(() => [SettingsHistoryValue], {
    description: 'What it holds, in the order of the labels; a setting that it does not hold is absent.',
  })
  values!: SettingsHistoryValue[];

  @Field(() => [String], {
    description:
      'Names of the settings that differ from the row below, whatever that row is (also a failed change); also those that only one of the two holds. Empty for the oldest.',
  })
  diffFromPrevious!: string[];
}

@ObjectType({ description: 'The settings of a device over time.' })
export class SettingsHistory {
  @Field(() => [SettingLabel], {
    description: 'Every setting that the whole history holds: the columns, in the order of the cards.',
  })
  labels!: SettingLabel[];

  @Field(() => [SettingsHistoryRow], { description: 'Newest first: by the time of collection, else of submission.' })
  rows!: SettingsHistoryRow[];

  @Field(() => Boolean, { description: 'Older rows follow: ask again with `after`, the id of the last row.' })
  hasMore!: boolean;
}

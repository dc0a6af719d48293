import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { SettingsState } from '../device-index/device-index.list.rules.ts';
import { SettingsStateEnum } from '../device-index/device-index.types.ts';
import { enumOf } from '../shared/enums.ts';
import { WithoutPatients } from '../shared/marks.ts';
import { DateScalar } from '../shared/scalars.ts';
import { DEVICE_SUMMARY_KEYS, type DeviceSummaryRow } from './device-summary.service.ts';

export const DeviceSummaryKeyEnum = enumOf(DEVICE_SUMMARY_KEYS);
registerEnumType(DeviceSummaryKeyEnum, {
  name: 'DeviceSummaryKey',
  description: 'A value by which a summary of devices is grouped.',
  valuesConfig: {
    MODEL: { description: 'Model of the device.' },
    SETTINGS_STATE: { description: 'State of the settings.' },
    MONTH: { description: 'Month in which the assignment started.' },
  },
});

@WithoutPatients()
@ObjectType({ description: 'Numbers of devices by the state of their settings. Each device is in one of them.' })
export class SettingsStateCounts {
  @Field(() => Int, { description: 'Devices with a pending change.' })
  pending!: number;

  @Field(() => Int, { description: 'Devices whose latest change failed.' })
  failed!: number;

  @Field(() => Int, { description: 'Devices whose latest change was replaced or withdrawn.' })
  void!: number;

  @Field(() => Int, { description: 'Devices that use the settings that they reported.' })
  current!: number;

  @Field(() => Int, { description: 'Devices that use their defaults.' })
  defaults!: number;

  @Field(() => Int, { description: 'Devices of which no settings are known.' })
  none!: number;
}

@WithoutPatients()
@ObjectType({ description: 'Devices of a summary that have the same values.' })
export class DeviceSummaryGroup {
  constructor(private readonly row: DeviceSummaryRow) {}

  @Field(() => String, {
    nullable: true,
    description: 'Name of the model; null when the summary is not grouped by it.',
  })
  get model(): string | null {
    return this.row.model ?? null;
  }

  @Field(() => SettingsStateEnum, {
    nullable: true,
    description: 'State of the settings; null when the summary is not grouped by it.',
  })
  get settingsState(): SettingsState | null {
    return this.row.settingsState ?? null;
  }

  @Field(() => DateScalar, {
    nullable: true,
    description: 'First day of the month in which the assignment started; null when the summary is not grouped by it.',
  })
  get month(): string | null {
    return this.row.month ?? null;
  }

  @Field(() => Int, { description: 'Number of rows of the list: one for each assignment, current or past.' })
  get devices(): number {
    return this.row.devices;
  }

  @Field(() => Int, { description: 'Number of these that are active.' })
  get active(): number {
    return this.row.active;
  }

  @Field(() => SettingsStateCounts, { description: 'Numbers of these by the state of their settings.' })
  get states(): SettingsStateCounts {
    return this.row.states;
  }
}

@WithoutPatients()
@ObjectType({ description: 'A summary of the devices of patients.' })
export class DeviceSummary {
  @Field(() => [DeviceSummaryGroup], {
    description:
      'The groups that have devices, in the order of their values. One group without values when `groupBy` is empty.',
  })
  groups!: DeviceSummaryGroup[];
}

import { Field, ObjectType } from 'type-graphql';
import { DeviceHistory } from '../device-history/device-history.entity.ts';
import type { PatientData } from '../shared/patient-data.ts';
import { DateTimeScalar } from '../shared/scalars.ts';
import type { HeldSettings } from './night-settings.service.ts';
import { SettingsRecord } from './settings-record.entity.ts';

@ObjectType({ description: 'Settings of a device in a night.' })
export class NightSettings implements PatientData {
  @Field(() => DeviceHistory, { description: 'The assignment of the device.' })
  readonly device: DeviceHistory;

  @Field(() => DateTimeScalar, {
    description:
      'Time since which the portal knows of the settings: the first report of them by the device, or its answer to a submitted change.',
  })
  readonly since: Date;

  @Field(() => SettingsRecord, { description: 'The settings.' })
  readonly settings: SettingsRecord;

  constructor({ history, since, record }: HeldSettings) {
    this.device = history;
    this.since = since;
    this.settings = record;
  }

  patientShown(): number {
    return this.settings.patientId;
  }
}

import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { DeviceHistory } from '../device-history/device-history.entity.ts';
import { Payload } from '../shared/payload.ts';
import { SettingsRecord } from './settings-record.entity.ts';
import type { RowVersion } from '../shared/conflict.ts';
import { CONFLICT, RequiredVersionInput, Versioned, VersionedPayload } from '../shared/versioned.ts';

@InputType({ description: 'One submitted setting.' })
export class SettingInput {
  @Field(() => String, { description: 'Name of a setting of the mode.' })
  name!: string;

  @Field(() => String, { description: 'A number with a decimal point, true or false, or a choice.' })
  value!: string;
}

@InputType({ description: 'A settings change for a device.' })
export class SubmitSettingsInput extends RequiredVersionInput {
  @Field(() => ID, { description: "Global id or integer id of the device's assignment." })
  deviceHistoryId!: string;

  @Field(() => String, { description: 'Mode of the device after the change.' })
  mode!: string;

  @Field(() => [SettingInput], {
    description: 'Settings of the mode. An omitted one stays as the device has it, or gets the factory value.',
  })
  values!: SettingInput[];

  @Field(() => Boolean, {
    nullable: true,
    description: 'True when the warning edit_settings.no_ventilator was shown and accepted.',
  })
  confirmVentilator?: boolean | null;
}

@ObjectType({ description: 'One setting that a submission changes.' })
export class SettingChange {
  @Field(() => String, { description: 'Name of the setting.' })
  name!: string;

  @Field(() => String, { description: "Label of the setting in the viewer's language." })
  label!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Value on the device, as displayed with its unit; null when it has none.',
  })
  from!: string | null;

  @Field(() => String, { description: 'Value after the change, as displayed with its unit.' })
  to!: string;
}

@ObjectType({ implements: Versioned, description: 'Settings of a device that changed after the editor read them.' })
export class ChangedSettings implements Versioned {
  version!: RowVersion;

  @Field(() => SettingsRecord, { nullable: true, description: 'The newest record, which the editor has not seen.' })
  record!: SettingsRecord | null;
}

@ObjectType({ description: 'Result of checking a submission.' })
export class SubmitSettingsCheck extends VersionedPayload {
  @Field(() => [SettingChange], {
    description: 'Settings that would change on the device, in the order of the cards; empty when refused.',
  })
  changes: SettingChange[] = [];

  @Field(() => ChangedSettings, CONFLICT)
  override conflict: ChangedSettings | null = null;
}

@ObjectType({ description: 'Result of submitting settings.' })
export class SubmitSettingsPayload extends VersionedPayload {
  @Field(() => DeviceHistory, { nullable: true, description: 'The device; null when refused.' })
  deviceHistory: DeviceHistory | null = null;

  @Field(() => SettingsRecord, { nullable: true, description: 'The submitted change, now pending; null when refused.' })
  settingsRecord: SettingsRecord | null = null;

  @Field(() => [SettingChange], {
    description: 'Settings that change on the device, in the order of the cards; empty when refused.',
  })
  changes: SettingChange[] = [];

  @Field(() => ChangedSettings, CONFLICT)
  override conflict: ChangedSettings | null = null;
}

@InputType({ description: 'Input for withdrawing a change that the device has not answered.' })
export class CancelPendingSettingsInput {
  @Field(() => ID, { description: "Global id or integer id of the device's assignment." })
  deviceHistoryId!: string;

  @Field(() => ID, { description: 'Id of the change to withdraw; refused when another change has replaced it.' })
  settingsRecordId!: string;
}

@ObjectType({ description: 'Result of withdrawing a change.' })
export class CancelPendingSettingsPayload extends Payload {
  @Field(() => DeviceHistory, { nullable: true, description: 'The device; null when refused.' })
  deviceHistory: DeviceHistory | null = null;

  @Field(() => SettingsRecord, {
    nullable: true,
    description: 'The withdrawn change, now Void/Replaced; null when refused.',
  })
  settingsRecord: SettingsRecord | null = null;
}

@ObjectType({
  description: 'A settings change was submitted, delivered, failed, replaced or withdrawn.',
})
export class SettingsStatusChange {
  @Field(() => DeviceHistory, {
    nullable: true,
    description: 'The assignment of the device; null when it was deleted or when changes may have been missed.',
  })
  deviceHistory!: DeviceHistory | null;

  @Field(() => SettingsRecord, {
    nullable: true,
    description: 'The current record; null when it was deleted.',
  })
  settingsRecord!: SettingsRecord | null;
}

import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { DeviceHistory } from '../device-history/device-history.entity.ts';
import { Payload } from '../shared/payload.ts';
import { SettingsRecord } from './settings-record.entity.ts';

@InputType({ description: 'One setting.' })
export class SettingInput {
  @Field(() => String, { description: 'Name of the setting; one of the mode.' })
  name!: string;

  @Field(() => String, { description: 'A number with a point, true or false, or a choice.' })
  value!: string;
}

@InputType({ description: 'A change of the settings of a device.' })
export class SubmitSettingsInput {
  @Field(() => ID, { description: 'The assignment of the device: global id or integer.' })
  deviceHistoryId!: string;

  @Field(() => String, { description: 'The mode to run in.' })
  mode!: string;

  @Field(() => [SettingInput], {
    description: 'The settings; what is left out stays as the device has it, else as it leaves the factory.',
  })
  values!: SettingInput[];

  @Field(() => String, { description: 'SettingsForm.basis as the editor got it.' })
  basis!: string;

  @Field(() => Boolean, {
    nullable: true,
    description: 'The warning edit_settings.no_ventilator was shown and accepted.',
  })
  confirmVentilator?: boolean | null;
}

@ObjectType({ description: 'One setting that a submission changes.' })
export class SettingChange {
  @Field(() => String, { description: 'Name of the setting.' })
  name!: string;

  @Field(() => String, { description: "Its label in the viewer's language." })
  label!: string;

  @Field(() => String, {
    nullable: true,
    description: 'What the device has, ready to be read with its unit; null when it has none.',
  })
  from!: string | null;

  @Field(() => String, { description: 'What it would get, ready to be read with its unit.' })
  to!: string;
}

@ObjectType({ description: 'What submitSettings would do.' })
export class SubmitSettingsCheck extends Payload {
  @Field(() => [SettingChange], {
    description: 'What would change on the device, in the order of the cards; empty when refused.',
  })
  changes: SettingChange[] = [];

  @Field(() => SettingsRecord, {
    nullable: true,
    description: 'With settings.changed_meanwhile: the record that the editor has not seen.',
  })
  newerRecord: SettingsRecord | null = null;

  @Field(() => String, { nullable: true, description: 'With settings.changed_meanwhile: the basis that holds now.' })
  basis: string | null = null;
}

@ObjectType({ description: 'Result of submitting settings.' })
export class SubmitSettingsPayload extends Payload {
  @Field(() => DeviceHistory, { nullable: true, description: 'The device; null when refused.' })
  deviceHistory: DeviceHistory | null = null;

  @Field(() => SettingsRecord, { nullable: true, description: 'The change, now on its way; null when refused.' })
  settingsRecord: SettingsRecord | null = null;

  @Field(() => [SettingChange], {
    description: 'What changes on the device, in the order of the cards; empty when refused.',
  })
  changes: SettingChange[] = [];

  @Field(() => SettingsRecord, {
    nullable: true,
    description: 'With settings.changed_meanwhile: the record that the editor has not seen.',
  })
  newerRecord: SettingsRecord | null = null;

  @Field(() => String, { nullable: true, description: 'With settings.changed_meanwhile: the basis that holds now.' })
  basis: string | null = null;
}

@InputType({ description: 'Withdraws a change that the device has not answered.' })
export class CancelPendingSettingsInput {
  @Field(() => ID, { description: 'The assignment of the device: global id or integer.' })
  deviceHistoryId!: string;

  @Field(() => ID, { description: 'The change to withdraw: refused when another one took its place.' })
  settingsRecordId!: string;
}

@ObjectType({ description: 'Result of withdrawing a change.' })
export class CancelPendingSettingsPayload extends Payload {
  @Field(() => DeviceHistory, { nullable: true, description: 'The device; null when refused.' })
  deviceHistory: DeviceHistory | null = null;

  @Field(() => SettingsRecord, { nullable: true, description: 'The change, now Void/Replaced; null when refused.' })
  settingsRecord: SettingsRecord | null = null;
}

@ObjectType({
  description: 'A settings change of a device moved on: submitted, delivered, failed, replaced or withdrawn.',
})
export class SettingsStatusChange {
  @Field(() => DeviceHistory, { nullable: true, description: 'The device; null when it was deleted.' })
  deviceHistory!: DeviceHistory | null;

  @Field(() => SettingsRecord, {
    nullable: true,
    description: 'The record as the viewer may see it now; null when it was deleted.',
  })
  settingsRecord!: SettingsRecord | null;
}

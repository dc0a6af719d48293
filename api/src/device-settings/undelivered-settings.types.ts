import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { DeviceHistory } from '../device-history/device-history.entity.ts';
import { Payload } from '../shared/payload.ts';
import { SettingsRecord } from './settings-record.entity.ts';
import { RequiredVersionInput } from '../shared/versioned.ts';

@InputType({ description: 'Input for sending a failed change again.' })
export class ResendSettingsInput extends RequiredVersionInput {
  @Field(() => ID, { description: "Global id or integer id of the device's assignment." })
  deviceHistoryId!: string;

  @Field(() => ID, { description: 'Id of the failed change; refused when it is not the last undelivered one.' })
  settingsRecordId!: string;

  @Field(() => Boolean, {
    nullable: true,
    description: 'True when the warning edit_settings.no_ventilator was shown and accepted.',
  })
  confirmVentilator?: boolean | null;
}

@InputType({ description: 'Input for dismissing a change that was not delivered.' })
export class DismissSettingsInput {
  @Field(() => ID, { description: "Global id or integer id of the device's assignment." })
  deviceHistoryId!: string;

  @Field(() => ID, { description: 'Id of the change; refused when it is not the last undelivered one.' })
  settingsRecordId!: string;
}

@ObjectType({ description: 'Result of checking a dismissal.' })
export class DismissSettingsCheck extends Payload {}

@ObjectType({ description: 'Result of dismissing a change.' })
export class DismissSettingsPayload extends Payload {
  @Field(() => DeviceHistory, { nullable: true, description: 'The device; null when refused.' })
  deviceHistory: DeviceHistory | null = null;

  @Field(() => SettingsRecord, {
    nullable: true,
    description: 'The dismissed change, with the status that it had; null when refused.',
  })
  settingsRecord: SettingsRecord | null = null;
}

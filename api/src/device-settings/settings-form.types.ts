import { Field, Float, ObjectType, registerEnumType } from 'type-graphql';
import type { FieldKind, ModelKind, SettingsGroup } from './settings-catalog.rules.ts';
import { SettingGroupEnum } from './settings-history.types.ts';
import { SettingsRecord } from './settings-record.entity.ts';

const DeviceKindEnum: Record<Uppercase<ModelKind>, ModelKind> = {
  CPAP: 'cpap',
  BILEVEL: 'bilevel',
  VENTILATOR: 'ventilator',
};
registerEnumType(DeviceKindEnum, {
  name: 'DeviceKind',
  description: 'What a device is; it decides which modes and settings it has.',
  valuesConfig: {
    CPAP: { description: 'One pressure, fixed or automatic.' },
    BILEVEL: { description: 'Two pressures.' },
    VENTILATOR: { description: 'Two pressures and a backup rate, with alarms.' },
  },
});

const SettingFieldKindEnum: Record<Uppercase<FieldKind>, FieldKind> = {
  NUMBER: 'number',
  CHOICE: 'choice',
  FLAG: 'flag',
};
registerEnumType(SettingFieldKindEnum, {
  name: 'SettingFieldKind',
  description: 'How a setting is entered.',
  valuesConfig: {
    NUMBER: { description: 'A number with min, max and step, perhaps with choices beside it (Off, Auto).' },
    CHOICE: { description: 'One of the choices.' },
    FLAG: { description: 'true or false.' },
  },
});

@ObjectType({ description: 'One choice of a setting.' })
export class SettingChoice {
  @Field(() => String, { description: 'What submitSettings takes.' })
  value!: string;

  @Field(() => String, { description: "What people read, in the viewer's language." })
  label!: string;
}

@ObjectType({ description: 'A setting that has a meaning only while another one has one of these values.' })
export class SettingDependency {
  @Field(() => String, { description: 'Name of the other setting.' })
  name!: string;

  @Field(() => [String], {
    description:
      'Values of the other one with which this one may be set; with any other value this one must be `otherwise`.',
  })
  values!: string[];

  @Field(() => String, { description: 'The only value allowed while the condition does not hold.' })
  otherwise!: string;
}

@ObjectType({ description: 'A field of the settings page.' })
export class SettingField {
  @Field(() => String, { description: 'Name of the setting.' })
  name!: string;

  @Field(() => String, { description: "Its label in the viewer's language." })
  label!: string;

  @Field(() => SettingGroupEnum, { description: 'Its section.' })
  group!: SettingsGroup;

  @Field(() => SettingFieldKindEnum, { description: 'How it is entered.' })
  kind!: FieldKind;

  @Field(() => String, { nullable: true, description: 'The unit of a number.' })
  unit!: string | null;

  @Field(() => Float, { nullable: true, description: 'Smallest number, for this model.' })
  min!: number | null;

  @Field(() => Float, { nullable: true, description: 'Largest number, for this model.' })
  max!: number | null;

  @Field(() => Float, { nullable: true, description: 'Numbers are whole multiples of this away from `min`.' })
  step!: number | null;

  @Field(() => [SettingChoice], { description: 'The choices; of a NUMBER the words that may stand in its place.' })
  choices!: SettingChoice[];

  @Field(() => String, {
    description: 'As the device leaves the factory: what the form starts with when the device has no value of its own.',
  })
  initial!: string;

  @Field(() => SettingDependency, { nullable: true, description: 'Null: it can always be set.' })
  dependsOn!: SettingDependency | null;

  @Field(() => [String], { description: 'Settings whose number this one must not exceed.' })
  notAbove!: string[];
}

@ObjectType({ description: 'A mode of a device with its fields.' })
export class SettingsMode {
  @Field(() => String, { description: 'What submitSettings takes.' })
  mode!: string;

  @Field(() => String, { description: "What people read, in the viewer's language." })
  label!: string;

  @Field(() => [SettingField], {
    description: 'Every setting of this mode, in the order of the cards; without the mode itself.',
  })
  fields!: SettingField[];
}

@ObjectType({ description: 'A setting as submitSettings takes it.' })
export class SettingValueOf {
  @Field(() => String, { description: 'Name of the setting.' })
  name!: string;

  @Field(() => String, {
    description: 'A number with a point, true or false, or a choice; the same in every language.',
  })
  value!: string;
}

@ObjectType({ description: 'What the settings page works with.' })
export class SettingsForm {
  @Field(() => DeviceKindEnum, { description: 'What the device is.' })
  kind!: ModelKind;

  @Field(() => String, { description: 'Its model, which decides the highest pressure.' })
  model!: string;

  @Field(() => [SettingsMode], { description: 'The modes of the device, its usual one first.' })
  modes!: SettingsMode[];

  @Field(() => String, {
    nullable: true,
    description: 'The mode that the device runs in; null when nothing is known: settings are then added, not edited.',
  })
  currentMode!: string | null;

  @Field(() => [SettingValueOf], {
    description: 'What the device runs with, without the mode; empty when nothing is known.',
  })
  values!: SettingValueOf[];

  @Field(() => SettingsRecord, {
    nullable: true,
    description: 'The change that is on its way; submitting another one replaces it.',
  })
  pending!: SettingsRecord | null;

  @Field(() => String, { nullable: true, description: 'The mode of the change that is on its way.' })
  pendingMode!: string | null;

  @Field(() => [SettingValueOf], {
    description: 'The change that is on its way, without the mode; empty when there is none.',
  })
  pendingValues!: SettingValueOf[];

  @Field(() => String, { description: 'As on the device: pass, or why not.' })
  editAllowed!: string;

  @Field(() => String, { nullable: true, description: "What that means, in the viewer's language; null for pass." })
  editNotice!: string | null;

  @Field(() => Boolean, { description: 'The viewer may submit settings of this device.' })
  viewerCanEditSettings!: boolean;

  @Field(() => String, {
    description:
      'What the form was filled from, opaque: submitSettings gets it back and refuses when the settings changed meanwhile.',
  })
  basis!: string;
}

import { Field, Float, ObjectType, registerEnumType } from 'type-graphql';
import type { FieldKind, ModelKind, SettingsGroup } from './settings-catalog.rules.ts';
import type { EditAllowed } from './device-settings-edit-allowed.ts';
import { SettingGroupEnum } from './settings-history.types.ts';
import { SettingsRecord } from './settings-record.entity.ts';
import type { RowVersion } from '../shared/conflict.ts';
import { Versioned } from '../shared/versioned.ts';

const DeviceKindEnum: Record<Uppercase<ModelKind>, ModelKind> = {
  CPAP: 'cpap',
  BILEVEL: 'bilevel',
  VENTILATOR: 'ventilator',
};
registerEnumType(DeviceKindEnum, {
  name: 'DeviceKind',
  description: 'Kind of a device; it decides which modes and settings the device has.',
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
  description: "Kind of a setting's field.",
  valuesConfig: {
    NUMBER: { description: 'A number with min, max and step, possibly with additional choices (Off, Auto).' },
    CHOICE: { description: 'One of the choices.' },
    FLAG: { description: 'true or false.' },
  },
});

export const EditAllowedEnum: Record<'PASS' | 'NO_VENTILATOR' | 'DEVICE_ENDED' | 'NO_MODULE' | 'NO_PIN', EditAllowed> =
  {
    PASS: 'pass',
    NO_VENTILATOR: 'edit_settings.no_ventilator',
    DEVICE_ENDED: 'edit_settings.device_ended',
    NO_MODULE: 'edit_settings.no_module',
    NO_PIN: 'edit_settings.no_pin',
  };
registerEnumType(EditAllowedEnum, {
  name: 'EditAllowed',
  description:
    'Permission to change settings, or the reason against it. In REST a reason has the prefix edit_settings.',
  valuesConfig: {
    PASS: { description: 'They can be changed.' },
    NO_VENTILATOR: {
      description: 'A ventilator without a module or a confirmed PIN: a warning, then the settings page.',
    },
    DEVICE_ENDED: { description: 'The assignment has ended: a notice.' },
    NO_MODULE: { description: 'The device has no module: a notice.' },
    NO_PIN: { description: 'The PIN of the device was not confirmed: a notice.' },
  },
});

@ObjectType({ description: 'One choice of a setting.' })
export class SettingChoice {
  @Field(() => String, { description: 'Value to send to submitSettings.' })
  value!: string;

  @Field(() => String, { description: "Label in the viewer's language." })
  label!: string;
}

@ObjectType({ description: 'The condition of a setting that can be set only while another one has certain values.' })
export class SettingDependency {
  @Field(() => String, { description: 'Name of the other setting.' })
  name!: string;

  @Field(() => [String], {
    description:
      'Values of the other setting with which this one may be set; with any other value this one must be `otherwise`.',
  })
  values!: string[];

  @Field(() => String, { description: 'The only allowed value while the condition does not hold.' })
  otherwise!: string;
}

@ObjectType({ description: 'A field of the settings page.' })
export class SettingField {
  @Field(() => String, { description: 'Name of the setting.' })
  name!: string;

  @Field(() => String, { description: "Label of the setting in the viewer's language." })
  label!: string;

  @Field(() => SettingGroupEnum, { description: 'Section of the setting.' })
  group!: SettingsGroup;

  @Field(() => SettingFieldKindEnum, { description: "Kind of the setting's field." })
  kind!: FieldKind;

  @Field(() => String, { nullable: true, description: 'Unit of a number; null for other settings.' })
  unit!: string | null;

  @Field(() => Float, { nullable: true, description: 'Smallest number for this model; null for other settings.' })
  min!: number | null;

  @Field(() => Float, { nullable: true, description: 'Largest number for this model; null for other settings.' })
  max!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Step of a number: it must differ from `min` by a whole multiple. Null for other settings.',
  })
  step!: number | null;

  @Field(() => [SettingChoice], { description: 'Choices; for a NUMBER, the words allowed instead of a number.' })
  choices!: SettingChoice[];

  @Field(() => String, {
    description: "Factory value: the form's initial value when the device has none.",
  })
  initial!: string;

  @Field(() => SettingDependency, {
    nullable: true,
    description: 'Condition under which the setting can be set; null when it always can.',
  })
  dependsOn!: SettingDependency | null;

  @Field(() => [String], { description: 'Settings whose number this one must not exceed.' })
  notAbove!: string[];
}

@ObjectType({ description: 'A mode of a device with its fields.' })
export class SettingsMode {
  @Field(() => String, { description: 'Value to send to submitSettings.' })
  mode!: string;

  @Field(() => String, { description: "Label in the viewer's language." })
  label!: string;

  @Field(() => [SettingField], {
    description: 'Every setting of this mode, in the order of the cards, without the mode itself.',
  })
  fields!: SettingField[];
}

@ObjectType({ description: 'A setting in the form that submitSettings takes.' })
export class SettingValueOf {
  @Field(() => String, { description: 'Name of the setting.' })
  name!: string;

  @Field(() => String, {
    description: 'A number with a decimal point, true or false, or a choice; the same in every language.',
  })
  value!: string;
}

@ObjectType({ implements: Versioned, description: 'The data of the settings page.' })
export class SettingsForm implements Versioned {
  @Field(() => DeviceKindEnum, { description: 'Kind of the device.' })
  kind!: ModelKind;

  @Field(() => String, { description: 'Model of the device, which decides the highest pressure.' })
  model!: string;

  @Field(() => [SettingsMode], { description: 'Modes of the device, its usual one first.' })
  modes!: SettingsMode[];

  @Field(() => String, {
    nullable: true,
    description: 'Current mode of the device; null when no settings are known, which are then added and not edited.',
  })
  currentMode!: string | null;

  @Field(() => [SettingValueOf], {
    description: 'Current settings of the device, without the mode; empty when none are known.',
  })
  values!: SettingValueOf[];

  @Field(() => SettingsRecord, {
    nullable: true,
    description: 'The pending change, which a new submission replaces; null when there is none.',
  })
  pending!: SettingsRecord | null;

  @Field(() => String, { nullable: true, description: 'Mode of the pending change; null when there is none.' })
  pendingMode!: string | null;

  @Field(() => [SettingValueOf], {
    description: 'Settings of the pending change, without the mode; empty when there is none.',
  })
  pendingValues!: SettingValueOf[];

  @Field(() => EditAllowedEnum, { description: 'The same as DeviceHistory.editAllowed.' })
  editAllowed!: EditAllowed;

  @Field(() => String, { nullable: true, description: "Text of editAllowed in the viewer's language; null for PASS." })
  editNotice!: string | null;

  @Field(() => Boolean, { description: 'True when the viewer may submit settings of this device.' })
  viewerCanEditSettings!: boolean;

  version!: RowVersion;
}

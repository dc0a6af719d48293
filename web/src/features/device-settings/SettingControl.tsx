import { Badge, Checkbox, HStack, NativeSelect, Stack, Switch, Text } from '@chakra-ui/react';
import { memo, useState } from 'react';
import { Controller, useFormState, type Control } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormField as LabeledField } from '../../components/FormField.tsx';
import { decimalText, type StepRange } from './decimal.ts';
import type { SettingsFormField, SettingsValues } from './settingsFormValues.ts';
import { StepField } from './StepField.tsx';

/**
 * One setting of the settings page, with the control of its kind, and its range and steps as help. Memoized: a form has
 * thirty of them, and a keystroke changes one.
 */
export const SettingControl = memo(function SettingControl(props: {
  field: SettingsFormField;
  /** All fields of the mode, for the labels of those that this one depends on. */
  fields: readonly SettingsFormField[];
  control: Control<SettingsValues>;
  /** The device reported no value; the field shows the factory default. */
  isDefault: boolean;
  /** The field lost the focus or changed: rules across several settings must be checked again. */
  onLeave: () => void;
  onChanged: () => void;
}) {
  const { field, control } = props;
  const { t } = useTranslation('device-settings');
  const { errors } = useFormState({ control, name: `values.${field.name}` });
  const help = useHelp(field, props.fields);
  const error = errors.values?.[field.name]?.message;
  const label = (
    <HStack as="span" gap="2">
      {field.label}
      {props.isDefault ? (
        <Badge size="xs" variant="outline" colorPalette="gray">
          {t('form.default')}
        </Badge>
      ) : null}
    </HStack>
  );

  return (
    <Controller
      control={control}
      name={`values.${field.name}`}
      render={({ field: { value, onChange, onBlur, ref } }) => {
        const bound: Bound = {
          field,
          value: value ?? '',
          onChange: (next) => {
            onChange(next);
            props.onChanged();
          },
          onBlur: () => {
            onBlur();
            props.onLeave();
          },
          ref,
        };
        return (
          <Stack gap="2">
            <LabeledField label={label} error={error} help={help}>
              {field.kind === 'FLAG' ? (
                <FlagControl {...bound} />
              ) : field.kind === 'CHOICE' ? (
                <ChoiceControl {...bound} />
              ) : (
                <NumberControl {...bound} />
              )}
            </LabeledField>
            {field.kind === 'NUMBER' && field.choices.length > 0 ? <WordControl {...bound} /> : null}
          </Stack>
        );
      }}
    />
  );
});

interface Bound {
  field: SettingsFormField;
  value: string;
  onChange: (text: string) => void;
  onBlur: () => void;
  ref: (element: HTMLElement | null) => void;
}

/** Settings whose names contain _flag are shown as true or false. */
function FlagControl({ value, onChange, onBlur, ref }: Bound) {
  const { t } = useTranslation('device-settings');
  const isOn = value === 'true';
  return (
    <Switch.Root size="md" checked={isOn} onCheckedChange={({ checked }) => onChange(String(checked))} minH="10">
      <Switch.HiddenInput ref={ref} onBlur={onBlur} />
      <Switch.Control />
      <Text as="span" textStyle="sm" aria-hidden="true">
        {t(`flag.${isOn}`)}
      </Text>
    </Switch.Root>
  );
}

function ChoiceControl({ field, value, onChange, onBlur, ref }: Bound) {
  return (
    <NativeSelect.Root>
      <NativeSelect.Field
        scrollMarginY="6rem"
        ref={ref}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onBlur={onBlur}
      >
        {field.choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </NativeSelect.Field>
      <NativeSelect.Indicator />
    </NativeSelect.Root>
  );
}

function NumberControl({ field, value, onChange, onBlur, ref }: Bound) {
  const word = field.choices.find((choice) => choice.value === value);
  return (
    <StepField
      ref={ref}
      label={field.label}
      range={rangeOf(field)}
      unit={field.unit ?? undefined}
      value={word ? '' : value}
      placeholder={word?.label}
      disabled={word !== undefined}
      onChange={onChange}
      onBlur={onBlur}
    />
  );
}

/** The words that can replace a number (Auto, Off). Unchecking one restores the previous number. */
function WordControl({ field, value, onChange, onBlur }: Bound) {
  const range = rangeOf(field);
  const isWord = field.choices.some((choice) => choice.value === value);
  const [number, setNumber] = useState(isWord ? decimalText(startNumber(field, range), range.step) : value);
  if (!isWord && number !== value) setNumber(value);

  return field.choices.map((choice) => (
    <Checkbox.Root
      key={choice.value}
      size="sm"
      checked={value === choice.value}
      onCheckedChange={({ checked }) => onChange(checked === true ? choice.value : number)}
    >
      <Checkbox.HiddenInput aria-label={`${field.label}: ${choice.label}`} onBlur={onBlur} />
      <Checkbox.Control />
      <Checkbox.Label>{choice.label}</Checkbox.Label>
    </Checkbox.Root>
  ));
}

/** The factory default, or the smallest number where the default is a word. */
const startNumber = ({ initial }: SettingsFormField, { min }: StepRange) =>
  /^\d/.test(initial) ? Number(initial) : min;

const rangeOf = ({ min, max, step }: Pick<SettingsFormField, 'min' | 'max' | 'step'>): StepRange => ({
  min: Number(min),
  max: Number(max),
  step: Number(step),
});

/** Range and step of a number, or the setting that this one depends on. */
function useHelp(
  { kind, unit, dependsOn, ...field }: SettingsFormField,
  fields: readonly SettingsFormField[],
): string | undefined {
  const { t, i18n } = useTranslation('device-settings');
  const other = fields.find(({ name }) => name === dependsOn?.name);
  if (dependsOn && other) {
    const values = other.choices.filter(({ value }) => dependsOn.values.includes(value)).map(({ label }) => label);
    return t('form.dependsOn', {
      other: other.label,
      values: new Intl.ListFormat(i18n.language, { type: 'disjunction' }).format(values),
    });
  }
  if (kind !== 'NUMBER') return undefined;
  const { min, max, step } = rangeOf(field);
  const shown = (value: number) => decimalText(value, step);
  const bounds = { min: shown(min), max: shown(max), step: String(step) };
  return t('form.range', { ...bounds, unit: unit ? ` ${unit.replace('H2O', 'H₂O')}` : '' });
}

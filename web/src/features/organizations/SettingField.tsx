import { NativeSelect, Switch, Text } from '@chakra-ui/react';
import { Controller, type Control } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormField } from '../../components/FormField.tsx';
import { useSettingTexts } from './useSettingTexts.ts';
import { choicesOf, type SettingName, type Settings } from './settingFields.ts';

/** One setting with the explanation of its effect. */
export function SettingField({ name, control }: { name: SettingName; control: Control<Settings> }) {
  const { t } = useTranslation('organizations');
  const label = t(`settings.${name}.label`);
  const help = t(`settings.${name}.help`);
  const textOf = useSettingTexts();
  return (
    <Controller
      name={name}
      control={control}
      render={({ field: { value, onChange, onBlur, ref }, fieldState: { error } }) => {
        const choices = choicesOf(name, value);
        if (!choices)
          return (
            <FormField label={label} error={error?.message} help={help}>
              <Switch.Root
                checked={value === true}
                onCheckedChange={({ checked }) => onChange(checked)}
                invalid={Boolean(error)}
              >
                <Switch.HiddenInput ref={ref} onBlur={onBlur} />
                <Switch.Control />
                <Text as="span" textStyle="sm" aria-hidden="true">
                  {t(value === true ? 'settings.on' : 'settings.off')}
                </Text>
              </Switch.Root>
            </FormField>
          );
        return (
          <FormField label={label} error={error?.message} help={help}>
            <NativeSelect.Root>
              <NativeSelect.Field
                ref={ref}
                value={String(value)}
                onChange={({ target }) => onChange(typeof value === 'number' ? Number(target.value) : target.value)}
                onBlur={onBlur}
              >
                {choices.map((choice) => (
                  <option key={choice} value={choice}>
                    {textOf(name, choice)}
                  </option>
                ))}
              </NativeSelect.Field>
              <NativeSelect.Indicator />
            </NativeSelect.Root>
          </FormField>
        );
      }}
    />
  );
}

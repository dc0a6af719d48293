import { Box, Heading, RadioGroup, SimpleGrid, Stack, Text } from '@chakra-ui/react';
import { useController, type Control } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormField as LabeledField } from '../../components/FormField.tsx';
import { SettingControl } from './SettingControl.tsx';
import { defaultsOf, fieldsOfMode, type SettingsForm, type SettingsValues } from './settingsFormValues.ts';

const groups = [
  ['therapy', 'THERAPY'],
  ['comfort', 'COMFORT'],
  ['alerts', 'ALERTS'],
] as const;

/** The mode and its settings, by section. Settings that two modes share keep their values when the mode changes. */
export function SettingsFields(props: {
  form: SettingsForm;
  control: Control<SettingsValues>;
  onLeave: () => void;
  onChanged: () => void;
}) {
  const { t } = useTranslation('device-settings');
  const { form, control } = props;
  const { field: mode, fieldState } = useController({ control, name: 'mode' });
  const fields = fieldsOfMode(form, mode.value);
  const offered = defaultsOf(form, mode.value);
  const defaults = new Set(offered.map(({ name }) => name));
  // When the device has reported nothing, every setting has its default; one sentence is clearer than thirty badges.
  const isAdding = form.currentMode === null && form.pendingMode === null;

  return (
    <Stack gap="6">
      <LabeledField label={t('form.mode')} error={fieldState.error?.message} as="fieldset">
        <RadioGroup.Root
          value={mode.value}
          onValueChange={({ value }) => {
            mode.onChange(value);
            props.onChanged();
          }}
          aria-label={t('form.mode')}
        >
          <Box display="flex" flexWrap="wrap" gap="4">
            {form.modes.map((one, index) => (
              <RadioGroup.Item key={one.mode} value={one.mode} minH="8">
                <RadioGroup.ItemHiddenInput ref={index === 0 ? mode.ref : undefined} />
                <RadioGroup.ItemIndicator />
                <RadioGroup.ItemText>{one.label}</RadioGroup.ItemText>
              </RadioGroup.Item>
            ))}
          </Box>
        </RadioGroup.Root>
      </LabeledField>
      {offered.length > 0 ? (
        <Text role="status" textStyle="sm" color="fg.muted">
          {isAdding
            ? t('form.allDefaults')
            : t('form.someDefaults', { settings: offered.map(({ label }) => label).join(', ') })}
        </Text>
      ) : null}
      {groups.map(([title, group]) => {
        const shown = fields.filter((field) => field.group === group);
        if (shown.length === 0) return null;
        return (
          <Box as="section" key={group} aria-labelledby={`settings-${title}`}>
            <Heading as="h2" size="sm" mb="3" id={`settings-${title}`}>
              {t(title)}
            </Heading>
            <SimpleGrid columns={{ base: 1, sm: 2, xl: 3 }} gapX="6" gapY="4">
              {shown.map((field) => (
                <SettingControl
                  key={field.name}
                  field={field}
                  fields={fields}
                  control={control}
                  isDefault={!isAdding && defaults.has(field.name)}
                  onLeave={props.onLeave}
                  onChanged={props.onChanged}
                />
              ))}
            </SimpleGrid>
          </Box>
        );
      })}
    </Stack>
  );
}

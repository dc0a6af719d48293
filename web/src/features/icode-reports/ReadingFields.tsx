import { NativeSelect, SimpleGrid } from '@chakra-ui/react';
import { ICODE_READERS, ICODE_READING_WAYS } from '#rules/icode-reports/icode-reports';
import { Controller, useFormState, type Control } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormField } from '../../components/FormField.tsx';
import type { ICodeFormValues } from './iCodeRows.ts';
import { inCapitals } from './readings.ts';

/** Who read the codes, and how they reached the staff. */
export function ReadingFields({ control }: { control: Control<ICodeFormValues> }) {
  const { t } = useTranslation('icode-reports');
  const { errors } = useFormState({ control });
  const fields = [
    { name: 'readBy', choices: ICODE_READERS.map((value) => ({ value, label: t(`reading.by.${inCapitals(value)}`) })) },
    {
      name: 'readHow',
      choices: ICODE_READING_WAYS.map((value) => ({ value, label: t(`reading.how.${inCapitals(value)}`) })),
    },
  ] as const;
  return (
    <SimpleGrid columns={{ base: 1, sm: 2 }} gap="3">
      {fields.map(({ name, choices }) => (
        <FormField key={name} label={t(`reading.${name}`)} error={errors[name]?.message}>
          <Controller
            control={control}
            name={name}
            render={({ field: { value, onChange, ...field } }) => (
              <NativeSelect.Root>
                <NativeSelect.Field
                  {...field}
                  value={value ?? ''}
                  onChange={({ target }) => onChange(target.value || null)}
                >
                  <option value="">{t('reading.none')}</option>
                  {choices.map((choice) => (
                    <option key={choice.value} value={choice.value}>
                      {choice.label}
                    </option>
                  ))}
                </NativeSelect.Field>
                <NativeSelect.Indicator />
              </NativeSelect.Root>
            )}
          />
        </FormField>
      ))}
    </SimpleGrid>
  );
}

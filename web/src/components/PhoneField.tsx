import { Input } from '@chakra-ui/react';
import { Controller, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { maskPhone, displayPhone, PHONE_LENGTH } from '#rules/shared/phone';
import { FormField } from './FormField.tsx';

/**
 * A phone number of a form, formatted as (XXX) XXX-XXXX while it is typed or pasted. Its help names the countries whose
 * numbers are taken, unless `help` is more important.
 */
export function PhoneField<T extends FieldValues>(props: {
  form: UseFormReturn<T>;
  name: FieldPath<T>;
  label: string;
  help?: string;
}) {
  const { t } = useTranslation('components');
  const { form, name, label, help = t('address.phoneHelp') } = props;
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) => (
        <FormField label={label} error={fieldState.error?.message} help={help}>
          <Input
            {...field}
            value={field.value ?? ''}
            type="tel"
            inputMode="tel"
            autoComplete="off"
            placeholder="(XXX) XXX-XXXX"
            maxLength={PHONE_LENGTH}
            onPaste={(event) => {
              event.preventDefault();
              field.onChange(displayPhone(event.clipboardData.getData('text')));
            }}
            onChange={({ target }) => field.onChange(maskPhone(field.value ?? '', target.value))}
          />
        </FormField>
      )}
    />
  );
}

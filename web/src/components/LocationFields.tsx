import { Input, SimpleGrid } from '@chakra-ui/react';
import { get, type FieldError, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { AddressFields, type AddressValues } from './AddressFields.tsx';
import { FormField } from './FormField.tsx';
import { PhoneField } from './PhoneField.tsx';
import { defaultCountry } from '../lib/appRegion.ts';

/** What a form holds for a location: text, also where nothing was entered. */
export interface LocationValues extends AddressValues {
  name: string;
  phone: string;
  customId: string;
}

/** Returns the values of a form for a new location. */
export const emptyLocation = (): LocationValues => ({
  name: '',
  address1: '',
  address2: '',
  country: defaultCountry(),
  state: '',
  city: '',
  zip: '',
  phone: '',
  customId: '',
});

/** The fields of a location; their rules are `locationRules`. `prefix`: of their names in the form, such as `locations.0.`. */
export function LocationFields<T extends FieldValues>({
  form,
  prefix = '',
}: {
  form: UseFormReturn<T>;
  prefix?: string;
}) {
  const { t } = useTranslation('components');
  const nameOf = (field: keyof LocationValues) => `${prefix}${field}` as FieldPath<T>;
  const { errors } = form.formState;
  const errorOf = (field: keyof LocationValues) => (get(errors, nameOf(field)) as FieldError | undefined)?.message;
  return (
    <>
      <FormField label={t('address.locationName')} error={errorOf('name')} required>
        <Input autoComplete="off" {...form.register(nameOf('name'))} />
      </FormField>
      <AddressFields form={form} prefix={prefix} address1Required />
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <PhoneField form={form} name={nameOf('phone')} label={t('address.phone')} />
        <FormField label={t('address.customId')} error={errorOf('customId')} help={t('address.customIdHelp')}>
          <Input autoComplete="off" {...form.register(nameOf('customId'))} />
        </FormField>
      </SimpleGrid>
    </>
  );
}

import { Input, SimpleGrid } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { AddressFields } from '../../components/AddressFields.tsx';
import { FormField } from '../../components/FormField.tsx';
import { PhoneField } from '../../components/PhoneField.tsx';
import type { PatientValues } from './patientFormValues.ts';

/** How to reach the patient. `notice`: about what is entered above it. */
export function PatientContactFields({ form, notice }: { form: UseFormReturn<PatientValues>; notice: ReactNode }) {
  const { t } = useTranslation('patient-form');
  return (
    <>
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <PhoneField form={form} name="phone" label={t('fields.phone')} />
        <PhoneField form={form} name="mobilePhone" label={t('fields.mobilePhone')} />
      </SimpleGrid>
      <FormField label={t('fields.email')} error={form.formState.errors.email?.message}>
        <Input type="email" autoComplete="off" {...form.register('email')} />
      </FormField>
      {notice}
      <AddressFields form={form} />
    </>
  );
}

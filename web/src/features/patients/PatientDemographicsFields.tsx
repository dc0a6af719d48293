import { Checkbox, Input, NativeSelect, SimpleGrid, Textarea } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../components/DateField.tsx';
import { FormField } from '../../components/FormField.tsx';
import type { Sex } from '../../gql/schema.ts';
import { SEXES, type PatientValues } from './patientFormValues.ts';

interface FieldsProps {
  form: UseFormReturn<PatientValues>;
}

/** Who the patient is. `notice`: about what is entered above it. */
export function PatientIdentityFields({ form, notice }: FieldsProps & { notice: ReactNode }) {
  const { t } = useTranslation('patient-form');
  const { t: patients } = useTranslation('patients');
  const { register, control, formState } = form;
  const { errors } = formState;
  return (
    <>
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <FormField label={t('fields.firstName')} error={errors.firstName?.message}>
          <Input autoComplete="off" data-autofocus="" {...register('firstName')} />
        </FormField>
        <FormField label={t('fields.lastName')} error={errors.lastName?.message} required>
          <Input autoComplete="off" {...register('lastName')} />
        </FormField>
        <Controller
          control={control}
          name="birthDate"
          render={({ field }) => (
            <FormField label={t('fields.birthDate')} error={errors.birthDate?.message}>
              <DateField {...field} />
            </FormField>
          )}
        />
        <FormField label={t('fields.sex')} error={errors.sex?.message}>
          <NativeSelect.Root>
            <NativeSelect.Field {...register('sex')}>
              <option value="">–</option>
              {(Object.keys(SEXES) as Sex[]).map((sex) => (
                <option key={sex} value={SEXES[sex]}>
                  {patients(`sexes.${sex}`)}
                </option>
              ))}
            </NativeSelect.Field>
            <NativeSelect.Indicator />
          </NativeSelect.Root>
        </FormField>
      </SimpleGrid>
      {notice}
      <FormField label={t('fields.assignedId')} error={errors.assignedId?.message} help={t('help.assignedId')}>
        <Input autoComplete="off" {...register('assignedId')} />
      </FormField>
      <Controller
        control={control}
        name="isRulesActive"
        render={({ field }) => (
          <Checkbox.Root checked={field.value} onCheckedChange={({ checked }) => field.onChange(checked === true)}>
            <Checkbox.HiddenInput ref={field.ref} onBlur={field.onBlur} />
            <Checkbox.Control />
            <Checkbox.Label>{t('fields.isRulesActive')}</Checkbox.Label>
          </Checkbox.Root>
        )}
      />
    </>
  );
}

/** The start of the therapy, and the note. */
export function PatientTherapyFields({ form }: FieldsProps) {
  const { t } = useTranslation('patient-form');
  const { errors } = form.formState;
  return (
    <>
      <Controller
        control={form.control}
        name="therapyStart"
        render={({ field }) => (
          <FormField
            label={t('fields.therapyStart')}
            error={errors.therapyStart?.message}
            help={t('help.therapyStart')}
          >
            <DateField {...field} />
          </FormField>
        )}
      />
      <FormField label={t('fields.note')} error={errors.note?.message}>
        <Textarea rows={3} {...form.register('note')} />
      </FormField>
    </>
  );
}

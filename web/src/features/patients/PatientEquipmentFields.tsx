import { Input, SimpleGrid, Text } from '@chakra-ui/react';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormField } from '../../components/FormField.tsx';
import type { PatientValues } from './patientFormValues.ts';

/**
 * The device that a new patient gets from today on. The documents give the tab Assign Equipment no content, and name
 * current_serial and device_pin among the fields of a patient: they are here. An existing patient's devices are changed
 * on the patient's page, so the tab has its placeholder then.
 */
export function PatientEquipmentFields({ form }: { form: UseFormReturn<PatientValues> }) {
  const { t } = useTranslation('patient-form');
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <>
      <Text color="fg.muted">{t('help.equipment')}</Text>
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <FormField
          label={t('fields.currentSerial')}
          error={errors.currentSerial?.message}
          help={t('help.currentSerial')}
        >
          <Input
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            fontFamily="mono"
            {...register('currentSerial')}
          />
        </FormField>
        <FormField label={t('fields.devicePin')} error={errors.devicePin?.message} help={t('help.devicePin')}>
          <Input autoComplete="off" inputMode="numeric" fontFamily="mono" {...register('devicePin')} />
        </FormField>
      </SimpleGrid>
    </>
  );
}

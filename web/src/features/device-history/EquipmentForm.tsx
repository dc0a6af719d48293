import { Input, Stack } from '@chakra-ui/react';
import type { FormEvent, FormEventHandler } from 'react';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../components/DateField.tsx';
import { FormErrors, FormField } from '../../components/FormField.tsx';
import type { EquipmentField, EquipmentFormReturn } from './useEquipmentForm.ts';

/** Serials are upper case; the caret stays where it was, also in the middle of the text. */
function toUpperCase({ currentTarget: input }: FormEvent<HTMLInputElement>) {
  const { value, selectionStart, selectionEnd } = input;
  if (value === value.toUpperCase()) return;
  input.value = value.toUpperCase();
  input.setSelectionRange(selectionStart, selectionEnd);
}

/** The fields of the equipment dialog. `onChanged` names the field that was changed, after the form knows its value. */
export function EquipmentForm(props: {
  id: string;
  form: EquipmentFormReturn;
  onSubmit: FormEventHandler<HTMLFormElement>;
  onChanged: (field: EquipmentField) => void;
}) {
  const { t } = useTranslation('device-history');
  const { control, register, formState } = props.form;
  const { errors } = formState;

  return (
    <form id={props.id} noValidate onSubmit={props.onSubmit}>
      <Stack gap="4">
        <FormErrors message={errors.root?.server?.message} />
        <FormField
          label={t('equipment.startDate')}
          help={t('equipment.startHelp')}
          error={errors.startDate?.message}
          required
        >
          <Controller
            control={control}
            name="startDate"
            render={({ field }) => (
              <DateField
                {...field}
                data-autofocus
                onChange={(date) => {
                  field.onChange(date ?? '');
                  props.onChanged('startDate');
                }}
              />
            )}
          />
        </FormField>
        <FormField
          label={t('equipment.serialNumber')}
          help={t('equipment.serialHelp')}
          error={errors.serialNumber?.message}
          required
        >
          <Input
            fontFamily="mono"
            placeholder="00000000000"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            onInput={toUpperCase}
            {...register('serialNumber', { onChange: () => props.onChanged('serialNumber') })}
          />
        </FormField>
        <FormField label={t('equipment.pinNumber')} help={t('equipment.pinHelp')} error={errors.pinNumber?.message}>
          <Input
            fontFamily="mono"
            autoComplete="off"
            spellCheck={false}
            {...register('pinNumber', { onChange: () => props.onChanged('pinNumber') })}
          />
        </FormField>
      </Stack>
    </form>
  );
}

import { Input } from '@chakra-ui/react';
import type { FormEvent } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../components/DateField.tsx';
import { FormField } from '../../components/FormField.tsx';
import { useViewer } from '../../lib/viewer.ts';
import { AskForDeviceLink } from './AskForDeviceLink.tsx';
import { equipmentModes, type EquipmentField, type EquipmentMode, type EquipmentValues } from './equipmentModes.ts';

/** Converts serials to upper case and keeps the caret in place, also in the middle of the text. */
function toUpperCase({ currentTarget: input }: FormEvent<HTMLInputElement>) {
  const { value, selectionStart, selectionEnd } = input;
  if (value === value.toUpperCase()) return;
  input.value = value.toUpperCase();
  input.setSelectionRange(selectionStart, selectionEnd);
}

/** The fields of the equipment dialog, in documented order, some read-only depending on the mode. */
export function EquipmentFields(props: {
  mode: EquipmentMode;
  form: UseFormReturn<EquipmentValues>;
  /** Zone of the patient's organization: the dates of an assignment are days there. */
  timeZone: string;
  /** Whether a PIN exists that the viewer may not read or set. */
  hiddenPin?: 'onFile' | 'none';
}) {
  const { t } = useTranslation('device-history');
  const { viewerCanUseHandOffs } = useViewer();
  const { mode } = props;
  const { control, register, formState } = props.form;
  const { errors } = formState;
  const { fields, readOnly, required } = equipmentModes[mode];

  const fixed = (field: EquipmentField) =>
    readOnly.includes(field) || (field === 'pinNumber' && props.hiddenPin !== undefined);
  const first = fields.find((field) => !fixed(field));
  /** Makes a read-only field look like one. */
  const inputOf = (field: EquipmentField) => ({
    readOnly: fixed(field),
    bg: fixed(field) ? 'bg.muted' : undefined,
    'data-autofocus': field === first || undefined,
  });
  const helpOf = (field: EquipmentField) => {
    if (field === 'pinNumber' && props.hiddenPin) return t('equipment.pinHiddenHelp');
    // Only a new device may be saved without its PIN.
    if (field === 'pinNumber' && mode !== 'add') return t('equipment.help.pinLater');
    return fixed(field) ? undefined : t(`equipment.help.${field}`);
  };

  function controlOf(field: EquipmentField) {
    if (field === 'serialNumber') {
      return (
        <Input
          fontFamily="mono"
          placeholder="00000000000"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onInput={toUpperCase}
          {...inputOf(field)}
          {...register(field)}
        />
      );
    }
    if (field === 'pinNumber') {
      return (
        <Input
          fontFamily="mono"
          inputMode="numeric"
          autoComplete="off"
          spellCheck={false}
          placeholder={props.hiddenPin && t(`equipment.pin.${props.hiddenPin}`)}
          {...inputOf(field)}
          {...register(field)}
        />
      );
    }
    return (
      <Controller
        control={control}
        name={field}
        render={({ field: input }) => (
          <DateField
            {...input}
            {...inputOf(field)}
            timeZone={props.timeZone}
            onChange={(date) => input.onChange(date ?? '')}
          />
        )}
      />
    );
  }

  return fields.map((field) => (
    <FormField
      key={field}
      label={t(`equipment.${field}`)}
      help={helpOf(field)}
      error={errors[field]?.message}
      required={required.includes(field)}
    >
      {controlOf(field)}
      {field === 'serialNumber' && errors.serialNumber?.type === 'serial.unknown' && viewerCanUseHandOffs ? (
        <AskForDeviceLink serial={props.form.getValues('serialNumber')} />
      ) : null}
    </FormField>
  ));
}

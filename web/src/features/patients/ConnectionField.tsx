import { Controller, type UseFormReturn } from 'react-hook-form';
import { Combobox } from '../../components/Combobox.tsx';
import { FormField } from '../../components/FormField.tsx';
import type { ComboboxOption, LoadOptions } from '../../components/useOptions.ts';
import type { ChosenNames, Connection, PatientValues } from './patientFormValues.ts';

/** Keeps the name of what was chosen, which the form has by its id alone. */
export type NameChosen = (field: Connection, id: string, name: string) => void;

/** An organization, user or location of a patient, found by its name. */
export function ConnectionField(props: {
  form: UseFormReturn<PatientValues>;
  name: Connection;
  label: string;
  help?: string;
  required?: boolean;
  options: LoadOptions<ComboboxOption>;
  names: ChosenNames;
  onName: NameChosen;
}) {
  const { form, name, label, help, required, names, onName } = props;
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) => (
        <FormField label={label} error={fieldState.error?.message} help={help} required={required}>
          <Combobox
            options={props.options}
            value={field.value ? { value: field.value, label: names[`${name}:${field.value}`] ?? '' } : null}
            onChange={(option) => {
              if (option) onName(name, option.value, option.label);
              field.onChange(option?.value ?? '');
            }}
          />
        </FormField>
      )}
    />
  );
}

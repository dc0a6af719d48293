import { Controller, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormField } from '../../components/FormField.tsx';
import { Multiselect } from '../../components/Multiselect.tsx';
import type { UserFormData, UserValues } from './userFormValues.ts';

/** The locations or groups of a user. Those that the viewer cannot give are gray, with the reason. */
export function PlacesField({
  form,
  name,
  places,
}: {
  form: UseFormReturn<UserValues>;
  name: 'locations' | 'groups';
  places: UserFormData['locations'];
}) {
  const { t } = useTranslation('users');
  const options = places.map(({ id, name: label, assignable }) => ({
    value: String(id),
    label,
    disabled: !assignable,
    description: assignable ? undefined : t(`form.notAssignable.${name}`),
  }));
  const error = form.formState.errors[name];
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field }) => (
        <FormField
          label={t(`form.${name}`)}
          error={error?.message ?? error?.root?.message}
          help={t(`form.${name}Help`)}
          required
        >
          <Multiselect
            options={options}
            value={field.value.map(
              (id) => options.find(({ value }) => value === String(id)) ?? { value: String(id), label: `#${id}` },
            )}
            onChange={(chosen) => field.onChange(chosen.map(({ value }) => Number(value)))}
          />
        </FormField>
      )}
    />
  );
}

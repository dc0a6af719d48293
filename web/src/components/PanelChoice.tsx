import { NativeSelect } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { FormField } from './FormField.tsx';

/** A choice of a filter panel: one of the values, or all (null). */
export function PanelChoice(props: {
  label: string;
  value: string | null;
  options: readonly (readonly [value: string, label: string])[];
  onChoose: (value: string | null) => void;
}) {
  const { t } = useTranslation('components');
  return (
    <FormField label={props.label}>
      <NativeSelect.Root>
        <NativeSelect.Field
          value={props.value ?? ''}
          onChange={({ target }) => props.onChoose(target.value === '' ? null : target.value)}
        >
          <option value="">{t('filter.all')}</option>
          {props.options.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
    </FormField>
  );
}

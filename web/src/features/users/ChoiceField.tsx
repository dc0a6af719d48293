import { NativeSelect } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormField } from '../../components/FormField.tsx';

export interface Choice {
  value: string;
  label: string;
  disabled?: boolean;
}

/** A required choice from a short list; the empty value is its prompt. */
export function ChoiceField(props: {
  label: string;
  error: string | undefined;
  help?: ReactNode;
  choices: readonly Choice[];
  value: string;
  disabled?: boolean;
  onChange: (value: string) => void;
}) {
  const { t } = useTranslation('users');
  return (
    <FormField label={props.label} error={props.error} help={props.help} disabled={props.disabled} required>
      <NativeSelect.Root disabled={props.disabled}>
        <NativeSelect.Field value={props.value} onChange={({ target }) => props.onChange(target.value)}>
          <option value="">{t('form.choose')}</option>
          {props.choices.map(({ value, label, disabled }) => (
            <option key={value} value={value} disabled={disabled}>
              {label}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
    </FormField>
  );
}

import { Input, NativeSelect } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { phoneMaxLength } from '../lib/phone.ts';
import { DateField } from './DateField.tsx';
import { FormField } from './FormField.tsx';
import { conditionsOf, draftedIn, needsValue, type FilterDraft, type FilterField } from './tableFilters.ts';

type Size = 'sm' | 'md';

/** One filter of a table while it is entered: field, condition, value. */
export function FilterFields(props: {
  fields: readonly FilterField[];
  draft: FilterDraft;
  onChange: (draft: FilterDraft) => void;
  size?: Size;
}) {
  const { t } = useTranslation('components');
  const { fields, draft, onChange, size = 'sm' } = props;
  const [field, condition] = draftedIn(fields, draft);
  return (
    <>
      <FormField label={t('filter.field')}>
        <Choice
          size={size}
          value={field.field}
          options={fields.map((one) => [one.field, one.label])}
          onChoose={(name) => onChange({ field: name, condition: '', value: '' })}
        />
      </FormField>
      {field.type === 'boolean' ? null : (
        <FormField label={t('filter.condition')}>
          <Choice
            size={size}
            value={condition}
            options={conditionsOf(field).map((name) => [name, t(`filter.conditions.${name}`)])}
            onChoose={(name) => onChange({ ...draft, condition: name })}
          />
        </FormField>
      )}
      {needsValue(condition) ? (
        <FormField label={t('filter.value')}>
          <Value size={size} field={field} value={draft.value} onChange={(value) => onChange({ ...draft, value })} />
        </FormField>
      ) : null}
    </>
  );
}

function Choice(props: {
  size: Size;
  value: string;
  options: readonly (readonly [value: string, label: string])[];
  onChoose: (value: string) => void;
}) {
  return (
    <NativeSelect.Root size={props.size}>
      <NativeSelect.Field value={props.value} onChange={({ target }) => props.onChoose(target.value)}>
        {props.options.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </NativeSelect.Field>
      <NativeSelect.Indicator />
    </NativeSelect.Root>
  );
}

function Value(props: { size: Size; field: FilterField; value: string; onChange: (value: string) => void }) {
  const { size, field, value, onChange } = props;
  const { t } = useTranslation('components');
  if (field.type === 'date')
    return <DateField value={value || null} onChange={(date) => onChange(date ?? '')} size={size} />;
  if (field.type === 'boolean') {
    return (
      <Choice
        size={size}
        value={value}
        options={[
          ['', t('filter.all')],
          ['1', t('filter.true')],
          ['0', t('filter.false')],
        ]}
        onChoose={onChange}
      />
    );
  }
  if (field.type === 'choice') {
    const choices = field.choices ?? [];
    return (
      <Choice
        size={size}
        value={value}
        options={[['', ''], ...choices.map((choice) => [choice.value, choice.label] as const)]}
        onChoose={onChange}
      />
    );
  }
  const integer = field.type === 'integer';
  return (
    <Input
      size={size}
      type={field.phone ? 'tel' : 'text'}
      inputMode={integer ? 'numeric' : undefined}
      maxLength={field.phone ? phoneMaxLength : integer ? 10 : 255}
      autoComplete="off"
      value={value}
      onChange={({ target }) => onChange(integer ? target.value.replace(/\D/g, '') : target.value)}
    />
  );
}

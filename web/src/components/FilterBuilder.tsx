import { Button, Input, NativeSelect, Popover, Portal, Stack } from '@chakra-ui/react';
import { ListFilter } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { phoneMaxLength } from '../lib/phone.ts';
import { DateField } from './DateField.tsx';
import { FormField } from './FormField.tsx';
import { conditionsOf, needsValue, withFilter, withoutFilter, type FilterField } from './tableFilters.ts';
import type { TableState } from './useTableState.ts';

/** Adds a filter to a table: field, condition, value. Part of DataTable. */
export function FilterBuilder({ fields, table }: { fields: readonly FilterField[]; table: TableState }) {
  const { t } = useTranslation('components');
  const [open, setOpen] = useState(false);
  return (
    <Popover.Root
      open={open}
      onOpenChange={(details) => setOpen(details.open)}
      positioning={{ placement: 'bottom-start' }}
      lazyMount
      unmountOnExit
    >
      <Popover.Trigger asChild>
        <Button variant="outline" size="sm">
          <ListFilter />
          {t('filter.add')}
        </Button>
      </Popover.Trigger>
      <Portal>
        <Popover.Positioner>
          <Popover.Content width="18rem" aria-label={t('filter.add')}>
            <Popover.Body p="3">
              <FilterForm fields={fields} table={table} onDone={() => setOpen(false)} />
            </Popover.Body>
          </Popover.Content>
        </Popover.Positioner>
      </Portal>
    </Popover.Root>
  );
}

function FilterForm({
  fields,
  table,
  onDone,
}: {
  fields: readonly FilterField[];
  table: TableState;
  onDone: () => void;
}) {
  const { t } = useTranslation('components');
  const [field, setField] = useState(fields[0]!);
  const [chosen, setCondition] = useState('');
  const [value, setValue] = useState('');
  const conditions = conditionsOf(field);
  const condition = conditions.find((name) => name === chosen) ?? conditions[0]!;
  const complete = field.type === 'boolean' || !needsValue(condition) || value.trim() !== '';

  function apply() {
    const filter = { field: field.field, condition, value: needsValue(condition) ? value.trim() : '' };
    // "All" means no filter.
    const all = field.type === 'boolean' && value === '';
    table.setFilters(all ? withoutFilter(table.filters, filter) : withFilter(table.filters, filter));
    onDone();
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (complete) apply();
      }}
    >
      <Stack gap="3">
        <FormField label={t('filter.field')}>
          <Choice
            value={field.field}
            options={fields.map((one) => [one.field, one.label])}
            onChoose={(name) => {
              setField(fields.find((one) => one.field === name) ?? fields[0]!);
              setValue('');
            }}
          />
        </FormField>
        {field.type === 'boolean' ? null : (
          <FormField label={t('filter.condition')}>
            <Choice
              value={condition}
              options={conditions.map((name) => [name, t(`filter.conditions.${name}`)])}
              onChoose={setCondition}
            />
          </FormField>
        )}
        {needsValue(condition) ? (
          <FormField label={t('filter.value')}>
            <Value field={field} value={value} onChange={setValue} />
          </FormField>
        ) : null}
        <Button type="submit" size="sm" disabled={!complete} alignSelf="flex-end">
          {t('filter.apply')}
        </Button>
      </Stack>
    </form>
  );
}

function Choice(props: {
  value: string;
  options: readonly (readonly [value: string, label: string])[];
  onChoose: (value: string) => void;
}) {
  return (
    <NativeSelect.Root size="sm">
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

function Value({ field, value, onChange }: { field: FilterField; value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation('components');
  if (field.type === 'date')
    return <DateField value={value || null} onChange={(date) => onChange(date ?? '')} size="sm" />;
  if (field.type === 'boolean') {
    return (
      <Choice
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
        value={value}
        options={[['', ''], ...choices.map((choice) => [choice.value, choice.label] as const)]}
        onChoose={onChange}
      />
    );
  }
  const integer = field.type === 'integer';
  return (
    <Input
      size="sm"
      type={field.phone ? 'tel' : 'text'}
      inputMode={integer ? 'numeric' : undefined}
      maxLength={field.phone ? phoneMaxLength : integer ? 10 : 255}
      autoComplete="off"
      value={value}
      onChange={({ target }) => onChange(integer ? target.value.replace(/\D/g, '') : target.value)}
    />
  );
}

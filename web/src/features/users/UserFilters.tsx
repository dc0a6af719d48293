import { NativeSelect } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { USER_STATUSES, USER_TYPES } from '#rules/users/users.list';
import { DateField } from '../../components/DateField.tsx';
import { FormField } from '../../components/FormField.tsx';
import { SidePanel } from '../../components/SidePanel.tsx';
import type { TableState } from '../../components/useTableState.ts';
import { panelOf, withPanel } from './appliedFilters.ts';
import { STATUS_NAMES, TYPE_NAMES } from './userNames.ts';

/** The filters side panel: status, user type, ventilator access, and the days of creation (document 001, section 7). */
export function UserFilters({ table }: { table: TableState }) {
  const { t } = useTranslation('users');
  const { t: tc } = useTranslation('components');
  return (
    <SidePanel applied={panelOf(table.filters)} onApply={(panel) => table.setFilters(withPanel(table.filters, panel))}>
      {(draft, change) => (
        <>
          <Choice
            label={t('status')}
            value={draft.active}
            options={USER_STATUSES.map((value) => [value, t(`statuses.${STATUS_NAMES[value]}`)])}
            onChoose={(active) => change({ active })}
          />
          <Choice
            label={t('userType')}
            value={draft.user_type}
            options={USER_TYPES.map((value) => [value, t(`userTypes.${TYPE_NAMES[value]}`)])}
            onChoose={(type) => change({ user_type: type })}
          />
          <Choice
            label={t('ventilatorAccess')}
            value={draft.vent_access}
            options={[
              ['1', tc('filter.true')],
              ['0', tc('filter.false')],
            ]}
            onChoose={(access) => change({ vent_access: access })}
          />
          <FormField label={t('createdFrom')}>
            <DateField value={draft.start} onChange={(start) => change({ start })} />
          </FormField>
          <FormField label={t('createdTo')}>
            <DateField value={draft.end} onChange={(end) => change({ end })} />
          </FormField>
        </>
      )}
    </SidePanel>
  );
}

function Choice(props: {
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

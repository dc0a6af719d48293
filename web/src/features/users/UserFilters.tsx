import { Fieldset } from '@chakra-ui/react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { USER_STATUSES, USER_TYPES } from '#rules/users/users.list';
import { DateField } from '../../components/DateField.tsx';
import { FilterFields } from '../../components/FilterFields.tsx';
import { FormField } from '../../components/FormField.tsx';
import { PanelChoice } from '../../components/PanelChoice.tsx';
import { SidePanel } from '../../components/SidePanel.tsx';
import { withDraft, type FilterDraft, type FilterField } from '../../components/tableFilters.ts';
import type { TableState } from '../../components/useTableState.ts';
import { isReversed, panelOf, withPanel, type UserPanelFilters } from './appliedFilters.ts';
import { userFilterFields } from './userList.tsx';
import { STATUS_NAMES, TYPE_NAMES } from './userNames.ts';

/** Columns that the panel has no control of its own for come first. */
const placeOf = ({ field, type }: FilterField) => (field in OWN_CONTROL ? 2 : type === 'text' ? 0 : 1);
const OWN_CONTROL = { active: true, user_type: true, vent_access: true, created: true };

type Draft = UserPanelFilters & Record<keyof FilterDraft, string | null>;
const NO_OTHER: Record<keyof FilterDraft, null> = { field: null, condition: null, value: null };

/**
 * The filters side panel: status, user type, ventilator access, and the days of creation (document 001, section 7), and
 * one condition on any other column, which other lists enter in the filter builder.
 */
export function UserFilters({ table, isGlobal }: { table: TableState; isGlobal: boolean }) {
  const { t } = useTranslation('users');
  const { t: tc } = useTranslation('components');
  const fields = useMemo(
    () => userFilterFields(t, isGlobal).toSorted((a, b) => placeOf(a) - placeOf(b)),
    [t, isGlobal],
  );

  function apply({ field, condition, value, ...panel }: Draft) {
    const filters = withPanel(table.filters, panel);
    const other = { field: field ?? fields[0]!.field, condition: condition ?? '', value: value ?? '' };
    const isTouched = field !== null || condition !== null || value !== null;
    table.setFilters((isTouched ? withDraft(filters, fields, other) : null) ?? filters);
  }

  return (
    <SidePanel<Draft>
      applied={{ ...panelOf(table.filters), ...NO_OTHER }}
      onApply={apply}
      all={{ count: table.filters.length, clear: () => table.setFilters([]) }}
    >
      {(draft, change) => (
        <>
          <PanelChoice
            label={t('status')}
            value={draft.active}
            options={USER_STATUSES.map((value) => [value, t(`statuses.${STATUS_NAMES[value]}`)])}
            onChoose={(active) => change({ active })}
          />
          <PanelChoice
            label={t('userType')}
            value={draft.user_type}
            options={USER_TYPES.map((value) => [value, t(`userTypes.${TYPE_NAMES[value]}`)])}
            onChoose={(type) => change({ user_type: type })}
          />
          <PanelChoice
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
          <FormField label={t('createdTo')} error={isReversed(draft) ? t('createdOrder') : undefined}>
            <DateField value={draft.end} onChange={(end) => change({ end })} />
          </FormField>
          <Fieldset.Root borderTopWidth="1px" pt="4" mt="2">
            <Fieldset.Legend pe="3">{t('otherCondition')}</Fieldset.Legend>
            <Fieldset.Content mt="1" gap="4">
              <FilterFields
                size="md"
                fields={fields}
                draft={{
                  field: draft.field ?? fields[0]!.field,
                  condition: draft.condition ?? '',
                  value: draft.value ?? '',
                }}
                onChange={(other) => change({ ...other })}
              />
            </Fieldset.Content>
          </Fieldset.Root>
        </>
      )}
    </SidePanel>
  );
}

import { useTranslation } from 'react-i18next';
import { PanelChoice } from '../../components/PanelChoice.tsx';
import { SidePanel } from '../../components/SidePanel.tsx';
import { withFilter, withoutFilter } from '../../components/tableFilters.ts';
import type { TableState } from '../../components/useTableState.ts';
import type { TypeOption } from './organizationList.tsx';

const NAMES = ['type', 'status'] as const;
type Panel = Record<(typeof NAMES)[number], string | null>;

const valueOf = ({ filters }: TableState, name: string) =>
  filters.find(({ field, condition }) => field === name && condition === 'equal')?.value ?? null;

/** The filters side panel of the organizations: type and status (document 001, section 7). */
export function OrganizationFilters({ table, types }: { table: TableState; types: readonly TypeOption[] }) {
  const { t } = useTranslation('organizations');

  function apply(panel: Panel) {
    let filters = table.filters;
    for (const name of NAMES) {
      const filter = { field: name, condition: 'equal', value: panel[name] ?? '' };
      filters = filter.value ? withFilter(filters, filter) : withoutFilter(filters, filter);
    }
    table.setFilters([...filters]);
  }

  return (
    <SidePanel<Panel>
      applied={{ type: valueOf(table, 'type'), status: valueOf(table, 'status') }}
      onApply={apply}
      all={{ count: table.filters.length, clear: () => table.setFilters([]) }}
    >
      {(draft, change) => (
        <>
          <PanelChoice label={t('type')} value={draft.type} options={types} onChoose={(type) => change({ type })} />
          <PanelChoice
            label={t('status')}
            value={draft.status}
            options={[
              ['1', t('active')],
              ['0', t('inactive')],
            ]}
            onChoose={(status) => change({ status })}
          />
        </>
      )}
    </SidePanel>
  );
}

import { Button, HStack } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import type { TableState } from '../../components/useTableState.ts';
import { useViewer } from '../../lib/viewer.ts';

/** The filters that leave what the staff of one organization read. */
const readsOf = (orgId: number) => [
  { field: 'org_id', condition: 'equal', value: String(orgId) },
  { field: 'outcome', condition: 'equal', value: 'read' },
];

/**
 * Shows only what support staff read, and all of the log again. The index is for support staff: their organization is the
 * viewer's. Not offered while the viewer acts in one organization: its log has no lines of other support staff
 * (decisions/062), and the filter would claim that they read nothing.
 */
export function SupportReads({ table }: { table: TableState }) {
  const { t } = useTranslation('activity');
  const { organization, actingOrganization } = useViewer();
  const filters = readsOf(organization.databaseId);
  const isOne = (one: { field: string }) => filters.some(({ field }) => field === one.field);
  const isPressed = filters.every((filter) =>
    table.filters.some(
      ({ field, condition, value }) => field === filter.field && condition === 'equal' && value === filter.value,
    ),
  );
  const others = table.filters.filter((filter) => !isOne(filter));
  if (actingOrganization) return null;
  return (
    <HStack mb="3">
      <Button
        size="xs"
        variant="outline"
        aria-pressed={isPressed}
        onClick={() => table.setFilters(isPressed ? others : [...others, ...filters])}
      >
        {t('supportReads')}
      </Button>
    </HStack>
  );
}

import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ListPage } from '../components/ListPage.tsx';
import { useTableState } from '../components/useTableState.ts';
import { patientColumns, patientFilterFields } from '../features/patients/patientColumns.tsx';
import { graphql } from '../gql/gql.ts';
import { usePatientsPageQuery } from '../gql/hooks.ts';

graphql(`
  query PatientsPage(
    $first: Int
    $page: Int
    $search: String
    $orderBy: String
    $orderDir: SortDirection
    $filters: [TableFilter!]
  ) {
    patients(first: $first, page: $page, search: $search, orderBy: $orderBy, orderDir: $orderDir, filters: $filters) {
      edges {
        node {
          ...PatientsTable_patient @unmask
        }
      }
      totalCount
      unfilteredCount
    }
  }
`);

/** The patients the viewer may see. */
export function PatientsPage() {
  const { t } = useTranslation('patients');
  const table = useTableState('patients');
  const { data, previousData, loading, error, refetch } = usePatientsPageQuery({
    variables: table.variables,
    fetchPolicy: 'cache-and-network',
  });
  const columns = useMemo(() => patientColumns(t), [t]);
  const filters = useMemo(() => patientFilterFields(t), [t]);

  return (
    <ListPage
      title={t('title')}
      columns={columns}
      filters={filters}
      table={table}
      list={(data ?? previousData)?.patients}
      loading={loading}
      error={error}
      onRetry={() => void refetch()}
      csvPath="/api/patients/datatable"
    />
  );
}

import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../components/DataTable.tsx';
import { useTableState } from '../../components/useTableState.ts';
import { useShown } from '../../lib/useShown.ts';
import { useViewer } from '../../lib/viewer.ts';
import { usePatientMigrationRowsQuery } from './gql/migrationColumns.ts';
import { migrationColumns, migrationFilterFields } from './migrationColumns.tsx';

/** The patients of a migration with their results. */
export function MigrationRows({ id }: { id: string }) {
  const { t } = useTranslation('migration');
  const { viewerCanReadPatients } = useViewer();
  const [columns, filters] = useMemo(
    () => [migrationColumns(t, { viewerCanReadPatients }), migrationFilterFields(t)],
    [t, viewerCanReadPatients],
  );
  const table = useTableState('patient-migration-rows', { sizes: 'short', fields: filters });
  const { data, loading, error, refetch } = usePatientMigrationRowsQuery({
    variables: { id, ...table.variables },
    fetchPolicy: 'cache-and-network',
  });
  const connection = useShown({ data, error }, table.variables).shown?.patientMigration.rows;
  const edges = connection?.edges;
  const rows = useMemo(() => edges?.map(({ node }) => node), [edges]);
  return (
    <DataTable
      label={t('rows.title')}
      empty="noData"
      columns={columns}
      filters={filters}
      rows={rows}
      rowKey={({ legacyId }) => legacyId}
      totalCount={connection?.totalCount}
      totalCountIsCapped={connection?.totalCountIsCapped}
      unfilteredCount={connection?.unfilteredCount}
      unfilteredCountIsCapped={connection?.unfilteredCountIsCapped}
      table={table}
      loading={loading}
      error={error}
      onRetry={() => void refetch()}
    />
  );
}

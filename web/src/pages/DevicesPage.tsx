import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ListPage } from '../components/ListPage.tsx';
import { NoPermission } from '../components/NoPermission.tsx';
import { useTableState } from '../components/useTableState.ts';
import { deviceColumns, deviceFilterFields } from '../features/device-index/deviceColumns.tsx';
import { graphql } from '../gql/gql.ts';
import { useDevicesPageQuery } from '../gql/hooks.ts';
import { formatInstant } from '../lib/dates.ts';
import { useCan, useViewer } from '../lib/viewer.ts';

graphql(`
  query DevicesPage(
    $first: Int
    $page: Int
    $search: String
    $orderBy: String
    $orderDir: SortDirection
    $filters: [TableFilter!]
  ) {
    devices(first: $first, page: $page, search: $search, orderBy: $orderBy, orderDir: $orderDir, filters: $filters) {
      edges {
        node {
          ...DevicesTable_device @unmask
        }
      }
      totalCount
      unfilteredCount
    }
  }
`);

/** The device index: every assignment the viewer may see, active and past, newest first. */
export function DevicesPage() {
  const can = useCan();
  // The same as for a serial link: those whom none leads anywhere have nothing to look for here.
  return can('{host}.user.device') || can('viewAny.device') ? <DeviceIndex /> : <NoPermission />;
}

function DeviceIndex() {
  const { t } = useTranslation('device-index');
  const { timezone } = useViewer().organization;
  const can = useCan();
  const table = useTableState('devices', { sort: '-start_date', hidden: ['id'] });
  const { data, previousData, loading, error, refetch } = useDevicesPageQuery({
    variables: table.variables,
    fetchPolicy: 'cache-and-network',
  });
  const canReadPatients = can('view.patient') || can('viewAny.patient');
  const columns = useMemo(
    () => deviceColumns(t, (instant) => formatInstant(instant, timezone), canReadPatients),
    [t, timezone, canReadPatients],
  );
  const filters = useMemo(() => deviceFilterFields(t, canReadPatients), [t, canReadPatients]);

  return (
    <ListPage
      title={t('title')}
      columns={columns}
      filters={filters}
      table={table}
      list={(data ?? previousData)?.devices}
      loading={loading}
      error={error}
      onRetry={() => void refetch()}
      csvPath="/api/devices/datatable"
    />
  );
}

import { Text } from '@chakra-ui/react';
import type { TFunction } from 'i18next';
import { deviceFilters, deviceHolderFilters, SETTINGS_STATES } from '#rules/device-index/device-index.list';
import type { DataTableColumn } from '../../components/DataTable.tsx';
import { defineList, type ListViewer } from '../../components/ListPage.tsx';
import { filterFields, type FilterField } from '../../components/tableFilters.ts';
import { TextLink } from '../../components/TextLink.tsx';
import { formatDate, formatZonedInstant } from '../../lib/dates.ts';
import { graphql } from '../../lib/graphql.ts';
import { urls } from '../../lib/urls.ts';
import { SettingsState } from '../../components/SettingsState.tsx';
import { DevicesPageDocument as query, type DevicesPageQuery } from './gql/deviceList.ts';

graphql(`
  query DevicesPage($first: Int, $page: Int, $search: String, $orderBy: DevicesOrder, $where: DevicesWhere) {
    devices(first: $first, page: $page, search: $search, orderBy: $orderBy, where: $where) {
      edges {
        node {
          id
          databaseId
          serial
          serialPath
          model
          patientName
          startDate
          endDate
          settingsState
          patient {
            id
            databaseId
          }
          lastConnection {
            startTime
          }
        }
      }
      totalCount
      totalCountIsCapped
      unfilteredCount
      unfilteredCountIsCapped
    }
  }
`);

type DeviceRow = DevicesPageQuery['devices']['edges'][number]['node'];

type Translate = TFunction<'device-index'>;

/** The columns of the device index. The ids are the API's names. */
function deviceColumns(t: Translate, viewer: ListViewer): DataTableColumn<DeviceRow>[] {
  const holder: DataTableColumn<DeviceRow> = {
    id: 'patient',
    header: t('patient'),
    // The patient's page opens with this device selected.
    cell: ({ patient, patientName, databaseId }) => (
      <TextLink to={`${urls.patient(patient.databaseId)}?device=${databaseId}`}>{patientName}</TextLink>
    ),
  };
  return [
    { id: 'id', header: t('id'), sortable: true, nowrap: true, cell: (device) => device.databaseId },
    { id: 'serial', header: t('serial'), identity: true, nowrap: true, cell: (device) => <Serial device={device} /> },
    { id: 'model', header: t('model'), cell: (device) => device.model },
    ...(viewer.viewerCanReadPatients ? [holder] : []),
    {
      id: 'start_date',
      header: t('startDate'),
      sortable: true,
      dates: 'day',
      cell: (device) => formatDate(device.startDate),
    },
    {
      id: 'end_date',
      header: t('endDate'),
      sortable: true,
      dates: 'day',
      cell: (device) => formatDate(device.endDate) || t('present'),
    },
    {
      id: 'last_connection',
      header: t('lastConnection'),
      nowrap: true,
      cell: ({ lastConnection }) => formatZonedInstant(lastConnection?.startTime, viewer.organization.timezone),
    },
    {
      id: 'settings_state',
      header: t('settings'),
      nowrap: true,
      cell: ({ settingsState }) => <SettingsState state={settingsState} />,
    },
  ];
}

/** 'Serial as a link' to the page that the viewer may open; plain text for viewers who may open none. */
function Serial({ device: { serial, serialPath } }: { device: DeviceRow }) {
  if (!serialPath)
    return (
      <Text as="span" fontFamily="mono">
        {serial}
      </Text>
    );
  return (
    <TextLink to={serialPath} fontFamily="mono">
      {serial}
    </TextLink>
  );
}

const upper = <S extends string>(value: S) => value.toUpperCase() as Uppercase<S>;

/** The filters of the device index; by patient only for viewers who may read patients. */
function deviceFilterFields(t: Translate, viewer: ListViewer): FilterField[] {
  const fields = filterFields(deviceFilters, {
    serial: t('serial'),
    id: t('id'),
    model: t('model'),
    start_date: t('startDate'),
    end_date: t('endDate'),
    last_connection: t('lastConnection'),
    settings_state: {
      label: t('settings'),
      choices: SETTINGS_STATES.map((value) => ({ value, label: t(`state.${upper(value)}`) })),
    },
  });
  return viewer.viewerCanReadPatients
    ? [...fields, ...filterFields(deviceHolderFilters, { patient: t('lastName') })]
    : fields;
}

export const deviceList = defineList({
  table: 'devices',
  options: { sort: '-start_date', hidden: ['id'] },
  query,
  connection: (data) => data.devices,
  patientOf: ({ patient }) => patient?.id,
  columns: deviceColumns,
  filters: deviceFilterFields,
  csvPath: '/api/devices/datatable',
  canExport: ({ viewerCanExportDevices }) => viewerCanExportDevices,
  about: (t) => t('about'),
});

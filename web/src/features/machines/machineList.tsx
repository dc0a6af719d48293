import type { TFunction } from 'i18next';
import { machineFilters } from '#rules/machines/machines.list';
import { Box, Text } from '@chakra-ui/react';
import type { DataTableColumn } from '../../components/DataTable.tsx';
import { defineList } from '../../components/ListPage.tsx';
import { filterFields, type FilterField } from '../../components/tableFilters.ts';
import { TextLink } from '../../components/TextLink.tsx';
import { graphql } from '../../lib/graphql.ts';
import { nameInList } from '../../lib/nameInList.ts';
import { urls } from '../../lib/urls.ts';
import { MachinesPageDocument as query, type MachinesPageQuery } from './gql/machineList.ts';
import { MachinePin } from './MachinePin.tsx';

graphql(`
  query MachinesPage($first: Int, $page: Int, $search: String, $orderBy: MachinesOrder, $where: MachinesWhere) {
    machines(first: $first, page: $page, search: $search, orderBy: $orderBy, where: $where) {
      edges {
        node {
          id
          databaseId
          serial
          hasPin
          viewerCanShowPin
          provider {
            id
            name
          }
          currentPatient {
            id
            databaseId
            firstName
            lastName
            email
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

type MachineRow = MachinesPageQuery['machines']['edges'][number]['node'];

/** The columns of the machine list (document 000, section 2). The ids are the API's names. */
function machineColumns(t: TFunction<'machines'>): DataTableColumn<MachineRow>[] {
  return [
    {
      id: 'id',
      header: t('id'),
      sortable: true,
      cell: (machine) => <TextLink to={urls.machine(machine.databaseId)}>{machine.databaseId}</TextLink>,
    },
    {
      id: 'serial',
      header: t('serial'),
      identity: true,
      sortable: true,
      cell: (machine) => (
        <TextLink to={urls.machine(machine.databaseId)} fontFamily="mono">
          {machine.serial}
        </TextLink>
      ),
    },
    { id: 'pin', header: t('pin'), nowrap: true, cell: (machine) => <MachinePin machine={machine} /> },
    {
      id: 'patient',
      header: t('patient'),
      // The API orders its column "patient" by the e-mail.
      sortable: 'patient_name',
      csv: ['patient_name', 'patient'],
      cell: ({ currentPatient }) =>
        currentPatient && (
          <Box>
            <TextLink to={urls.patient(currentPatient.databaseId)}>{nameInList(currentPatient)}</TextLink>
            <Text color="fg.muted" fontSize="xs" overflowWrap="anywhere">
              {currentPatient.email ?? t('noEmail')}
            </Text>
          </Box>
        ),
    },
    { id: 'provider', header: t('provider'), sortable: true, csv: ['dme'], cell: (machine) => machine.provider?.name },
  ];
}

/** The filters of the machine list. */
const machineFilterFields = (t: TFunction<'machines'>): FilterField[] =>
  filterFields(machineFilters, {
    id: t('id'),
    serial: t('serial'),
    model: t('model'),
    provider: t('provider'),
    has_pin: t('hasPin'),
    is_clinical: t('isClinical'),
  });

export const machineList = defineList({
  table: 'machines',
  query,
  connection: (data) => data.machines,
  patientOf: ({ currentPatient }) => currentPatient?.id,
  columns: machineColumns,
  filters: machineFilterFields,
  csvPath: '/api/machines/datatable',
  canExport: ({ viewerCanExportDevices }) => viewerCanExportDevices,
  about: (t) => t('about'),
});

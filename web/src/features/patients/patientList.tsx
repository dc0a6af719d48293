import type { TFunction } from 'i18next';
import { ATTENTIONS, COMPLIANCE_FILTERS, patientFilters } from '#rules/patients/patients.list';
import { Box, Text } from '@chakra-ui/react';
import { ComplianceState } from '../../components/ComplianceState.tsx';
import type { DataTableColumn } from '../../components/DataTable.tsx';
import { defineList, type ListViewer } from '../../components/ListPage.tsx';
import { SettingsState } from '../../components/SettingsState.tsx';
import { filterFields, type FilterField } from '../../components/tableFilters.ts';
import { TextLink } from '../../components/TextLink.tsx';
import { formatDate, formatInstant } from '../../lib/dates.ts';
import { graphql } from '../../lib/graphql.ts';
import { nameInList } from '../../lib/nameInList.ts';
import { formatPhone } from '../../lib/phone.ts';
import { urls } from '../../lib/urls.ts';
import { EditPatient } from './EditPatient.tsx';
import { PatientsPageDocument as query, type PatientsPageQuery } from './gql/patientList.ts';

graphql(`
  query PatientsPage($first: Int, $page: Int, $search: String, $orderBy: PatientsOrder, $where: PatientsWhere) {
    patients(first: $first, page: $page, search: $search, orderBy: $orderBy, where: $where) {
      edges {
        node {
          id
          databaseId
          assignedId
          firstName
          lastName
          birthDate
          email
          phone
          currentSerial
          therapyStart
          lastReport
          settingsState
          complianceState
          lastConnectionAt
          viewerCanUpdate
          provider {
            id
            name
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

type PatientRow = PatientsPageQuery['patients']['edges'][number]['node'];

/** The columns of the patient list, what staff acts on first. The ids are the API's names. */
function patientColumns(t: TFunction<'patients'>, viewer: ListViewer): DataTableColumn<PatientRow>[] {
  return [
    {
      id: 'last_name',
      header: t('name'),
      identity: true,
      csv: ['last_name', 'first_name'],
      nowrap: true,
      sortable: true,
      cell: (patient) => <TextLink to={urls.patient(patient.databaseId)}>{nameInList(patient)}</TextLink>,
    },
    {
      id: 'birth_date',
      header: t('birthDate'),
      dates: 'day',
      sortable: true,
      cell: (patient) => formatDate(patient.birthDate),
    },
    {
      id: 'settings_state',
      header: t('settings'),
      nowrap: true,
      cell: ({ settingsState }) => <SettingsState state={settingsState} />,
    },
    {
      id: 'compliance',
      header: t('compliance'),
      nowrap: true,
      cell: ({ complianceState }) => <ComplianceState state={complianceState} />,
    },
    {
      id: 'last_connection',
      header: t('lastConnection'),
      dates: 'time',
      cell: ({ lastConnectionAt }) => formatInstant(lastConnectionAt, viewer.organization.timezone),
    },
    {
      id: 'current_serial',
      header: t('device'),
      nowrap: true,
      sortable: true,
      cell: (patient) =>
        patient.currentSerial && (
          <Text as="span" fontFamily="mono">
            {patient.currentSerial}
          </Text>
        ),
    },
    {
      id: 'id',
      header: t('id'),
      sortable: true,
      nowrap: true,
      csv: ['id', 'assigned_id'],
      cell: (patient) => patient.assignedId ?? patient.databaseId,
    },
    { id: 'email', header: t('email'), sortable: true, cell: (patient) => <Email address={patient.email} /> },
    { id: 'phone', header: t('phone'), nowrap: true, cell: (patient) => formatPhone(patient.phone) },
    { id: 'provider', header: t('provider'), cell: (patient) => patient.provider?.name },
    {
      id: 'therapy_start',
      header: t('therapyStart'),
      dates: 'day',
      sortable: true,
      cell: (patient) => formatDate(patient.therapyStart),
    },
    {
      id: 'last_report',
      header: t('lastReport'),
      dates: 'day',
      sortable: true,
      cell: (patient) => formatDate(patient.lastReport),
    },
    // Who may change patients may add them too.
    ...(viewer.viewerCanCreatePatient
      ? [
          {
            id: 'actions',
            header: t('actions'),
            action: true,
            csv: [],
            cell: (patient: PatientRow) => <EditPatient patient={patient} />,
          },
        ]
      : []),
  ];
}

/** The filters of the patient list. */
const patientFilterFields = (t: TFunction<'patients'>): FilterField[] =>
  filterFields(patientFilters, {
    last_name: t('lastName'),
    first_name: t('firstName'),
    id: t('id'),
    assigned_id: t('assignedId'),
    email: t('email'),
    birth_date: t('birthDate'),
    phone: { label: t('phone'), phone: true },
    current_serial: t('currentSerial'),
    provider: t('provider'),
    therapy_start: t('therapyStart'),
    last_report: t('lastReport'),
    is_rules_active: t('isRulesActive'),
    compliance: {
      label: t('compliance'),
      choices: COMPLIANCE_FILTERS.map((value) => ({ value, label: t(`complianceStates.${value}`) })),
    },
    at_risk_on: t('atRiskOn'),
    cannot_be_met_on: t('cannotBeMetOn'),
    attention: {
      label: t('attention'),
      choices: ATTENTIONS.map((value) => ({ value, label: t(`attentions.${value}`) })),
    },
    updated_at: t('updatedAt'),
  });

/** An address that does not fit on one line breaks before its @, and only a very long one elsewhere. */
function Email({ address }: { address: string | null }) {
  const at = address?.lastIndexOf('@') ?? -1;
  if (!address || at < 1) return address;
  return (
    <Box minW={{ sm: '9rem' }} overflowWrap="anywhere">
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </Box>
  );
}

export const patientList = defineList({
  table: 'patients',
  options: { hidden: ['id', 'email', 'phone', 'provider', 'therapy_start', 'last_report'] },
  query,
  connection: (data) => data.patients,
  patientOf: ({ id }) => id,
  columns: patientColumns,
  filters: patientFilterFields,
  csvPath: '/api/patients/datatable',
  canExport: ({ viewerCanExportPatients }) => viewerCanExportPatients,
  about: (t) => t('about'),
  pathOf: ({ databaseId }) => urls.patient(databaseId),
});

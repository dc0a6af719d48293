import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/Card.tsx';
import { DataTable, type DataTableColumn } from '../../components/DataTable.tsx';
import { TextLink } from '../../components/TextLink.tsx';
import { useLocalTable } from '../../components/useLocalTable.ts';
import { graphql } from '../../gql/gql.ts';
import type { OrganizationPatientsQuery } from '../../gql/graphql.ts';
import { useOrganizationPatientsQuery } from '../../gql/hooks.ts';
import { formatDate } from '../../lib/dates.ts';
import { nameInList } from '../../lib/nameInList.ts';
import { urls } from '../../lib/urls.ts';
import type { PageOrganization } from '../../lib/pageOrganization.ts';

graphql(`
  query OrganizationPatients(
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
          id
          databaseId
          firstName
          lastName
          birthDate
          currentSerial
          therapyStart
        }
      }
      totalCount
      totalCountIsCapped
      unfilteredCount
      unfilteredCountIsCapped
    }
  }
`);

type Row = OrganizationPatientsQuery['patients']['edges'][number]['node'];

const columnsOf = (t: TFunction<'patients'>): DataTableColumn<Row>[] => [
  {
    id: 'last_name',
    header: t('name'),
    identity: true,
    sortable: true,
    cell: (patient) => <TextLink to={urls.patient(patient.databaseId)}>{nameInList(patient)}</TextLink>,
  },
  {
    id: 'birth_date',
    header: t('birthDate'),
    nowrap: true,
    sortable: true,
    cell: ({ birthDate }) => formatDate(birthDate),
  },
  {
    id: 'current_serial',
    header: t('device'),
    nowrap: true,
    sortable: true,
    cell: ({ currentSerial }) => currentSerial,
  },
  {
    id: 'therapy_start',
    header: t('therapyStart'),
    nowrap: true,
    sortable: true,
    cell: ({ therapyStart }) => formatDate(therapyStart),
  },
];

/** The first patients of the organization in which the viewer works, and the way to the whole list. */
export function OrganizationPatients({ organization }: { organization: PageOrganization }) {
  const { t } = useTranslation('patients');
  const panel = useTranslation('organization-panels');
  // The search is a name: it never stays in the browser.
  const table = useLocalTable('organization-patients', {
    scope: String(organization.databaseId),
    sort: { column: 'last_name', direction: 'ASC' },
  });
  const { data, previousData, loading, error, refetch } = useOrganizationPatientsQuery({
    variables: table.variables,
    fetchPolicy: 'cache-and-network',
  });
  const patients = (data ?? previousData)?.patients;
  const edges = patients?.edges;
  const rows = useMemo(() => edges?.map(({ node }) => node), [edges]);
  const columns = useMemo(() => columnsOf(t), [t]);
  return (
    <Card title={t('title')} action={<TextLink to={urls.patients}>{panel.t('allPatients')}</TextLink>}>
      <DataTable
        label={t('title')}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        totalCount={patients?.totalCount}
        totalCountIsCapped={patients?.totalCountIsCapped}
        unfilteredCount={patients?.unfilteredCount}
        unfilteredCountIsCapped={patients?.unfilteredCountIsCapped}
        loading={loading}
        error={error}
        onRetry={() => void refetch()}
        table={table}
        empty="noData"
      />
    </Card>
  );
}

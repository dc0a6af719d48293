import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataTableColumn } from '../../components/DataTable.tsx';
import { ListPanel } from '../../components/ListPanel.tsx';
import { TextLink } from '../../components/TextLink.tsx';
import { useLocalTable } from '../../components/useLocalTable.ts';
import { formatDate } from '../../lib/dates.ts';
import { graphql } from '../../lib/graphql.ts';
import { nameInList } from '../../lib/nameInList.ts';
import { urls } from '../../lib/urls.ts';
import type { PageOrganization } from '../../lib/pageOrganization.ts';
import { useShown } from '../../lib/useShown.ts';
import { useOrganizationPatientsQuery, type OrganizationPatientsQuery } from './gql/OrganizationPatients.ts';

graphql(`
  query OrganizationPatients($first: Int, $page: Int, $search: String, $orderBy: PatientsOrder, $where: PatientsWhere) {
    patients(first: $first, page: $page, search: $search, orderBy: $orderBy, where: $where) {
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
    dates: 'day',
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
    dates: 'day',
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
  const query = useOrganizationPatientsQuery({
    variables: table.variables,
    fetchPolicy: 'cache-and-network',
  });
  const { shown } = useShown(query, table.variables);
  const columns = useMemo(() => columnsOf(t), [t]);
  return (
    <ListPanel
      title={t('title')}
      all={{ to: urls.patients, text: panel.t('allPatients') }}
      columns={columns}
      connection={shown?.patients}
      query={query}
      table={table}
    />
  );
}

import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataTableColumn } from '../../components/DataTable.tsx';
import { ListPanel } from '../../components/ListPanel.tsx';
import { TextLink } from '../../components/TextLink.tsx';
import { useLocalTable } from '../../components/useLocalTable.ts';
import { graphql } from '../../lib/graphql.ts';
import { nameInList } from '../../lib/nameInList.ts';
import { urls } from '../../lib/urls.ts';
import type { PageOrganization } from '../../lib/pageOrganization.ts';
import { useShown } from '../../lib/useShown.ts';
import { useOrganizationMachinesQuery, type OrganizationMachinesQuery } from './gql/OrganizationMachines.ts';

graphql(`
  query OrganizationMachines($first: Int, $page: Int, $search: String, $orderBy: MachinesOrder, $where: MachinesWhere) {
    machines(first: $first, page: $page, search: $search, orderBy: $orderBy, where: $where) {
      edges {
        node {
          id
          databaseId
          serial
          provider {
            id
            name
          }
          currentPatient {
            id
            databaseId
            firstName
            lastName
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

type Row = OrganizationMachinesQuery['machines']['edges'][number]['node'];

const columnsOf = (t: TFunction<'machines'>): DataTableColumn<Row>[] => [
  {
    id: 'serial',
    header: t('serial'),
    identity: true,
    sortable: true,
    cell: ({ databaseId, serial }) => (
      <TextLink to={urls.machine(databaseId)} fontFamily="mono">
        {serial}
      </TextLink>
    ),
  },
  {
    id: 'patient',
    header: t('patient'),
    cell: ({ currentPatient }) =>
      currentPatient && <TextLink to={urls.patient(currentPatient.databaseId)}>{nameInList(currentPatient)}</TextLink>,
  },
  { id: 'provider', header: t('provider'), cell: ({ provider }) => provider?.name },
];

/** The first machines of the organization in which the viewer works, and the way to the whole list. */
export function OrganizationMachines({ organization }: { organization: PageOrganization }) {
  const { t } = useTranslation('machines');
  const panel = useTranslation('organization-panels');
  // The search may be the name of a patient: it never stays in the browser.
  const table = useLocalTable('organization-machines', {
    scope: String(organization.databaseId),
    sort: { column: 'serial', direction: 'ASC' },
  });
  const query = useOrganizationMachinesQuery({
    variables: table.variables,
    fetchPolicy: 'cache-and-network',
  });
  const { shown } = useShown(query, table.variables);
  const columns = useMemo(() => columnsOf(t), [t]);
  return (
    <ListPanel
      title={t('title')}
      all={{ to: urls.machines, text: panel.t('allMachines') }}
      columns={columns}
      connection={shown?.machines}
      query={query}
      table={table}
    />
  );
}

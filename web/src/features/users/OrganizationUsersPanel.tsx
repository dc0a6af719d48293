import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataTableColumn } from '../../components/DataTable.tsx';
import { ListPanel } from '../../components/ListPanel.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { TextLink } from '../../components/TextLink.tsx';
import { useLocalTable } from '../../components/useLocalTable.ts';
import { graphql } from '../../lib/graphql.ts';
import { urls } from '../../lib/urls.ts';
import type { PageOrganization } from '../../lib/pageOrganization.ts';
import { useShown } from '../../lib/useShown.ts';
import { useOrganizationUsersQuery, type OrganizationUsersQuery } from './gql/OrganizationUsersPanel.ts';
import { userStatusLooks } from './userList.tsx';

graphql(`
  query OrganizationUsers(
    $orgId: ID!
    $first: Int
    $page: Int
    $search: String
    $orderBy: UsersOrder
    $where: UsersWhere
  ) {
    users(orgId: $orgId, first: $first, page: $page, search: $search, orderBy: $orderBy, where: $where) {
      edges {
        node {
          id
          databaseId
          email
          firstName
          lastName
          roleLabel
          status
        }
      }
      totalCount
      totalCountIsCapped
      unfilteredCount
      unfilteredCountIsCapped
    }
  }
`);

type Row = OrganizationUsersQuery['users']['edges'][number]['node'];

const columnsOf = (t: TFunction<'users'>): DataTableColumn<Row>[] => [
  {
    id: 'email',
    header: t('email'),
    identity: true,
    sortable: true,
    cell: ({ databaseId, email }) => <TextLink to={urls.user(databaseId)}>{email}</TextLink>,
  },
  {
    id: 'last_name',
    header: t('name'),
    sortable: true,
    cell: ({ firstName, lastName }) => `${lastName}, ${firstName}`,
  },
  { id: 'role', header: t('role'), cell: ({ roleLabel }) => roleLabel },
  {
    id: 'status',
    header: t('status'),
    cell: ({ status }) => status && <StatusBadge {...userStatusLooks[status]}>{t(`statuses.${status}`)}</StatusBadge>,
  },
];

/** The first users of an organization, and the way to its whole list. */
export function OrganizationUsersPanel({ organization }: { organization: PageOrganization }) {
  const { t } = useTranslation('users');
  const panel = useTranslation('organization-panels');
  const orgId = String(organization.databaseId);
  const table = useLocalTable('organization-users', { scope: orgId, sort: { column: 'email', direction: 'ASC' } });
  const query = useOrganizationUsersQuery({
    variables: { orgId, ...table.variables },
    fetchPolicy: 'cache-and-network',
  });
  const { shown } = useShown(query, table.variables);
  const columns = useMemo(() => columnsOf(t), [t]);
  return (
    <ListPanel
      title={t('title')}
      all={{ to: urls.organizationUsers(organization.databaseId), text: panel.t('allUsers') }}
      columns={columns}
      connection={shown?.users}
      query={query}
      table={table}
    />
  );
}

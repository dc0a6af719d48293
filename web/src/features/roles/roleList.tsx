import type { TFunction } from 'i18next';
import { ROLE_HOSTS, roleFilters } from '#rules/roles/roles.list';
import type { DataTableColumn } from '../../components/DataTable.tsx';
import { defineList } from '../../components/ListPage.tsx';
import { filterFields, type FilterField } from '../../components/tableFilters.ts';
import { TextLink } from '../../components/TextLink.tsx';
import { graphql } from '../../lib/graphql.ts';
import { urls } from '../../lib/urls.ts';
import { RolesPageDocument as query, type RolesPageQuery } from './gql/roleList.ts';

graphql(`
  query RolesPage($first: Int, $page: Int, $search: String, $orderBy: RolesOrder, $where: RolesWhere) {
    roles(first: $first, page: $page, search: $search, orderBy: $orderBy, where: $where) {
      edges {
        node {
          id
          databaseId
          name
          label
          host
        }
      }
      totalCount
      totalCountIsCapped
      unfilteredCount
      unfilteredCountIsCapped
    }
  }
`);

type RoleRow = RolesPageQuery['roles']['edges'][number]['node'];

/** The columns of the list of roles. The ids are the API's orderBy names. */
const roleColumns = (t: TFunction<'roles'>): DataTableColumn<RoleRow>[] => [
  {
    id: 'label',
    header: t('label'),
    identity: true,
    cell: ({ databaseId, label }) => <TextLink to={urls.role(databaseId)}>{label}</TextLink>,
  },
  { id: 'name', header: t('name'), sortable: true, cell: ({ name }) => name },
  { id: 'host', header: t('host'), cell: ({ host }) => t(`hosts.${host}`) },
];

const hostNames = { org: 'ORG', support: 'SUPPORT' } as const;

/** The filters of the list of roles. */
const roleFilterFields = (t: TFunction<'roles'>): FilterField[] =>
  filterFields(roleFilters, {
    id: t('id'),
    name: t('name'),
    label: t('label'),
    host: {
      label: t('host'),
      choices: ROLE_HOSTS.map((value) => ({ value, label: t(`hosts.${hostNames[value]}`) })),
    },
  });

export const roleList = defineList({
  table: 'roles',
  options: { sort: 'name' },
  query,
  connection: (data) => data.roles,
  columns: roleColumns,
  filters: roleFilterFields,
  csvPath: '/api/support/role/datatable',
  canExport: ({ viewerCanExportUsers }) => viewerCanExportUsers,
  empty: 'noData',
  about: (t) => t('about'),
});

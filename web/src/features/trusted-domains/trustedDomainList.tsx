import type { TFunction } from 'i18next';
import { trustedDomainFilters } from '#rules/trusted-domains/trusted-domains.list';
import type { DataTableColumn } from '../../components/DataTable.tsx';
import { defineList, type ListViewer } from '../../components/ListPage.tsx';
import { filterFields, type FilterField } from '../../components/tableFilters.ts';
import { formatInstant } from '../../lib/dates.ts';
import { graphql } from '../../lib/graphql.ts';
import { TrustedDomainsPageDocument as query, type TrustedDomainsPageQuery } from './gql/trustedDomainList.ts';
import { RemoveTrustedDomain } from './RemoveTrustedDomain.tsx';

graphql(`
  query TrustedDomainsPage(
    $first: Int
    $page: Int
    $search: String
    $orderBy: TrustedDomainsOrder
    $where: TrustedDomainsWhere
  ) {
    trustedDomains(first: $first, page: $page, search: $search, orderBy: $orderBy, where: $where) {
      edges {
        node {
          id
          databaseId
          name
          createdAt
          createdBy {
            id
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

type TrustedDomainRow = TrustedDomainsPageQuery['trustedDomains']['edges'][number]['node'];

/** The columns of the list of trusted domains. The ids are the API's orderBy names. */
const trustedDomainColumns = (
  t: TFunction<'trusted-domains'>,
  { organization }: ListViewer,
): DataTableColumn<TrustedDomainRow>[] => [
  { id: 'id', header: t('id'), sortable: true, cell: ({ databaseId }) => databaseId },
  { id: 'name', header: t('name'), identity: true, sortable: true, cell: ({ name }) => name },
  {
    id: 'created_by',
    header: t('createdBy'),
    cell: ({ createdBy }) => createdBy && `${createdBy.lastName}, ${createdBy.firstName}`,
  },
  {
    id: 'created',
    header: t('created'),
    dates: 'time',
    cell: ({ createdAt }) => formatInstant(createdAt, organization.timezone),
  },
  { id: 'remove', header: t('remove'), action: true, csv: [], cell: (row) => <RemoveTrustedDomain domain={row} /> },
];

/** The filters of the list of trusted domains. */
const trustedDomainFilterFields = (t: TFunction<'trusted-domains'>): FilterField[] =>
  filterFields(trustedDomainFilters, { id: t('id'), name: t('name') });

export const trustedDomainList = defineList({
  table: 'trusted-domains',
  options: { sort: 'name' },
  query,
  connection: (data) => data.trustedDomains,
  columns: trustedDomainColumns,
  filters: trustedDomainFilterFields,
  csvPath: '/api/trusted-domains/datatable',
  canExport: ({ viewerCanExportUsers }) => viewerCanExportUsers,
  empty: 'noData',
  about: (t) => t('about'),
});

import type { TFunction } from 'i18next';
import { securityEventFilters } from '#rules/security-events/security-events.list';
import { SECURITY_EVENTS } from '#rules/shared/security-log';
import type { DataTableColumn } from '../../components/DataTable.tsx';
import { defineList } from '../../components/ListPage.tsx';
import { filterFields, type FilterField } from '../../components/tableFilters.ts';
import { TextLink } from '../../components/TextLink.tsx';
import { formatInstant } from '../../lib/dates.ts';
import { graphql } from '../../lib/graphql.ts';
import { formatCount } from '../../lib/numberLocale.ts';
import { urls } from '../../lib/urls.ts';
import { SecurityEventsPageDocument as query, type SecurityEventsPageQuery } from './gql/securityEventList.ts';

graphql(`
  query SecurityEventsPage(
    $first: Int
    $page: Int
    $search: String
    $orderBy: SecurityEventsOrder
    $where: SecurityEventsWhere
  ) {
    securityEvents(first: $first, page: $page, search: $search, orderBy: $orderBy, where: $where) {
      edges {
        node {
          id: databaseId
          kind
          account
          address
          count
          lastAt
          user {
            id
            databaseId
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

type Row = SecurityEventsPageQuery['securityEvents']['edges'][number]['node'];
type Texts = TFunction<'security-events'>;

/** The account with the page of its user; the hash of one that no user has; no account, or several in one row. */
function Account({ row: { account, address, user }, t }: { row: Row; t: Texts }) {
  if (user && account)
    return (
      <TextLink to={urls.user(user.databaseId)} overflowWrap="anywhere" minW="0">
        {account}
      </TextLink>
    );
  if (account) return account.startsWith('#') ? t('unknownAccount', { name: account }) : account;
  return address === null ? t('several') : t('noAccount');
}

/** The columns of the list. The ids are the API's orderBy names. */
const columns = (t: Texts, timezone: string): DataTableColumn<Row>[] => [
  {
    id: 'last_at',
    header: t('time'),
    identity: true,
    sortable: true,
    dates: 'time',
    cell: ({ lastAt }) => formatInstant(lastAt, timezone),
  },
  { id: 'kind', header: t('event'), cell: ({ kind }) => t(`kinds.${kind}`) },
  { id: 'count', header: t('count'), align: 'end', cell: ({ count }) => formatCount(count) },
  { id: 'account', header: t('account'), cell: (row) => <Account row={row} t={t} /> },
  { id: 'address', header: t('address'), cell: ({ address }) => address ?? t('several') },
];

const fields = (t: Texts): FilterField[] =>
  filterFields(securityEventFilters, {
    last_at: t('time'),
    kind: {
      label: t('event'),
      choices: SECURITY_EVENTS.map((kind) => ({
        value: kind,
        label: t(`kinds.${kind.toUpperCase() as Uppercase<typeof kind>}`),
      })),
    },
    account: t('account'),
    address: t('address'),
    org_id: t('orgId'),
  });

/** What was refused, for administrators and support staff. */
export const securityEventList = defineList({
  table: 'securityEvents',
  options: { sort: '-last_at' },
  query,
  connection: (data) => data.securityEvents,
  columns: (t: Texts, { organization }) => columns(t, organization.timezone),
  filters: fields,
  csvPath: '/api/security-events/datatable',
  canExport: ({ viewerCanExportUsers }) => viewerCanExportUsers,
  empty: 'noData',
  about: (t) => t('about'),
});

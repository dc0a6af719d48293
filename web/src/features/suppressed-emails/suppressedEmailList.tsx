import type { TFunction } from 'i18next';
import { suppressedEmailFilters } from '#rules/suppressed-emails/suppressed-emails.list';
import type { DataTableColumn } from '../../components/DataTable.tsx';
import { defineList } from '../../components/ListPage.tsx';
import { filterFields, type FilterField } from '../../components/tableFilters.ts';
import { formatInstant } from '../../lib/dates.ts';
import { graphql } from '../../lib/graphql.ts';
import { SuppressedEmailsPageDocument as query, type SuppressedEmailsPageQuery } from './gql/suppressedEmailList.ts';
import { RemoveSuppressedEmail } from './RemoveSuppressedEmail.tsx';

graphql(`
  query SuppressedEmailsPage(
    $first: Int
    $page: Int
    $search: String
    $orderBy: SuppressedEmailsOrder
    $where: SuppressedEmailsWhere
  ) {
    suppressedEmails(first: $first, page: $page, search: $search, orderBy: $orderBy, where: $where) {
      edges {
        node {
          id
          email
          reason
          createdAt
        }
      }
      totalCount
      totalCountIsCapped
      unfilteredCount
      unfilteredCountIsCapped
    }
  }
`);

type Row = SuppressedEmailsPageQuery['suppressedEmails']['edges'][number]['node'];

/** The columns of the list. The ids are the API's orderBy names. */
const columns = (t: TFunction<'suppressed-emails'>, timezone: string): DataTableColumn<Row>[] => [
  { id: 'email', header: t('email'), identity: true, sortable: true, cell: ({ email }) => email },
  { id: 'reason', header: t('reason'), cell: ({ reason }) => reason },
  { id: 'created', header: t('created'), dates: 'time', cell: ({ createdAt }) => formatInstant(createdAt, timezone) },
  { id: 'actions', header: t('actions'), action: true, csv: [], cell: (row) => <RemoveSuppressedEmail {...row} /> },
];

const fields = (t: TFunction<'suppressed-emails'>): FilterField[] =>
  filterFields(suppressedEmailFilters, { email: t('email'), reason: t('reason') });

/** The addresses that take no mail. There is no file of them. */
export const suppressedEmailList = defineList({
  table: 'suppressedEmails',
  options: { sort: 'email' },
  query,
  connection: (data) => data.suppressedEmails,
  columns: (t: TFunction<'suppressed-emails'>, { organization }) => columns(t, organization.timezone),
  filters: fields,
  csvPath: '',
  canExport: () => false,
  empty: 'noData',
  about: (t) => t('about'),
});

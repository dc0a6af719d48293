import type { TFunction } from 'i18next';
import { activityFilters, OUTCOMES } from '#rules/activity/activity.list';
import type { DataTableColumn } from '../../components/DataTable.tsx';
import { defineList } from '../../components/ListPage.tsx';
import { filterFields, type FilterField } from '../../components/tableFilters.ts';
import { TextLink } from '../../components/TextLink.tsx';
import { formatInstant } from '../../lib/dates.ts';
import { graphql } from '../../lib/graphql.ts';
import { urls } from '../../lib/urls.ts';
import { ActivityProperties } from './ActivityProperties.tsx';
import { ActivityPageDocument as query, type ActivityPageQuery } from './gql/activityList.ts';

graphql(`
  query ActivityPage($first: Int, $page: Int, $search: String, $orderBy: ActivityOrder, $where: ActivityWhere) {
    activity(first: $first, page: $page, search: $search, orderBy: $orderBy, where: $where) {
      edges {
        node {
          id: databaseId
          event
          outcome
          description
          createdAt
          user {
            id
            databaseId
            email
          }
          properties {
            name
            value
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

type Line = ActivityPageQuery['activity']['edges'][number]['node'];

/** The columns of the activity log of all users. The ids are the API's orderBy names. */
const activityColumns = (
  t: TFunction<'activity'>,
  { organization }: { organization: { timezone: string } },
): DataTableColumn<Line>[] => [
  {
    id: 'created_at',
    header: t('time'),
    identity: true,
    sortable: true,
    dates: 'time',
    cell: ({ createdAt }) => formatInstant(createdAt, organization.timezone),
  },
  {
    id: 'user',
    header: t('user'),
    cell: ({ user }) =>
      user && (
        <TextLink to={urls.user(user.databaseId)} overflowWrap="anywhere" minW="0">
          {user.email}
        </TextLink>
      ),
  },
  { id: 'description', header: t('description'), cell: ({ description }) => description },
  {
    id: 'properties',
    header: t('properties'),
    cell: ({ properties }) => <ActivityProperties properties={properties} />,
  },
];

const outcomeNames = {
  done: 'DONE',
  denied: 'DENIED',
  refused: 'REFUSED',
  read: 'READ',
  exported: 'EXPORTED',
} as const;

/** The filters of the activity log of all users. */
const activityFilterFields = (t: TFunction<'activity'>): FilterField[] =>
  filterFields(activityFilters, {
    created_at: t('time'),
    user_id: t('userId'),
    org_id: t('orgId'),
    event: t('event'),
    outcome: {
      label: t('outcome'),
      choices: OUTCOMES.map((value) => ({ value, label: t(`outcomes.${outcomeNames[value]}`) })),
    },
  });

export const activityList = defineList({
  table: 'activity',
  options: { sort: '-created_at' },
  query,
  connection: (data) => data.activity,
  columns: activityColumns,
  filters: activityFilterFields,
  csvPath: '/api/support/activity-logs/datatable',
  canExport: ({ viewerCanExportUsers }) => viewerCanExportUsers,
  empty: 'noData',
  about: (t) => t('about'),
});

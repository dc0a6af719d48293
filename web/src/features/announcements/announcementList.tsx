import { HStack } from '@chakra-ui/react';
import type { TFunction } from 'i18next';
import { announcementFilters } from '#rules/announcements/announcements.list';
import type { DataTableColumn } from '../../components/DataTable.tsx';
import { defineList, type ListViewer } from '../../components/ListPage.tsx';
import { RoleNames } from '../../components/RoleNames.tsx';
import { StatusBadge, type StatusTone } from '../../components/StatusBadge.tsx';
import { filterFields, type FilterField } from '../../components/tableFilters.ts';
import type { AnnouncementState } from '../../gql/schema.ts';
import { formatDate, formatInstant } from '../../lib/dates.ts';
import { graphql } from '../../lib/graphql.ts';
import { EditAnnouncement } from './EditAnnouncement.tsx';
import type { AnnouncementRow } from './announcementValues.ts';
import { AnnouncementsPageDocument as query } from './gql/announcementList.ts';
import { WithdrawAnnouncement } from './WithdrawAnnouncement.tsx';

graphql(`
  fragment AnnouncementRow_announcement on Announcement {
    id
    databaseId
    version
    title
    body
    titleEs
    bodyEs
    roles
    fromDate
    untilDate
    state
    createdAt
    organization {
      id
      name
    }
    createdBy {
      id
      firstName
      lastName
    }
  }
`);

graphql(`
  query AnnouncementsPage(
    $first: Int
    $page: Int
    $search: String
    $orderBy: AnnouncementsOrder
    $where: AnnouncementsWhere
  ) {
    announcements(first: $first, page: $page, search: $search, orderBy: $orderBy, where: $where) {
      edges {
        node {
          ...AnnouncementRow_announcement @unmask
        }
      }
      totalCount
      totalCountIsCapped
      unfilteredCount
      unfilteredCountIsCapped
    }
  }
`);

const TONES: Record<AnnouncementState, StatusTone> = {
  SCHEDULED: 'info',
  SHOWN: 'success',
  OVER: 'neutral',
  WITHDRAWN: 'void',
};

/** The columns of the list of announcements. The ids are the API's orderBy names. */
const announcementColumns = (
  t: TFunction<'announcements'>,
  { organization: { timezone } }: ListViewer,
): DataTableColumn<AnnouncementRow>[] => [
  { id: 'id', header: t('id'), sortable: true, cell: ({ databaseId }) => databaseId },
  { id: 'title', header: t('name'), identity: true, sortable: true, cell: ({ title }) => title },
  {
    id: 'state',
    header: t('state'),
    cell: ({ state }) => <StatusBadge tone={TONES[state]}>{t(`states.${state}`)}</StatusBadge>,
  },
  {
    id: 'organization',
    header: t('organization'),
    csv: ['org_name'],
    cell: ({ organization }) => organization?.name ?? t('all'),
  },
  { id: 'roles', header: t('roles'), cell: ({ roles }) => (roles.length > 0 ? <RoleNames codes={roles} /> : t('all')) },
  { id: 'from_date', header: t('from'), sortable: true, dates: 'day', cell: ({ fromDate }) => formatDate(fromDate) },
  {
    id: 'until_date',
    header: t('until'),
    sortable: true,
    dates: 'day',
    cell: ({ untilDate }) => formatDate(untilDate),
  },
  {
    id: 'created_by',
    header: t('createdBy'),
    cell: ({ createdBy }) => createdBy && `${createdBy.lastName}, ${createdBy.firstName}`,
  },
  { id: 'created', header: t('created'), dates: 'time', cell: ({ createdAt }) => formatInstant(createdAt, timezone) },
  {
    id: 'actions',
    header: t('actions'),
    action: true,
    csv: [],
    cell: (row) => (
      <HStack gap="1">
        <EditAnnouncement announcement={row} />
        <WithdrawAnnouncement announcement={row} />
      </HStack>
    ),
  },
];

/** The filters of the list of announcements. */
const announcementFilterFields = (t: TFunction<'announcements'>): FilterField[] =>
  filterFields(announcementFilters, { id: t('id'), title: t('name'), from_date: t('from'), until_date: t('until') });

/** The announcements to the users of all organizations, the newest first. */
export const announcementList = defineList({
  table: 'announcements',
  options: { sort: '-id' },
  query,
  connection: (data) => data.announcements,
  columns: announcementColumns,
  filters: announcementFilterFields,
  csvPath: '/api/announcements/datatable',
  canExport: ({ viewerCanExportUsers }) => viewerCanExportUsers,
  about: (t) => t('about'),
});

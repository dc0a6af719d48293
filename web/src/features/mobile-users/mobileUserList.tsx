import type { TFunction } from 'i18next';
import { MOBILE_PLATFORMS, mobileUserFilters } from '#rules/mobile-users/mobile-users.list';
import type { DataTableColumn } from '../../components/DataTable.tsx';
import { defineList, type ListViewer } from '../../components/ListPage.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { filterFields, type FilterField } from '../../components/tableFilters.ts';
import { TextLink } from '../../components/TextLink.tsx';
import { formatInstant } from '../../lib/dates.ts';
import { graphql } from '../../lib/graphql.ts';
import { nameInList } from '../../lib/nameInList.ts';
import { urls } from '../../lib/urls.ts';
import { MobileUsersPageDocument as query } from './gql/mobileUserList.ts';
import { SetMobileUserActive, type MobileUserRow } from './SetMobileUserActive.tsx';

graphql(`
  query MobileUsersPage(
    $first: Int
    $page: Int
    $search: String
    $orderBy: MobileUsersOrder
    $where: MobileUsersWhere
  ) {
    mobileUsers(first: $first, page: $page, search: $search, orderBy: $orderBy, where: $where) {
      edges {
        node {
          id
          databaseId
          email
          platform
          active
          registered
          lastSeen
          viewerCanUpdate
          patient {
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

const PLATFORMS = { IOS: 'iOS', ANDROID: 'Android' } as const;

/** The columns of the list of mobile users. The ids are the API's orderBy names. */
const mobileUserColumns = (
  t: TFunction<'mobile-users'>,
  { organization: { timezone } }: ListViewer,
): DataTableColumn<MobileUserRow>[] => [
  { id: 'id', header: t('id'), sortable: true, cell: ({ databaseId }) => databaseId },
  { id: 'email', header: t('email'), identity: true, sortable: true, cell: ({ email }) => email },
  {
    id: 'patient',
    header: t('patient'),
    cell: ({ patient }) => patient && <TextLink to={urls.patient(patient.databaseId)}>{nameInList(patient)}</TextLink>,
  },
  { id: 'platform', header: t('platform'), cell: ({ platform }) => PLATFORMS[platform] },
  {
    id: 'active',
    header: t('status'),
    cell: ({ active }) => (
      <StatusBadge tone={active ? 'success' : 'neutral'}>{t(active ? 'active' : 'disabled')}</StatusBadge>
    ),
  },
  {
    id: 'registered',
    header: t('registered'),
    sortable: true,
    dates: 'time',
    cell: ({ registered }) => formatInstant(registered, timezone),
  },
  {
    id: 'last_seen',
    header: t('lastSeen'),
    sortable: true,
    dates: 'time',
    cell: ({ lastSeen }) => (lastSeen ? formatInstant(lastSeen, timezone) : t('never')),
  },
  {
    id: 'actions',
    header: t('actions'),
    action: true,
    csv: [],
    cell: (row) => <SetMobileUserActive mobileUser={row} />,
  },
];

/** The filters of the list of mobile users. */
const mobileUserFilterFields = (t: TFunction<'mobile-users'>): FilterField[] =>
  filterFields(mobileUserFilters, {
    id: t('id'),
    email: t('email'),
    platform: {
      label: t('platform'),
      choices: MOBILE_PLATFORMS.map((value) => ({ value, label: value === 'ios' ? 'iOS' : 'Android' })),
    },
    active: t('active'),
    registered: t('registered'),
    last_seen: t('lastSeen'),
  });

/** The accounts of patients in the mobile app. */
export const mobileUserList = defineList({
  table: 'mobileUsers',
  options: { sort: 'email' },
  query,
  connection: (data) => data.mobileUsers,
  columns: mobileUserColumns,
  filters: mobileUserFilterFields,
  csvPath: '/api/mobile-users/datatable',
  canExport: ({ viewerCanExportPatients }) => viewerCanExportPatients,
  empty: 'noData',
  about: (t) => t('about'),
});

import type { TFunction } from 'i18next';
import { KeyRound, Lock, Mail, MailX, type LucideIcon } from 'lucide-react';
import { userFilters, USER_STATUSES, USER_TYPES } from '#rules/users/users.list';
import { HStack } from '@chakra-ui/react';
import type { DataTableColumn } from '../../components/DataTable.tsx';
import { defineList } from '../../components/ListPage.tsx';
import { StatusBadge, type StatusTone } from '../../components/StatusBadge.tsx';
import { filterFields, type FilterField } from '../../components/tableFilters.ts';
import { graphql } from '../../gql/gql.ts';
import type { UsersPageQuery } from '../../gql/graphql.ts';
import { UserMenuButton } from './UserMenuProvider.tsx';

const query = graphql(`
  query UsersPage(
    $first: Int
    $page: Int
    $search: String
    $orderBy: String
    $orderDir: SortDirection
    $filters: [TableFilter!]
  ) {
    users(first: $first, page: $page, search: $search, orderBy: $orderBy, orderDir: $orderDir, filters: $filters) {
      edges {
        node {
          ...UserMenu_user @unmask
          id
          databaseId
          email
          firstName
          lastName
          roleLabel
          userType
          status
          hasApi
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

type UserRow = UsersPageQuery['users']['edges'][number]['node'];

/** The icons of document 001, section 4: an envelope, a lock, a green dot and a gray dot. */
const looks: Record<NonNullable<UserRow['status']>, { tone: StatusTone; icon: LucideIcon | 'dot' }> = {
  ACTIVE: { tone: 'success', icon: 'dot' },
  INVITED: { tone: 'info', icon: Mail },
  LOCKED: { tone: 'danger', icon: Lock },
  EXPIRED: { tone: 'warning', icon: MailX },
  INACTIVE: { tone: 'neutral', icon: 'dot' },
};

/** The columns of the users' list. The ids are the API's orderBy names. */
const userColumns = (t: TFunction<'users'>): DataTableColumn<UserRow>[] => [
  { id: 'email', header: t('email'), identity: true, sortable: true, cell: ({ email }) => email },
  {
    id: 'last_name',
    header: t('name'),
    csv: ['last_name', 'first_name'],
    cell: ({ firstName, lastName }) => `${lastName}, ${firstName}`,
  },
  { id: 'role', header: t('role'), cell: ({ roleLabel }) => roleLabel },
  {
    id: 'status',
    header: t('status'),
    cell: ({ status, hasApi }) => (
      <HStack gap="2">
        {status ? <StatusBadge {...looks[status]}>{t(`statuses.${status}`)}</StatusBadge> : null}
        {hasApi ? (
          <StatusBadge tone="info" icon={KeyRound}>
            {t('api')}
          </StatusBadge>
        ) : null}
      </HStack>
    ),
  },
  { id: 'actions', header: t('actions'), action: true, csv: [], cell: (user) => <UserMenuButton user={user} /> },
];

const statusNames = { 0: 'INACTIVE', 1: 'ACTIVE', 2: 'INVITED', 3: 'EXPIRED', 4: 'LOCKED' } as const;
const typeNames = { Organization: 'ORGANIZATION', Group: 'GROUP', Location: 'LOCATION' } as const;

/** The filters of the users' list. */
const userFilterFields = (t: TFunction<'users'>): FilterField[] =>
  filterFields(userFilters, {
    id: t('id'),
    email: t('email'),
    first_name: t('firstName'),
    last_name: t('lastName'),
    active: {
      label: t('status'),
      choices: USER_STATUSES.map((value) => ({ value, label: t(`statuses.${statusNames[value]}`) })),
    },
    user_type: {
      label: t('userType'),
      choices: USER_TYPES.map((value) => ({ value, label: t(`userTypes.${typeNames[value]}`) })),
    },
    vent_access: t('ventilatorAccess'),
    created: t('created'),
  });

export const userList = defineList({
  table: 'users',
  query,
  connection: (data) => data.users,
  columns: userColumns,
  filters: userFilterFields,
  csvPath: '/api/users/datatable',
  canExport: ({ viewerCanExportUsers }) => viewerCanExportUsers,
});

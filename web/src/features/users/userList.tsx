import type { TFunction } from 'i18next';
import { KeyRound, Lock, Mail, MailX, type LucideIcon } from 'lucide-react';
import { ROLE_NAMES, userFilters, USER_STATUSES, USER_TYPES } from '#rules/users/users.list';
import { HStack } from '@chakra-ui/react';
import type { DataTableColumn } from '../../components/DataTable.tsx';
import { defineList, type ListViewer } from '../../components/ListPage.tsx';
import { StatusBadge, type StatusTone } from '../../components/StatusBadge.tsx';
import { filterFields, type FilterField } from '../../components/tableFilters.ts';
import { TextLink } from '../../components/TextLink.tsx';
import { formatDate, formatInstant } from '../../lib/dates.ts';
import { graphql } from '../../lib/graphql.ts';
import { panelOf } from './appliedFilters.ts';
import { urls } from '../../lib/urls.ts';
import { UsersPageDocument as query, type UsersPageQuery } from './gql/userList.ts';
import { UserMenuButton } from './UserMenuProvider.tsx';
import { STATUS_NAMES, TYPE_NAMES } from './userNames.ts';
import { SelectUser } from './UserSelection.tsx';

graphql(`
  query UsersPage($first: Int, $page: Int, $search: String, $orderBy: UsersOrder, $where: UsersWhere, $orgId: ID) {
    users(first: $first, page: $page, search: $search, orderBy: $orderBy, where: $where, orgId: $orgId) {
      edges {
        node {
          ...UserMenu_user @unmask
          id
          databaseId
          email
          firstName
          lastName
          roleLabel
          roleId
          userType
          status
          hasApi
          createdAt
          lastSuccessfulLogin
          organization {
            id
            name
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

type UserRow = UsersPageQuery['users']['edges'][number]['node'];

/** The icons of document 001, section 4: an envelope, a lock, a green dot and a gray dot. */
export const userStatusLooks: Record<NonNullable<UserRow['status']>, { tone: StatusTone; icon: LucideIcon | 'dot' }> = {
  ACTIVE: { tone: 'success', icon: 'dot' },
  INVITED: { tone: 'info', icon: Mail },
  LOCKED: { tone: 'danger', icon: Lock },
  EXPIRED: { tone: 'warning', icon: MailX },
  INACTIVE: { tone: 'neutral', icon: 'dot' },
};

/** The columns of the users' list. The ids are the API's orderBy names. `isGlobal`: of all organizations. */
const userColumns = (t: TFunction<'users'>, viewer: ListViewer, isGlobal: boolean): DataTableColumn<UserRow>[] => [
  { id: 'select', header: t('bulk.select'), action: true, csv: [], cell: (user) => <SelectUser user={user} /> },
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
    csv: ['last_name', 'first_name'],
    cell: ({ databaseId, firstName, lastName }) => (
      <TextLink to={urls.user(databaseId)}>{`${lastName}, ${firstName}`}</TextLink>
    ),
  },
  ...(isGlobal
    ? [{ id: 'org_name', header: t('organization'), cell: ({ organization }: UserRow) => organization.name }]
    : []),
  {
    id: 'role',
    header: t('role'),
    cell: ({ roleId, roleLabel }) =>
      roleId === null ? roleLabel : <TextLink to={urls.role(roleId)}>{roleLabel}</TextLink>,
  },
  {
    id: 'status',
    header: t('status'),
    cell: ({ status, hasApi }) => (
      <HStack gap="2" flexWrap="wrap">
        {status ? <StatusBadge {...userStatusLooks[status]}>{t(`statuses.${status}`)}</StatusBadge> : null}
        {hasApi ? (
          <StatusBadge tone="info" icon={KeyRound}>
            {t('api')}
          </StatusBadge>
        ) : null}
      </HStack>
    ),
  },
  { id: 'user_type', header: t('userType'), cell: ({ userType }) => userType && t(`userTypes.${userType}`) },
  {
    id: 'last_successful_login',
    header: t('lastLogin'),
    dates: 'time',
    sortable: true,
    cell: ({ lastSuccessfulLogin }) => formatInstant(lastSuccessfulLogin, viewer.organization.timezone),
  },
  {
    id: 'created',
    header: t('created'),
    dates: 'time',
    sortable: true,
    cell: ({ createdAt }) => formatInstant(createdAt, viewer.organization.timezone),
  },
  { id: 'actions', header: t('actions'), action: true, csv: [], cell: (user) => <UserMenuButton user={user} /> },
];

/** The days of the panel, from and to, in place of the days before and after by which the list filters. */
function createdText(t: TFunction<'users'>, condition: string, value: string): string | undefined {
  const { start, end } = panelOf([{ field: 'created', condition, value }]);
  if (start) return `${t('createdFrom')} ${formatDate(start)}`;
  return end ? `${t('createdTo')} ${formatDate(end)}` : undefined;
}

/** The filters of the users' list; by organization only where it has users of several. */
export const userFilterFields = (t: TFunction<'users'>, isGlobal: boolean): FilterField[] =>
  filterFields(userFilters, {
    id: t('id'),
    email: t('email'),
    first_name: t('firstName'),
    last_name: t('lastName'),
    org_name: t('organization'),
    role: { label: t('role'), choices: ROLE_NAMES.map((value) => ({ value, label: t(`roleNames.${value}`) })) },
    active: {
      label: t('status'),
      choices: USER_STATUSES.map((value) => ({ value, label: t(`statuses.${STATUS_NAMES[value]}`) })),
    },
    user_type: {
      label: t('userType'),
      choices: USER_TYPES.map((value) => ({ value, label: t(`userTypes.${TYPE_NAMES[value]}`) })),
    },
    vent_access: t('ventilatorAccess'),
    created: { label: t('created'), text: (condition, value) => createdText(t, condition, value) },
    last_successful_login: t('lastLogin'),
  }).filter(({ field }) => isGlobal || field !== 'org_name');

/** The list of the users of one organization, or of all that the viewer administers. `isGlobal`: of all organizations. */
export const userListOf = (orgId: string | null, isGlobal: boolean) =>
  defineList({
    table: 'users',
    options: { sort: 'email', hidden: ['user_type', 'created'] },
    query,
    more: { orgId },
    connection: (data) => data.users,
    columns: (t: TFunction<'users'>, viewer) => userColumns(t, viewer, isGlobal),
    filters: (t: TFunction<'users'>) => userFilterFields(t, isGlobal),
    csvPath: orgId ? `/api/orgs/${orgId}/users/datatable` : '/api/users/datatable',
    canExport: ({ viewerCanExportUsers }) => viewerCanExportUsers,
    empty: 'noData',
    about: (t) => t('about'),
  });

import type { TFunction } from 'i18next';
import { userFilters, USER_STATUSES } from '#rules/users/users.list';
import type { DataTableColumn } from '../../components/DataTable.tsx';
import { StatusBadge, type StatusTone } from '../../components/StatusBadge.tsx';
import { filterFields, type FilterField } from '../../components/tableFilters.ts';
import { graphql } from '../../gql/gql.ts';
import type { UsersTable_userFragment } from '../../gql/graphql.ts';

graphql(`
  fragment UsersTable_user on User {
    id
    databaseId
    email
    firstName
    lastName
    roleLabel
    status
  }
`);

const tones: Record<string, StatusTone> = {
  active: 'success',
  invited: 'warning',
  locked: 'danger',
  inactive: 'neutral',
};

/** The columns of the users' list. The ids are the API's orderBy names. */
export const userColumns = (t: TFunction<'users'>): DataTableColumn<UsersTable_userFragment>[] => [
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
    cell: ({ status }) =>
      status ? <StatusBadge tone={tones[status] ?? 'neutral'}>{t(`statuses.${status}`)}</StatusBadge> : null,
  },
];

const statusNames = { 0: 'inactive', 1: 'active', 2: 'invited', 4: 'locked' } as const;

/** What the users' list may be filtered by. */
export const userFilterFields = (t: TFunction<'users'>): FilterField[] =>
  filterFields(userFilters, {
    id: t('id'),
    email: t('email'),
    first_name: t('firstName'),
    last_name: t('lastName'),
    active: {
      label: t('status'),
      choices: USER_STATUSES.map((value) => ({ value, label: t(`statuses.${statusNames[value]}`) })),
    },
  });

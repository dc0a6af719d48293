import type { Viewer } from '../auth/viewer.ts';
import { inSearchText } from '../shared/list-text.ts';
import { listColumns, type ListDefinition, type ListSource } from '../shared/list.ts';
import { UserAccount } from './user-account.entity.ts';
import { Organization } from '../organizations/organization.entity.ts';
import { ROLE_NAMES, userFilters, USER_STATUSES, USER_TYPES, type UserStatus } from './users.list.rules.ts';
import { IN_STATUS, notInStatus } from './users-status.ts';

const othersThan = (type: string) =>
  USER_TYPES.filter((other) => other !== type)
    .map((other) => `'${other}'`)
    .join();

/** The user list: searchable, filterable and sortable columns. */
export const usersList: ListDefinition<UserAccount> = {
  entity: UserAccount,
  columns: {
    ...listColumns(userFilters, {
      id: { property: 'id', sortBy: 'id' },
      email: { property: 'email', searchedIn: 'searchText', sortBy: 'email' },
      first_name: { property: 'firstName', searchedIn: 'searchText' },
      last_name: { property: 'lastName', searchedIn: 'searchText', sortBy: 'lastName' },
      org_name: {
        property: 'orgId',
        lookup: { entity: Organization, key: 'org_id' },
        meaning: 'Name of the organization.',
      },
      role: {
        property: 'id',
        meaning: 'Name of the role, such as org.ep.admin.',
        choices: ROLE_NAMES,
        rowsOf: (role, user) =>
          `exists (select from user_roles m join roles l on l.id = m.role_id where m.user_id = ${user}.id and l.name = '${role}')`,
      },
      active: {
        property: 'active',
        meaning: 'Status in the list of users.',
        choices: USER_STATUSES,
        rowsOf: (status, user) => IN_STATUS[status as UserStatus](user),
        rowsExcept: (status, user) => notInStatus(status as UserStatus, user),
      },
      user_type: {
        property: 'userType',
        meaning: 'Part of the organization that the user sees.',
        choices: USER_TYPES,
        rowsOf: (type, user) => `${user}.user_type = '${type}'`,
        rowsExcept: (type, user) => `${user}.user_type in (${othersThan(type)})`,
      },
      vent_access: { property: 'mvcEnabled', meaning: 'True for a user who sees patients on a ventilator.' },
      created: { property: 'createdAt', meaning: 'Time at which the account was created.', sortBy: 'createdAt' },
      last_successful_login: {
        property: 'lastSuccessfulLogin',
        meaning: 'Time of the last sign-in; empty for a user who has not signed in yet.',
        sortBy: 'lastSuccessfulLogin',
      },
    }),
    // Without case and accents: names that begin with two letters (search-results.reads.ts).
    name: {
      property: 'nameKey',
      type: 'text',
      sortBy: 'nameKey',
      isFilter: false,
      meaning: 'Family name, then given name.',
    },
  },
  search: (word) => inSearchText('searchText', word),
  defaultOrder: 'email',
  maxPage: 500,
};

/** The users of one organization. */
export const usersOfOrganization = (orgId: number): ListSource<UserAccount> => ({ list: usersList, within: { orgId } });

/**
 * The users that the viewer administers: of all organizations for users who may view any user and act in none of them,
 * else of one organization.
 * Row-level security leaves those of the viewer's locations or groups. The names of partners' users are in no list.
 */
export const usersOf = (viewer: Viewer): ListSource<UserAccount> =>
  viewer.can('viewAny.user') && viewer.actingOrgId === null ? usersList : usersOfOrganization(viewer.workOrgId);

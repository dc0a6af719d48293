import type { Viewer } from '../auth/viewer.ts';
import { escapeLike } from '../shared/list.conditions.ts';
import { columnsOf, type ListDefinition, type ListSource } from '../shared/list.ts';
import { User } from './user.entity.ts';
import { userFilters, USER_STATUSES, type UserStatus } from './users.list.rules.ts';

/** The SQL of `userStatusOf`, which computes the status of a row in TypeScript. */
const IN_STATUS: Record<UserStatus, (user: string) => string> = {
  0: (u) => `not ${u}.active`,
  1: (u) => `${u}.active and not ${u}.locked and ${u}.email_verified_at is not null`,
  2: (u) => `${u}.active and ${u}.email_verified_at is null`,
  4: (u) => `${u}.active and ${u}.locked and ${u}.email_verified_at is not null`,
};

/** The user list: searchable, filterable and sortable columns. */
export const usersList: ListDefinition<User> = {
  entity: User,
  columns: columnsOf(userFilters, {
    id: { property: 'id', sortBy: 'id' },
    email: { property: 'email', sortBy: 'email' },
    first_name: { property: 'firstName' },
    last_name: { property: 'lastName' },
    active: {
      property: 'active',
      choices: USER_STATUSES,
      rowsOf: (status, user) => IN_STATUS[status as UserStatus](user),
    },
  }),
  search: (word) => {
    const like = { $ilike: `%${escapeLike(word)}%` };
    return { $or: [{ email: like }, { firstName: like }, { lastName: like }] };
  },
  defaultOrder: 'email',
  maxPage: 500,
};

/** The users of the viewer's own organization. The viewer sees the names of partners' users but not their list. */
export const usersOf = (viewer: Viewer): ListSource<User> => ({
  list: usersList,
  within: { organization: viewer.orgId },
});

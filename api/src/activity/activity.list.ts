import type { FilterQuery } from '@mikro-orm/core';
import { hasWord } from '../shared/list-text.ts';
import { listColumns, type ListDefinition, type ListSource } from '../shared/list.ts';
import { amongValues, containsText } from '../shared/list-values.ts';
import { ActivityLine } from './activity-line.entity.ts';
import { activityFilters, OUTCOMES } from './activity.list.rules.ts';
import { Login } from './login.entity.ts';
import { operationsIn } from './operations.ts';
import { UserChange } from './user-change.entity.ts';

/** The sign-ins of a user, searchable by address and user agent. */
export const loginsList: ListDefinition<Login> = {
  entity: Login,
  columns: {
    id: { property: 'id', type: 'integer', sortBy: 'id' },
    user_agent: { property: 'userAgent', type: 'text' },
    login_at: { property: 'loginAt', type: 'date', sortBy: 'loginAt' },
    logout_at: { property: 'logoutAt', type: 'date' },
  },
  search: (word) => hasWord(['userAgent', 'ip'], word),
  defaultOrder: 'login_at',
  maxPage: 100,
};

/** What was done to a user, searchable by the event. */
export const userChangesList: ListDefinition<UserChange> = {
  entity: UserChange,
  columns: {
    id: { property: 'id', type: 'integer', sortBy: 'id' },
    event: { property: 'event', type: 'text' },
    created_at: { property: 'createdAt', type: 'date', sortBy: 'createdAt' },
  },
  search: (word) => hasWord(['event'], word),
  defaultOrder: 'created_at',
  maxPage: 100,
};

/** What users did, searchable by the operation. */
export const activityList: ListDefinition<ActivityLine> = {
  entity: ActivityLine,
  columns: listColumns(activityFilters, {
    created_at: { property: 'createdAt', sortBy: 'createdAt' },
    user_id: { property: 'actorUserId', meaning: 'Integer id of the user who did it.' },
    org_id: { property: 'orgId', meaning: 'Integer id of the organization of the user who did it.' },
    event: {
      property: 'operation',
      meaning: 'Name of the operation.',
      values: {
        column: 'operation',
        read: async (ctx, within) => (await operationsIn(ctx, within)).map((name) => ({ value: name, text: name })),
      },
    },
    outcome: { property: 'outcome', choices: OUTCOMES },
  }),
  search: async (word, ctx, within) => {
    const names = await operationsIn(ctx, within);
    return amongValues(
      'operation',
      names.filter((name) => containsText(name, word)),
    ) as FilterQuery<ActivityLine>;
  },
  defaultOrder: 'created_at',
  maxPage: 100,
};

export const loginsOf = (user: { id: number }): ListSource<Login> => ({
  list: loginsList,
  within: { userId: user.id },
});

export const userChangesOf = (user: { id: number }): ListSource<UserChange> => ({
  list: userChangesList,
  within: { userId: user.id },
});

export const activityOf = (user: { id: number }): ListSource<ActivityLine> => ({
  list: activityList,
  within: { actorUserId: user.id },
});

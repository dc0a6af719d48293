import { inSearchText } from '../shared/list-text.ts';
import { listColumns, type ListDefinition } from '../shared/list.ts';
import { MobileUser } from './mobile-user.entity.ts';
import { MOBILE_PLATFORMS, mobileUserFilters } from './mobile-users.list.rules.ts';

/** The list of mobile users: searchable, filterable and sortable columns. The search matches the address. */
export const mobileUsersList: ListDefinition<MobileUser> = {
  entity: MobileUser,
  columns: listColumns(mobileUserFilters, {
    id: { property: 'id', sortBy: 'id' },
    email: { property: 'email', searchedIn: 'searchText', sortBy: 'email' },
    platform: { property: 'platform', choices: MOBILE_PLATFORMS },
    active: { property: 'active' },
    registered: { property: 'registeredAt', sortBy: 'registeredAt' },
    last_seen: { property: 'lastSeenAt', sortBy: 'lastSeenAt' },
  }),
  search: (word) => inSearchText('searchText', word),
  defaultOrder: 'email',
  maxPage: 500,
};

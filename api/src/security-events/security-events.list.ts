import { inSearchText } from '../shared/list.text.ts';
import { listColumns, type ListDefinition } from '../shared/list.ts';
import { SECURITY_EVENTS } from '../shared/security-log.rules.ts';
import { SecurityEvent } from './security-event.entity.ts';
import { securityEventFilters } from './security-events.list.rules.ts';

/** What was refused, searchable by account and address. */
export const securityEventsList: ListDefinition<SecurityEvent> = {
  entity: SecurityEvent,
  columns: listColumns(securityEventFilters, {
    last_at: { property: 'lastAt', sortBy: 'lastAt' },
    kind: { property: 'kind', choices: SECURITY_EVENTS },
    account: { property: 'account', searchedIn: 'searchText' },
    address: { property: 'address', searchedIn: 'searchText' },
    count: { property: 'count' },
    user_id: { property: 'userId' },
    org_id: { property: 'orgId' },
  }),
  search: (word) => inSearchText('searchText', word),
  defaultOrder: 'last_at',
  maxPage: 100,
};

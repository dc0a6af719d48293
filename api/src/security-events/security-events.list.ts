import { inSearchText } from '../shared/list-text.ts';
import { listColumns, type ListDefinition } from '../shared/list.ts';
import { SECURITY_EVENTS } from '../shared/security-log.rules.ts';
import { SecurityEvent } from './security-event.entity.ts';
import { securityEventFilters } from './security-events.list.rules.ts';

/** The other kinds: an index finds these, and not what differs from one. */
const othersThan = (kind: string) =>
  SECURITY_EVENTS.filter((other) => other !== kind)
    .map((other) => `'${other}'`)
    .join();

/** What was refused, searchable by account and address. */
export const securityEventsList: ListDefinition<SecurityEvent> = {
  entity: SecurityEvent,
  columns: listColumns(securityEventFilters, {
    last_at: { property: 'lastAt', sortBy: 'lastAt' },
    kind: {
      property: 'kind',
      choices: SECURITY_EVENTS,
      rowsOf: (kind, event) => `${event}.kind = '${kind}'`,
      rowsExcept: (kind, event) => `${event}.kind in (${othersThan(kind)})`,
    },
    account: { property: 'account', searchedIn: 'searchText' },
    address: { property: 'address', searchedIn: 'searchText' },
    org_id: { property: 'orgId', meaning: 'Integer id of the organization.' },
  }),
  search: (word) => inSearchText('searchText', word),
  defaultOrder: 'last_at',
  maxPage: 100,
};

import type { Machine } from '../machines/machine.entity.ts';
import { hasWord } from '../shared/list-text.ts';
import type { ListDefinition, ListSource } from '../shared/list.ts';
import { UsageDateChange } from './usage-date-change.entity.ts';

/** Lines of a page of the audit log (document 001, section 9), and at most. */
export const DATE_LOG_PAGE = 25;
export const MAX_LOG_PAGE = 100;

/** The date changes of a machine, searchable by the e-mail address of the user who made them. */
export const usageDateChangesList: ListDefinition<UsageDateChange> = {
  entity: UsageDateChange,
  columns: {
    created_at: { property: 'createdAt', type: 'date', sortBy: 'createdAt' },
    email: { property: 'email', type: 'text' },
    source: { property: 'source', type: 'text' },
  },
  search: (word) => hasWord(['email'], word),
  defaultOrder: 'created_at',
  maxPage: MAX_LOG_PAGE,
};

/** Selects the date changes of a machine, of patients that the viewer may see. */
export const changesOfMachine = (machine: Machine): ListSource<UsageDateChange> => ({
  list: usageDateChangesList,
  within: { machineId: machine.id },
});

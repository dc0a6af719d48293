import { hasWord } from '../shared/list-text.ts';
import type { ListDefinition } from '../shared/list.ts';
import { ConnectionRecord } from './communication.entity.ts';

export const MAX_CONNECTIONS_PAGE = 100;

/**
 * The sessions of a machine or an assignment: searchable, filterable and sortable columns. Sessions of one machine never
 * overlap, so order by end equals order by start, which an index serves. A running session is the newest.
 */
export const sessionsList: ListDefinition<ConnectionRecord> = {
  entity: ConnectionRecord,
  columns: {
    start_time: { property: 'startTime', type: 'date', sortBy: 'startTime' },
    end_time: { property: 'endTime', type: 'date', sortBy: 'startTime' },
    exit_flag: { property: 'exitFlag', type: 'text' },
    terminal_type: { property: 'terminalType', type: 'integer' },
  },
  search: (word) => hasWord(['exitFlag'], word),
  defaultOrder: 'end_time',
  maxPage: MAX_CONNECTIONS_PAGE,
};

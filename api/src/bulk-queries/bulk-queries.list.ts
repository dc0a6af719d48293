import { hasWord } from '../shared/list-text.ts';
import type { ListDefinition } from '../shared/list.ts';
import { BulkQuery } from './bulk-query.entity.ts';

/** The bulk queries of the viewer, searchable by their documents. */
export const bulkQueriesList: ListDefinition<BulkQuery> = {
  entity: BulkQuery,
  columns: { id: { property: 'id', type: 'integer', sortBy: 'id' } },
  search: (word) => hasWord(['query'], word),
  defaultOrder: 'id',
  maxPage: 100,
};

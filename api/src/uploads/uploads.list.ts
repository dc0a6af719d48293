import { escapeLike, reducedTo } from '../shared/list-text.ts';
import { listColumns, type ListDefinition } from '../shared/list.ts';
import { Upload } from './upload.entity.ts';
import { UPLOAD_STATES, uploadFilters } from './uploads.list.rules.ts';

/** The list of uploads: searchable, filterable and sortable columns. The search matches the serial number. */
export const uploadsList: ListDefinition<Upload> = {
  entity: Upload,
  columns: listColumns(uploadFilters, {
    id: { property: 'id', sortBy: 'id' },
    created: { property: 'createdAt', sortBy: 'createdAt' },
    sent_by: { property: 'sentBy', sortBy: 'sentBy' },
    serial: { property: 'serial', code: 'serial', sortBy: 'serial' },
    state: { property: 'state', choices: UPLOAD_STATES },
  }),
  search: (word) => ({ serial: { $ilike: `%${escapeLike(reducedTo('serial', word))}%` } }),
  defaultOrder: 'created',
  maxPage: 500,
};

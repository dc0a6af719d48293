import { hasWord } from '../shared/list-text.ts';
import { listColumns, type ListDefinition } from '../shared/list.ts';
import { SampleItem } from './sample-item.entity.ts';
import { sampleItemFilters } from './sample-items.list.rules.ts';

/** The list of sample items: searchable, filterable and sortable columns. The search matches the name. */
export const sampleItemsList: ListDefinition<SampleItem> = {
  entity: SampleItem,
  columns: listColumns(sampleItemFilters, {
    id: { property: 'id', sortBy: 'id' },
    name: { property: 'name', sortBy: 'name' },
  }),
  search: (word) => hasWord(['name'], word),
  defaultOrder: 'name',
  maxPage: 500,
};

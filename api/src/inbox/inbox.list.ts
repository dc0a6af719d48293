import { hasWord } from '../shared/list-text.ts';
import type { ListDefinition } from '../shared/list.ts';
import { InboxItem } from './inbox-item.entity.ts';

/** The inbox of the viewer, searchable by the text of messages. */
export const inboxList: ListDefinition<InboxItem> = {
  entity: InboxItem,
  columns: { id: { property: 'id', type: 'integer', sortBy: 'id' } },
  search: (word) => hasWord(['orgMessage.html'], word),
  defaultOrder: 'id',
  maxPage: 100,
};

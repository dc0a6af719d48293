import { hasWord } from '../shared/list-text.ts';
import type { ListDefinition } from '../shared/list.ts';
import { OrgMessage } from './org-message.entity.ts';

/** The sent messages, searchable by text and recipient. */
export const orgMessagesList: ListDefinition<OrgMessage> = {
  entity: OrgMessage,
  columns: {
    id: { property: 'id', type: 'integer', sortBy: 'id' },
    message: { property: 'html', type: 'text', meaning: 'The text as HTML.' },
  },
  search: (word) => hasWord(['html', 'recipient.email', 'recipient.firstName', 'recipient.lastName'], word),
  defaultOrder: 'id',
  maxPage: 100,
};

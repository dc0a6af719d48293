import { escapeLike } from '../shared/list.conditions.ts';
import type { ListDefinition } from '../shared/list.ts';
import { OrgMessage } from './org-message.entity.ts';

/** The sent messages, searchable by text and recipient. */
export const orgMessagesList: ListDefinition<OrgMessage> = {
  entity: OrgMessage,
  columns: {
    id: { property: 'id', type: 'integer', sortBy: 'id' },
    message: { property: 'html', type: 'text' },
  },
  search: (word) => {
    const like = { $ilike: `%${escapeLike(word)}%` };
    return {
      $or: [
        { html: like },
        { recipient: { email: like } },
        { recipient: { firstName: like } },
        { recipient: { lastName: like } },
      ],
    };
  },
  defaultOrder: 'id',
  maxPage: 100,
};

import { hasWord } from '../shared/list-text.ts';
import { listColumns, type ListDefinition } from '../shared/list.ts';
import { SuppressedEmail } from './suppressed-email.entity.ts';
import { suppressedEmailFilters } from './suppressed-emails.list.rules.ts';

/** The suppressed addresses, searchable by a part of the address. */
export const suppressedEmailsList: ListDefinition<SuppressedEmail> = {
  entity: SuppressedEmail,
  columns: listColumns(suppressedEmailFilters, {
    email: { property: 'email', sortBy: 'email' },
    reason: { property: 'reason' },
  }),
  search: (word) => hasWord(['email'], word),
  defaultOrder: 'email',
  maxPage: 500,
};

import { escapeLike } from '../shared/list.conditions.ts';
import type { ListDefinition } from '../shared/list.ts';
import { plainText } from '../shared/text.rules.ts';
import { Organization } from './organization.entity.ts';

/** The list of organizations: searchable, filterable and sortable columns. The search matches the name. */
export const organizationsList: ListDefinition<Organization> = {
  entity: Organization,
  columns: {
    id: { property: 'id', type: 'integer', sortBy: 'id' },
    name: { property: 'name', type: 'text', searchedIn: 'nameKey', sortBy: 'nameKey' },
  },
  search: (word) => ({ nameKey: { $ilike: `%${escapeLike(plainText(word))}%` } }),
  defaultOrder: 'name',
  maxPage: 500,
};

/** Those in which support staff may act: active ones, and not its own kind. switch_organization() has the same rule. */
export const switchable = { active: true, organizationType: { kind: { $ne: 'support' } } };

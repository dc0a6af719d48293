import type { Viewer } from '../auth/viewer.ts';
import { inSearchText } from '../shared/list-text.ts';
import { listColumns, type ListDefinition, type ListSource } from '../shared/list.ts';
import { Organization } from './organization.entity.ts';
import { organizationFilters } from './organizations.list.rules.ts';

/** The list of organizations: searchable, filterable and sortable columns. The search matches the name. */
export const organizationsList: ListDefinition<Organization> = {
  entity: Organization,
  columns: listColumns(organizationFilters, {
    id: { property: 'id', sortBy: 'id' },
    name: { property: 'name', searchedIn: 'nameKey', sortBy: 'nameKey' },
    type: { property: 'organizationType', meaning: 'Integer id of the organization type.' },
    status: { property: 'active', meaning: 'False for an organization whose users cannot sign in.' },
    created_at: { property: 'createdAt', meaning: 'Time at which the organization was created.', sortBy: 'createdAt' },
  }),
  search: (word) => inSearchText('nameKey', word),
  defaultOrder: 'name',
  maxPage: 500,
};

/** The organizations that support staff lists: all of them, or the one in which they act. */
export const organizationsOf = ({ actingOrgId }: Viewer): ListSource<Organization> =>
  actingOrgId === null ? organizationsList : { list: organizationsList, within: { id: actingOrgId } };

/** Those in which support staff may act: active ones, and not its own kind. switch_organization() has the same rule. */
export const switchable = { active: true, organizationType: { kind: { $ne: 'support' } } };

import type { Viewer } from '../auth/viewer.ts';
import { hasWord } from '../shared/list-text.ts';
import { listColumns, type ListDefinition, type ListSource } from '../shared/list.ts';
import { TrustedDomain } from './trusted-domain.entity.ts';
import { trustedDomainFilters } from './trusted-domains.list.rules.ts';

/** The list of trusted domains: searchable, filterable and sortable columns. The search matches the name. */
export const trustedDomainsList: ListDefinition<TrustedDomain> = {
  entity: TrustedDomain,
  columns: listColumns(trustedDomainFilters, {
    id: { property: 'id', sortBy: 'id' },
    name: { property: 'name', sortBy: 'name' },
  }),
  search: (word) => hasWord(['name'], word),
  defaultOrder: 'name',
  maxPage: 500,
};

/** Those of the viewer's organization; row-level security shows support staff all. */
export const trustedDomainsOf = (viewer: Viewer): ListSource<TrustedDomain> => ({
  list: trustedDomainsList,
  within: { orgId: viewer.workOrgId },
});

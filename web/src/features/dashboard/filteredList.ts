import type { DashboardCards_cardFragment } from '../../gql/graphql.ts';
import { urls } from '../../lib/urls.ts';

const lists: Record<string, string> = { patients: urls.patients, users: urls.users };

/** Returns the address of the list behind a card, with the filter of the count (read by useTableState). */
export const filteredList = ({
  list,
  field,
  value,
}: Pick<DashboardCards_cardFragment, 'list' | 'field' | 'value'>): string =>
  `${lists[list] ?? '/'}?${new URLSearchParams({ [`f[${field}]`]: `equal:${value}` })}`;

import type { DashboardCards_cardFragment } from '../../gql/graphql.ts';
import { urls } from '../../lib/urls.ts';

const lists: Record<string, string> = { patients: urls.patients, users: urls.users };

/** The address of the table behind a card, under the filter that was counted (useTableState reads it). */
export const filteredList = ({
  list,
  field,
  value,
}: Pick<DashboardCards_cardFragment, 'list' | 'field' | 'value'>): string =>
  `${lists[list] ?? '/'}?${new URLSearchParams({ [`f[${field}]`]: `equal:${value}` })}`;

import type { DashboardList } from '../../gql/schema.ts';
import { urls } from '../../lib/urls.ts';
import type { DashboardCards_cardFragment } from './gql/DashboardCards.ts';

const lists: Record<DashboardList, string> = { PATIENTS: urls.patients, USERS: urls.users };

/** Returns the address of the list behind a card, with the filter of the count (read by useTableState). */
export const filteredList = ({
  list,
  field,
  value,
}: Pick<DashboardCards_cardFragment, 'list' | 'field' | 'value'>): string =>
  `${lists[list]}?${new URLSearchParams({ [`f[${field}]`]: `equal:${value}` })}`;

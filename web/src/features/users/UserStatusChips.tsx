import { Button, HStack } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { USER_STATUSES } from '#rules/users/users.list';
import type { TableState } from '../../components/useTableState.ts';
import type { UsersWhere } from '../../gql/schema.ts';
import { graphql } from '../../lib/graphql.ts';
import { formatCount } from '../../lib/numberLocale.ts';
import { panelOf, withPanel } from './appliedFilters.ts';
import { useUserStatusCountsQuery } from './gql/UserStatusChips.ts';
import { STATUS_NAMES } from './userNames.ts';

graphql(`
  query UserStatusCounts($search: String, $where: UsersWhere, $orgId: ID) {
    userStatusCounts(search: $search, where: $where, orgId: $orgId) {
      status
      count
      countIsCapped
    }
  }
`);

/**
 * A chip for each status with the number of users that the search and the other filters leave. A chip filters the list;
 * the pressed one removes its filter.
 */
export function UserStatusChips({ table, orgId }: { table: TableState; orgId: string | null }) {
  const { t } = useTranslation('users');
  const { search } = table.variables;
  // The counts are those of every status, whichever one is pressed.
  const { status: _pressed, ...where }: UsersWhere = table.variables.where ?? {};
  const { data, previousData } = useUserStatusCountsQuery({
    variables: { search, where, orgId },
    fetchPolicy: 'cache-and-network',
  });
  const counts = new Map(
    (data ?? previousData)?.userStatusCounts.map(({ status, count, countIsCapped }) => [
      status,
      formatCount(count) + (countIsCapped ? '+' : ''),
    ]),
  );
  const panel = panelOf(table.filters);

  return (
    <HStack as="ul" listStyleType="none" aria-label={t('statusCounts')} gap="2" mb="3" flexWrap="wrap">
      {USER_STATUSES.map((value) => {
        const isPressed = panel.active === value;
        return (
          <li key={value}>
            <Button
              size="xs"
              variant="outline"
              aria-pressed={isPressed}
              onClick={() => table.setFilters(withPanel(table.filters, { ...panel, active: isPressed ? null : value }))}
            >
              {t(`statuses.${STATUS_NAMES[value]}`)}
              <span>{counts.get(STATUS_NAMES[value]) ?? '–'}</span>
            </Button>
          </li>
        );
      })}
    </HStack>
  );
}

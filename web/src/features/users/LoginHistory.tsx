import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { graphql } from '../../lib/graphql.ts';
import { useShown } from '../../lib/useShown.ts';
import { useInstantFormat } from '../../lib/viewer.ts';
import { useUserLoginsQuery } from './gql/LoginHistory.ts';
import { logPage, LogTable } from './LogTable.tsx';

graphql(`
  query UserLogins($userId: ID!, $first: Int!, $page: Int!) {
    userLogins(userId: $userId, first: $first, page: $page) {
      edges {
        node {
          databaseId
          client
          userAgent
          ip
          loginAt
          logoutAt
        }
      }
      totalCount
      totalCountIsCapped
    }
  }
`);

/** Returns a time of the login history as shown: "an invalid date shows 'No date logged'" (document 001, section 3). */
export const loggedTime = (time: string, format: (time: string) => string, noDate: string): string =>
  format(time) || noDate;

/** The sign-ins of a user, newest first: '--' for one without a sign-out (document 001, section 3). */
export function LoginHistory({ user }: { user: { id: string } }) {
  const { t } = useTranslation('activity');
  const format = useInstantFormat();
  const [page, setPage] = useState(1);
  const { data, loading, error, refetch } = useUserLoginsQuery({
    variables: { userId: user.id, first: logPage, page },
    fetchPolicy: 'network-only',
  });
  const logins = useShown({ data, error }, page).shown?.userLogins;
  const rows = logins?.edges.map(({ node }) => ({
    key: node.databaseId,
    cells: [
      node.databaseId,
      <span key="client" title={node.userAgent ?? undefined}>
        {node.client ?? node.userAgent ?? t('unknownClient')}
      </span>,
      node.ip ?? '--',
      loggedTime(node.loginAt, format, t('noDate')),
      node.logoutAt === null ? '--' : loggedTime(node.logoutAt, format, t('noDate')),
    ],
  }));
  return (
    <LogTable
      label={t('loginHistory')}
      columns={[t('id'), t('client'), t('address'), t('loginAt'), t('logoutAt')]}
      rows={rows}
      total={logins?.totalCount ?? 0}
      isCapped={logins?.totalCountIsCapped ?? false}
      csvPath={`/api/users/${user.id}/history/datatable`}
      page={page}
      onPage={setPage}
      loading={loading}
      error={error}
      onRetry={() => void refetch()}
    />
  );
}

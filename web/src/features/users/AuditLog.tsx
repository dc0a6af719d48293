import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { graphql } from '../../lib/graphql.ts';
import { useShown } from '../../lib/useShown.ts';
import { useInstantFormat } from '../../lib/viewer.ts';
import { useUserAuditLogQuery } from './gql/AuditLog.ts';
import { logPage, LogTable } from './LogTable.tsx';
import { UserChanges } from './UserChanges.tsx';

graphql(`
  query UserAuditLog($userId: ID!, $first: Int!, $page: Int!) {
    userAuditLog(userId: $userId, first: $first, page: $page) {
      edges {
        node {
          databaseId
          event
          createdAt
          actor {
            id
            firstName
            lastName
          }
          fields {
            field
            before
            after
          }
        }
      }
      totalCount
      totalCountIsCapped
    }
  }
`);

/** What was done to a user, newest first: each changed field with its value before and after. */
export function AuditLog({ user }: { user: { id: string } }) {
  const { t } = useTranslation('activity');
  const format = useInstantFormat();
  const [page, setPage] = useState(1);
  const { data, loading, error, refetch } = useUserAuditLogQuery({
    variables: { userId: user.id, first: logPage, page },
    fetchPolicy: 'network-only',
  });
  const log = useShown({ data, error }, page).shown?.userAuditLog;
  const rows = log?.edges.map(({ node }) => ({
    key: node.databaseId,
    cells: [
      format(node.createdAt),
      t(`events.${node.event}`),
      node.actor ? `${node.actor.lastName}, ${node.actor.firstName}` : t('system'),
      <UserChanges key="changes" event={node.event} fields={node.fields} />,
    ],
  }));
  return (
    <LogTable
      label={t('auditLog')}
      columns={[t('time'), t('event'), t('actor'), t('changes')]}
      rows={rows}
      total={log?.totalCount ?? 0}
      isCapped={log?.totalCountIsCapped ?? false}
      csvPath={`/api/users/${user.id}/audit_log/datatable`}
      page={page}
      onPage={setPage}
      loading={loading}
      error={error}
      onRetry={() => void refetch()}
    />
  );
}

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { graphql } from '../../lib/graphql.ts';
import { useShown } from '../../lib/useShown.ts';
import { useInstantFormat } from '../../lib/viewer.ts';
import { ActivityProperties } from './ActivityProperties.tsx';
import { useUserActivityQuery } from './gql/ActivityLog.ts';
import { logPage, LogTable } from './LogTable.tsx';

graphql(`
  query UserActivity($userId: ID!, $first: Int!, $page: Int!) {
    userActivity(userId: $userId, first: $first, page: $page) {
      edges {
        node {
          databaseId
          event
          description
          createdAt
          properties {
            name
            value
          }
        }
      }
      totalCount
      totalCountIsCapped
    }
  }
`);

/** What a user did, newest first. */
export function ActivityLog({ user }: { user: { id: string } }) {
  const { t } = useTranslation('activity');
  const format = useInstantFormat();
  const [page, setPage] = useState(1);
  const { data, loading, error, refetch } = useUserActivityQuery({
    variables: { userId: user.id, first: logPage, page },
    fetchPolicy: 'network-only',
  });
  const log = useShown({ data, error }, page).shown?.userActivity;
  const rows = log?.edges.map(({ node }) => ({
    key: node.databaseId,
    cells: [
      format(node.createdAt),
      <span key="description" title={node.event}>
        {node.description}
      </span>,
      <ActivityProperties key="properties" properties={node.properties} />,
    ],
  }));
  return (
    <LogTable
      label={t('activityLog')}
      columns={[t('time'), t('description'), t('properties')]}
      rows={rows}
      total={log?.totalCount ?? 0}
      isCapped={log?.totalCountIsCapped ?? false}
      csvPath={`/api/support/activity-logs/user/${user.id}`}
      page={page}
      onPage={setPage}
      loading={loading}
      error={error}
      onRetry={() => void refetch()}
    />
  );
}

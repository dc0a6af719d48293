import { Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { graphql } from '../../gql/gql.ts';
import type { UserAuditLogQuery } from '../../gql/graphql.ts';
import { useUserAuditLogQuery } from '../../gql/hooks.ts';
import { isTextKey } from '../../lib/textKey.ts';
import { useInstantFormat } from '../../lib/viewer.ts';
import { logPage, LogTable } from './LogTable.tsx';

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

type Change = UserAuditLogQuery['userAuditLog']['edges'][number]['node']['fields'][number];

/** What was done to a user, newest first: each changed field with its value before and after. */
export function AuditLog({ user }: { user: { id: string } }) {
  const { t } = useTranslation('activity');
  const format = useInstantFormat();
  const [page, setPage] = useState(1);
  const { data, previousData, loading, error, refetch } = useUserAuditLogQuery({
    variables: { userId: user.id, first: logPage, page },
    fetchPolicy: 'network-only',
  });
  const log = (data ?? previousData)?.userAuditLog;
  const rows = log?.edges.map(({ node }) => ({
    key: node.databaseId,
    cells: [
      format(node.createdAt),
      t(`events.${node.event}`),
      node.actor ? `${node.actor.lastName}, ${node.actor.firstName}` : t('system'),
      <Changes key="changes" fields={node.fields} />,
    ],
  }));
  return (
    <LogTable
      label={t('auditLog')}
      columns={[t('time'), t('event'), t('actor'), t('changes')]}
      rows={rows}
      total={log?.totalCount ?? 0}
      isCapped={log?.totalCountIsCapped ?? false}
      page={page}
      onPage={setPage}
      loading={loading}
      error={error}
      onRetry={() => void refetch()}
    />
  );
}

function Changes({ fields }: { fields: readonly Change[] }) {
  const { t, i18n } = useTranslation('activity');
  const nameOf = (field: string) => {
    const key = `fields.${field}`;
    return isTextKey(i18n, 'activity', key) ? t(key) : field;
  };
  return (
    <Stack as="ul" gap="0.5" listStyleType="none">
      {fields.map(({ field, before, after }) => (
        <li key={field}>
          <Text as="span" fontWeight="medium">
            {nameOf(field)}
          </Text>
          {field === 'password' ? null : `: ${t('change', { before: before || '–', after: after || '–' })}`}
        </li>
      ))}
    </Stack>
  );
}

import { Badge, Box, Button, HStack, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/Card.tsx';
import { useConfirm } from '../../components/ConfirmDialog.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { SkeletonLines } from '../../components/Skeletons.tsx';
import { toaster } from '../../components/Toaster.tsx';
import { graphql } from '../../gql/gql.ts';
import type { UserSessionsQuery } from '../../gql/graphql.ts';
import { useEndUserSession, useUserSessionsQuery } from '../../gql/hooks.ts';
import { useInstantFormat } from '../../lib/viewer.ts';

graphql(`
  query UserSessions($userId: ID!) {
    userSessions(userId: $userId) {
      databaseId
      client
      ip
      loginAt
      lastSeenAt
      isCurrent
    }
  }

  mutation EndUserSession($input: EndUserSessionInput!) {
    endUserSession(input: $input) {
      user {
        id
      }
      ...UserErrors
    }
  }
`);

type Session = UserSessionsQuery['userSessions'][number];

/** The sessions in which a user is signed in; `mayEnd`: whether the viewer may sign the user out of them. */
export function UserSessions({ user, mayEnd }: { user: { id: string }; mayEnd: boolean }) {
  const { t } = useTranslation('activity');
  const { data, error, refetch } = useUserSessionsQuery({
    variables: { userId: user.id },
    fetchPolicy: 'cache-and-network',
  });
  const sessions = data?.userSessions;
  return (
    <Card title={t('sessions')}>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !sessions ? (
        <SkeletonLines lines={2} />
      ) : sessions.length === 0 ? (
        <EmptyState text={t('noSessions')} />
      ) : (
        <Stack as="ul" gap="3" listStyleType="none">
          {sessions.map((session) => (
            <li key={session.databaseId}>
              <SessionRow
                session={session}
                userId={user.id}
                mayEnd={mayEnd && !session.isCurrent}
                onEnded={() => void refetch()}
              />
            </li>
          ))}
        </Stack>
      )}
    </Card>
  );
}

function SessionRow(props: { session: Session; userId: string; mayEnd: boolean; onEnded: () => void }) {
  const { t } = useTranslation('activity');
  const { session, userId } = props;
  const format = useInstantFormat();
  const confirm = useConfirm();
  const endSession = useEndUserSession();
  const [ending, setEnding] = useState(false);
  const client = session.client ?? t('unknownClient');

  async function end() {
    const body = t('signOutQuestion', { client });
    if (!(await confirm({ title: t('warning'), body, confirmLabel: t('signOut'), danger: true }))) return;
    setEnding(true);
    try {
      const { userErrors } = await endSession({ input: { userId, sessionId: session.databaseId } });
      if (userErrors.length > 0) throw new Error('refused');
      toaster.success({ title: t('signedOut') });
    } catch {
      toaster.error({ title: t('notSignedOut') });
    } finally {
      setEnding(false);
      props.onEnded();
    }
  }

  return (
    <HStack justify="space-between" gap="3" flexWrap="wrap">
      <Box>
        <HStack gap="2">
          <Text fontWeight="medium">{client}</Text>
          {session.isCurrent ? <Badge colorPalette="teal">{t('thisSession')}</Badge> : null}
        </HStack>
        <Text textStyle="sm" color="fg.muted">
          {t('sessionFacts', {
            address: session.ip ?? '--',
            since: format(session.loginAt),
            lastSeen: format(session.lastSeenAt),
          })}
        </Text>
      </Box>
      {props.mayEnd ? (
        <Button size="xs" variant="outline" loading={ending} onClick={() => void end()}>
          {t('signOut')}
        </Button>
      ) : null}
    </HStack>
  );
}

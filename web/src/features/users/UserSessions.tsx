import { Badge, Box, Button, HStack, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/Card.tsx';
import { useConfirm } from '../../components/ConfirmDialog.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { SkeletonLines } from '../../components/Skeletons.tsx';
import { toaster } from '../../components/Toaster.tsx';
import { graphql } from '../../lib/graphql.ts';
import { useInstantFormat } from '../../lib/viewer.ts';
import {
  useEndUserSession,
  useEndUserSessions,
  useUserSessionsQuery,
  type UserSessionsQuery,
} from './gql/UserSessions.ts';

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

  mutation EndUserSessions($input: EndUserSessionsInput!) {
    endUserSessions(input: $input) {
      ended
      ...UserErrors
    }
  }
`);

type Session = UserSessionsQuery['userSessions'][number];

/**
 * The sessions in which a user is signed in; `mayEnd`: whether the viewer may sign the user out of them, of one or of all
 * but the viewer's own.
 */
export function UserSessions({ user, mayEnd }: { user: { id: string }; mayEnd: boolean }) {
  const { t } = useTranslation('activity');
  const { data, error, refetch } = useUserSessionsQuery({
    variables: { userId: user.id },
    fetchPolicy: 'cache-and-network',
  });
  const sessions = data?.userSessions;
  const others = sessions?.filter(({ isCurrent }) => !isCurrent) ?? [];
  const isOwn = others.length < (sessions?.length ?? 0);
  return (
    <Card
      title={t('sessions')}
      action={
        mayEnd && others.length > 0 ? (
          <EndOthers userId={user.id} isOwn={isOwn} onEnded={() => void refetch()} />
        ) : undefined
      }
    >
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

/** Signs the user out of every session but the viewer's own, after a question. */
function EndOthers(props: { userId: string; isOwn: boolean; onEnded: () => void }) {
  const { t } = useTranslation('activity');
  const { userId, isOwn } = props;
  const confirm = useConfirm();
  const endSessions = useEndUserSessions();
  const [ending, setEnding] = useState(false);
  const label = t(isOwn ? 'signOutOthers' : 'signOutEverywhere');

  async function end() {
    const body = t(isOwn ? 'signOutOthersQuestion' : 'signOutEverywhereQuestion');
    if (!(await confirm({ title: t('warning'), body, confirmLabel: label, danger: true }))) return;
    setEnding(true);
    try {
      const { ended, userErrors } = await endSessions({ input: { userId } });
      if (userErrors.length > 0) throw new Error('refused');
      toaster.success({ title: t('sessionsEnded', { count: ended }) });
    } catch {
      toaster.error({ title: t('sessionsNotEnded') });
    } finally {
      setEnding(false);
      props.onEnded();
    }
  }
  return (
    <Button size="xs" variant="outline" loading={ending} onClick={() => void end()}>
      {label}
    </Button>
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

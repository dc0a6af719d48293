import { Box, Stack, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/Card.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { SkeletonLines } from '../../components/Skeletons.tsx';
import { graphql } from '../../lib/graphql.ts';
import { nameInList } from '../../lib/nameInList.ts';
import { useInstantFormat } from '../../lib/viewer.ts';
import { MessageBody } from '../../components/MessageBody.tsx';
import { useSentOrgMessagesQuery } from './gql/SentMessages.ts';
import { RecipientText } from './RecipientField.tsx';

graphql(`
  query SentOrgMessages {
    orgMessages(first: 20, orderBy: { field: DATABASE_ID, direction: DESC }) {
      edges {
        node {
          databaseId
          message
          createdAt
          recipient {
            ...Recipient_user @unmask
          }
          sender {
            id
            firstName
            lastName
          }
        }
      }
    }
  }
`);

/** The newest 20 messages sent by any of the support staff. */
export function SentMessages() {
  const { t } = useTranslation('org-message-form');
  const instant = useInstantFormat();
  const { data, error, refetch } = useSentOrgMessagesQuery({ fetchPolicy: 'cache-and-network' });
  const messages = data?.orgMessages.edges;

  return (
    <Card title={t('sentMessages')}>
      {messages ? null : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines lines={4} />
      )}
      {messages?.length === 0 ? <EmptyState text={t('noneSent')} /> : null}
      <Stack as="ul" listStyleType="none" gap="3">
        {messages?.map(({ node }) => (
          <Box as="li" key={node.databaseId} borderBottomWidth="1px" pb="3" _last={{ borderBottomWidth: '0', pb: '0' }}>
            {node.recipient ? <RecipientText user={node.recipient} /> : null}
            <Box my="1">
              <MessageBody html={node.message} />
            </Box>
            <Text textStyle="xs" color="fg.muted">
              {node.sender
                ? t('sentBy', {
                    name: nameInList(node.sender),
                    when: instant(node.createdAt),
                  })
                : instant(node.createdAt)}
            </Text>
          </Box>
        ))}
      </Stack>
    </Card>
  );
}

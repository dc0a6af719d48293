import { Button, Stack, Text } from '@chakra-ui/react';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/Card.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { SkeletonLines } from '../../components/Skeletons.tsx';
import { graphql } from '../../lib/graphql.ts';
import { CreateTokenDialog } from './CreateTokenDialog.tsx';
import { useUserTokensQuery } from './gql/PersonalAccessTokens.ts';
import { NewTokenDialog, type NewToken } from './NewTokenDialog.tsx';
import { TokenRow } from './TokenRow.tsx';

graphql(`
  query UserTokens($id: ID!) {
    user(id: $id) {
      id
      viewerCanCreateToken
      viewerCanDeleteToken
      personalAccessTokens {
        id
        name
        lastFour
        scopes
        createdAt
        expiresAt
        lastUsedAt
      }
    }
  }
`);

/**
 * The personal access tokens of a user, and what the viewer may do with them. "Token listing and scope loading failures
 * are silent" (document 001, section 8): the card then says nothing about tokens, also not that there are none.
 */
export function PersonalAccessTokens({ user }: { user: { id: string; databaseId: number } }) {
  const { t } = useTranslation('personal-access-tokens');
  const { data, loading, refetch } = useUserTokensQuery({
    variables: { id: user.id },
    fetchPolicy: 'cache-and-network',
  });
  const [creating, setCreating] = useState(false);
  const [made, setMade] = useState<NewToken | null>(null);
  const owner = data?.user;
  const tokens = owner?.personalAccessTokens;
  const readAgain = () => void refetch().catch(() => undefined);

  return (
    <Card
      title={t('title')}
      action={
        owner?.viewerCanCreateToken ? (
          <Button size="xs" variant="outline" onClick={() => setCreating(true)}>
            <Plus aria-hidden="true" />
            {t('create')}
          </Button>
        ) : null
      }
    >
      {tokens ? (
        tokens.length === 0 ? (
          <EmptyState text={t('empty')} />
        ) : (
          <Stack as="ul" gap="4" listStyleType="none">
            {tokens.map((token) => (
              <li key={token.id}>
                <TokenRow token={token} userId={user.id} mayDelete={owner.viewerCanDeleteToken} onDeleted={readAgain} />
              </li>
            ))}
          </Stack>
        )
      ) : loading ? (
        <SkeletonLines lines={6} />
      ) : (
        <Text color="fg.muted">–</Text>
      )}
      {creating ? (
        <CreateTokenDialog
          user={user}
          onClose={() => setCreating(false)}
          onCreated={(token) => {
            setCreating(false);
            setMade(token);
            readAgain();
          }}
        />
      ) : null}
      {made ? <NewTokenDialog token={made} onClose={() => setMade(null)} /> : null}
    </Card>
  );
}

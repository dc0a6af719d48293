import { Badge, Box, HStack, IconButton, Text } from '@chakra-ui/react';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../../components/ConfirmDialog.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { toaster } from '../../components/Toaster.tsx';
import { graphql } from '../../lib/graphql.ts';
import { useInstantFormat } from '../../lib/viewer.ts';
import type { UserTokensQuery } from './gql/PersonalAccessTokens.ts';
import { useDeletePersonalAccessToken } from './gql/TokenRow.ts';
import { lifeOf } from './tokenLife.ts';

graphql(`
  mutation DeletePersonalAccessToken($input: DeletePersonalAccessTokenInput!) {
    deletePersonalAccessToken(input: $input) {
      user {
        id
      }
      ...UserErrors
    }
  }
`);

type Token = NonNullable<NonNullable<UserTokensQuery['user']>['personalAccessTokens']>[number];

/** A token: its name, the end of its secret, its times and scopes, and the button that deletes it. */
export function TokenRow(props: { token: Token; userId: string; mayDelete: boolean; onDeleted: () => void }) {
  const { t } = useTranslation('personal-access-tokens');
  const { token, userId } = props;
  const { name } = token;
  const format = useInstantFormat();
  const confirm = useConfirm();
  const remove = useDeletePersonalAccessToken();
  const [now] = useState(() => Date.now());
  const life = lifeOf(token.expiresAt, now);

  async function ask() {
    const body = t('deleteQuestion', { name });
    if (!(await confirm({ title: t('warning'), body, confirmLabel: t('delete'), danger: true }))) return;
    try {
      const { userErrors } = await remove({ input: { userId, tokenId: token.id } });
      if (userErrors.length > 0) throw new Error('refused');
      toaster.success({ title: t('deleted', { name }) });
    } catch {
      toaster.error({ title: t('failed') });
    } finally {
      props.onDeleted();
    }
  }

  return (
    <HStack justify="space-between" align="flex-start" gap="3">
      <Box minW="0">
        <HStack gap="2" flexWrap="wrap">
          <Text fontWeight="medium" overflowWrap="anywhere">
            {name}
          </Text>
          <Text as="code" fontFamily="mono" textStyle="sm" color="fg.muted">
            {`••••${token.lastFour}`}
          </Text>
          {life === 'valid' ? null : (
            <StatusBadge tone={life === 'expired' ? 'danger' : 'warning'}>{t(`life.${life}`)}</StatusBadge>
          )}
        </HStack>
        <Text textStyle="sm" color="fg.muted">
          {t(life === 'expired' ? 'expiredOn' : 'expiresOn', { date: format(token.expiresAt) })}
          {' · '}
          {token.lastUsedAt ? t('lastUsed', { date: format(token.lastUsedAt) }) : t('neverUsed')}
        </Text>
        <HStack as="ul" aria-label={t('scopes')} listStyleType="none" gap="1" mt="1" flexWrap="wrap">
          {token.scopes.map((scope) => (
            <Badge as="li" key={scope} variant="outline" fontFamily="mono" fontWeight="normal">
              {scope}
            </Badge>
          ))}
        </HStack>
      </Box>
      {props.mayDelete ? (
        <IconButton size="xs" variant="ghost" aria-label={t('deleteOf', { name })} onClick={() => void ask()}>
          <Trash2 />
        </IconButton>
      ) : null}
    </HStack>
  );
}

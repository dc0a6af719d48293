import { Button, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/Card.tsx';
import { StartPasswordReset } from './StartPasswordReset.tsx';
import type { UserCardProps } from './userCard.ts';

/** The password of another user: an administrator sends a link, and neither sees nor chooses the password. */
export function UserPasswordReset({ user }: UserCardProps) {
  const { t } = useTranslation('user-page');
  const { t: users } = useTranslation('users');
  const [asking, setAsking] = useState(false);
  return (
    <Card title={t('password')}>
      <Stack gap="3" align="flex-start">
        <Text color="fg.muted">{t('passwordHelp')}</Text>
        <Button size="sm" variant="outline" onClick={() => setAsking(true)}>
          {users('menu.resetPassword')}
        </Button>
      </Stack>
      {asking ? <StartPasswordReset user={user} onClose={() => setAsking(false)} /> : null}
    </Card>
  );
}

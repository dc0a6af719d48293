import { useTranslation } from 'react-i18next';
import { Card } from '../../components/Card.tsx';
import { ApiKeyPanel } from './ApiKeyPanel.tsx';
import type { UserCardProps } from './userCard.ts';

/** The API key on the page of a user. */
export function UserApiKey({ user }: UserCardProps) {
  const { t } = useTranslation('users');
  return (
    <Card title={t('apiKey.title')}>
      <ApiKeyPanel user={user} />
    </Card>
  );
}

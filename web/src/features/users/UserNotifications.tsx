import { NativeSelect } from '@chakra-ui/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/Card.tsx';
import { FormField } from '../../components/FormField.tsx';
import { toaster } from '../../components/Toaster.tsx';
import type { NotificationType } from '../../gql/schema.ts';
import { graphql } from '../../lib/graphql.ts';
import { useSetUserNotificationType } from './gql/UserNotifications.ts';
import type { UserCardProps } from './userCard.ts';

graphql(`
  mutation SetUserNotificationType($input: SetUserNotificationTypeInput!) {
    setUserNotificationType(input: $input) {
      user {
        id
        notificationType
      }
      ...UserErrors
    }
  }
`);

const TYPES = ['EMAIL', 'TEXT'] as const;

/** How the user is notified: Email or Text. A choice is saved at once. */
export function UserNotifications({ user }: UserCardProps) {
  const { t } = useTranslation('user-page');
  const setType = useSetUserNotificationType();
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function save(notificationType: NotificationType) {
    setSaving(true);
    setProblem(undefined);
    try {
      const { userErrors } = await setType({ input: { userId: user.id, notificationType } });
      if (userErrors.length > 0) setProblem(userErrors[0]!.message);
      else toaster.success({ title: t('saved') });
    } catch {
      setProblem(t('notSaved'));
    } finally {
      setSaving(false);
    }
  }

  return (
    <Card title={t('notifications')}>
      <FormField label={t('notificationType')} error={problem} width={{ base: '100%', sm: '16rem' }}>
        <NativeSelect.Root size="sm" disabled={saving}>
          <NativeSelect.Field
            value={user.notificationType ?? 'EMAIL'}
            onChange={({ target }) => void save(target.value as NotificationType)}
          >
            {TYPES.map((type) => (
              <option key={type} value={type}>
                {t(`notificationTypes.${type}`)}
              </option>
            ))}
          </NativeSelect.Field>
          <NativeSelect.Indicator />
        </NativeSelect.Root>
      </FormField>
    </Card>
  );
}

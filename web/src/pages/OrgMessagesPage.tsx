import { Alert, SimpleGrid } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { NoPermission } from '../components/NoPermission.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { OrgMessageForm } from '../features/org-messages/OrgMessageForm.tsx';
import { SentMessages } from '../features/org-messages/SentMessages.tsx';
import { useViewer } from '../lib/viewer.ts';

/** Support staff writes to one user; the message appears at once in that user's open portal. */
export function OrgMessagesPage() {
  const { t } = useTranslation('org-message-form');
  const { realtimeKey, viewerCanSendOrgMessages } = useViewer();

  return (
    <>
      <PageHeader title={t('title')} meta={t('intro')} />
      {viewerCanSendOrgMessages ? (
        <SimpleGrid columns={{ base: 1, lg: 2 }} gap="4" alignItems="start">
          {realtimeKey ? (
            <OrgMessageForm />
          ) : (
            <Alert.Root status="warning">
              <Alert.Indicator />
              <Alert.Title fontWeight="normal">{t('noKey')}</Alert.Title>
            </Alert.Root>
          )}
          <SentMessages />
        </SimpleGrid>
      ) : (
        <NoPermission />
      )}
    </>
  );
}

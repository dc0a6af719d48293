import { Button, List, Stack, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Card } from '../components/Card.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { CardNotes } from '../features/uploads/CardNotes.tsx';
import { urls } from '../lib/urls.ts';
import { useViewer } from '../lib/viewer.ts';

/** How the files of an SD card are sent where no legacy system takes them: the server leads this address to it (decisions/168). */
export function CardInfoPage() {
  const { t } = useTranslation('card-info');
  const { viewerCanUploadCards } = useViewer();
  return (
    <>
      <PageHeader title={t('title')} />
      <Card title={t('heading')}>
        <Stack gap="4" maxW="prose" alignItems="flex-start">
          <Text>{t('earlier')}</Text>
          <List.Root as="ol" gap="1" ps="5">
            {(['insert', 'open', 'choose'] as const).map((step) => (
              <List.Item key={step}>{t(`steps.${step}`)}</List.Item>
            ))}
          </List.Root>
          <Stack gap="1" color="fg.muted">
            <CardNotes />
          </Stack>
          {viewerCanUploadCards ? (
            <Button asChild>
              <Link to={urls.uploads}>{t('toUploads')}</Link>
            </Button>
          ) : (
            <Text>{t('askAdmin')}</Text>
          )}
        </Stack>
      </Card>
    </>
  );
}

import { Button } from '@chakra-ui/react';
import { MapPinOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { EmptyState } from '../components/EmptyState.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { urls } from '../lib/urls.ts';

/** Shown for an unknown address, and for another organization's record, which is not found. */
export function NotFoundPage() {
  const { t } = useTranslation('shell');
  return (
    <>
      <PageHeader title={t('notFound.title')} />
      <EmptyState
        icon={MapPinOff}
        text={t('notFound.text')}
        action={
          <Button asChild variant="outline">
            <Link to={urls.patients}>{t('notFound.home')}</Link>
          </Button>
        }
      />
    </>
  );
}

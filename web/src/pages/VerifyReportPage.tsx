import { Stack } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { Card } from '../components/Card.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { VerifyAlone } from '../features/compliance-reports/VerifyAlone.tsx';
import { VerifyReportForm } from '../features/compliance-reports/VerifyReportForm.tsx';

/** Where the verification code of a printed compliance report is entered. */
export function VerifyReportPage() {
  const { t } = useTranslation('compliance-reports');
  return (
    <>
      <PageHeader title={t('verifyTitle')} />
      <Stack gap="4">
        <Card title={t('verifyHow')}>
          <VerifyReportForm />
        </Card>
        <Card title={t('alone.title')}>
          <VerifyAlone />
        </Card>
      </Stack>
    </>
  );
}

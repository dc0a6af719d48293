import { Button } from '@chakra-ui/react';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toaster } from '../../components/Toaster.tsx';
import { downloadTable } from '../../lib/download.ts';

/** The button that saves a report as JSON, as GET /api/verify/{code} returns it. */
export function SaveReport({ code }: { code: string }) {
  const { t } = useTranslation('compliance-reports');
  const [busy, setBusy] = useState(false);
  async function save() {
    setBusy(true);
    try {
      await downloadTable(`/api/verify/${encodeURIComponent(code)}`);
    } catch {
      toaster.error({ title: t('notSaved') });
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button variant="outline" loading={busy} loadingText={t('save')} onClick={() => void save()}>
      <Download aria-hidden="true" />
      {t('save')}
    </Button>
  );
}

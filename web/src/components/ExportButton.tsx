import { Button } from '@chakra-ui/react';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadTable } from '../lib/download.ts';
import { HttpError } from '../lib/http.ts';
import { toaster } from './Toaster.tsx';

/** Saves a table as a CSV file. A refusal shows the server's error or message, or else that the request was invalid. */
export function ExportButton({ url }: { url: string }) {
  const { t } = useTranslation('components');
  const [busy, setBusy] = useState(false);

  async function save() {
    setBusy(true);
    try {
      await downloadTable(url);
    } catch (error) {
      const reason = error instanceof HttpError ? error.message || t('table.invalidRequest') : t('error.unreachable');
      toaster.error({ title: reason });
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button variant="outline" size="sm" loading={busy} loadingText={t('table.exportCsv')} onClick={() => void save()}>
      <Download />
      {t('table.exportCsv')}
    </Button>
  );
}

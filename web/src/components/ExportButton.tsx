import { Button } from '@chakra-ui/react';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadTable, IncompleteFile } from '../lib/download.ts';
import { HttpError } from '../lib/http.ts';
import { useViewer } from '../lib/viewer.ts';
import { toaster } from './Toaster.tsx';

/**
 * Saves a table as a CSV file: of the server (`url`), or what the client has (`onSave`). It is hidden from a viewer without the permission; where the organization keeps the
 * viewer from saving files, it says so. A refusal shows the server's error or message, or else that the request was
 * invalid. Of a file that does not arrive whole, nothing is saved.
 */
export function ExportButton(props: {
  url?: string;
  onSave?: () => void;
  allowed: boolean;
  /** 'Export CSV' when absent. */
  label?: string;
  size?: 'xs' | 'sm';
  disabled?: boolean;
}) {
  const { t } = useTranslation('components');
  const { url, onSave, allowed, size = 'sm', label = t('table.exportCsv') } = props;
  const { exportNotice } = useViewer();
  const [busy, setBusy] = useState(false);
  if (!allowed && !exportNotice) return null;

  function reasonOf(error: unknown): string {
    if (error instanceof IncompleteFile) return t('table.incompleteFile');
    return error instanceof HttpError ? error.message || t('table.invalidRequest') : t('error.unreachable');
  }
  async function save() {
    if (!allowed) return void toaster.error({ title: exportNotice });
    setBusy(true);
    try {
      if (url === undefined) onSave?.();
      else await downloadTable(url);
    } catch (error) {
      toaster.error({ title: reasonOf(error) });
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button
      variant="outline"
      size={size}
      loading={busy}
      loadingText={label}
      disabled={props.disabled}
      onClick={() => void save()}
    >
      <Download />
      {label}
    </Button>
  );
}

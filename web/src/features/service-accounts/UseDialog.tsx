import { Button, Stack, Text } from '@chakra-ui/react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataTableColumn } from '../../components/DataTable.tsx';
import { Modal } from '../../components/Modal.tsx';
import { SmallTable } from '../../components/SmallTable.tsx';
import { formatDate } from '../../lib/dates.ts';
import type { Account } from './serviceAccount.ts';

interface UsedRow {
  id: string;
  calls: number;
  lastDay: string;
}

/** What a service account called in the last 30 days, by operation. */
export function UseDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const { t } = useTranslation('service-accounts');
  const columns = useMemo<DataTableColumn<UsedRow>[]>(
    () => [
      { id: 'operation', header: t('used.operation'), identity: true, cell: ({ id }) => id },
      { id: 'calls', header: t('used.calls'), align: 'end', nowrap: true, cell: ({ calls }) => calls },
      { id: 'lastDay', header: t('used.lastDay'), nowrap: true, cell: ({ lastDay }) => formatDate(lastDay) },
    ],
    [t],
  );
  const rows = account.usedOperations.map(({ operation, calls, days }) => ({
    id: operation,
    calls,
    lastDay: days[0]!.day,
  }));
  const title = t('used.title', { name: account.name });
  return (
    <Modal open onClose={onClose} title={title} size="lg" footer={<Button onClick={onClose}>{t('close')}</Button>}>
      <Stack gap="3" pb="2">
        <Text color="fg.muted">{t('used.about')}</Text>
        {rows.length === 0 ? <Text>{t('used.none')}</Text> : <SmallTable label={title} columns={columns} rows={rows} />}
      </Stack>
    </Modal>
  );
}

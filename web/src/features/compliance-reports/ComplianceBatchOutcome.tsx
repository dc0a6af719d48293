import { Alert, Button, HStack, Progress, Stack } from '@chakra-ui/react';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { toaster } from '../../components/Toaster.tsx';
import { downloadTable } from '../../lib/download.ts';
import { HttpError } from '../../lib/http.ts';
import { formatDate } from '../../lib/dates.ts';
import { isJobRunning } from '../../lib/useFollowedJob.ts';
import type { FollowedBatch } from './useComplianceBatch.ts';

const tones = { WAITING: 'info', RUNNING: 'info', DONE: 'success', FAILED: 'error' } as const;

/** How far a batch is, and its file. */
export function ComplianceBatchOutcome(props: { batch: FollowedBatch; onAnother: () => void; onClose: () => void }) {
  const { t } = useTranslation('compliance-reports');
  const { id, state, asOf, patientCount: total, doneCount: done, reportCount: reports } = props.batch;
  const running = isJobRunning(props.batch);
  async function save() {
    try {
      await downloadTable(`/api/compliance-batches/${id}/file`);
    } catch (error) {
      const description = error instanceof HttpError ? error.message : undefined;
      toaster.error({ title: t('notSaved'), description });
    }
  }
  return (
    <Stack gap="4">
      <Alert.Root status={tones[state]} role="status" alignItems="flex-start">
        <Alert.Indicator />
        <Alert.Content>
          <Alert.Title>{t(`batch.states.${state}`, { total, reports, date: formatDate(asOf) })}</Alert.Title>
          {!running && reports < total ? <Alert.Description>{t('batch.others')}</Alert.Description> : null}
        </Alert.Content>
      </Alert.Root>
      {running ? (
        <Progress.Root value={(done / Math.max(1, total)) * 100} aria-label={t('batch.progress')}>
          <Progress.Label display="flex" justifyContent="space-between" mb="1">
            <span>{t('batch.progress')}</span>
            <span>{t('batch.ofTotal', { done, total })}</span>
          </Progress.Label>
          <Progress.Track>
            <Progress.Range />
          </Progress.Track>
        </Progress.Root>
      ) : null}
      <HStack justify="flex-end" flexWrap="wrap">
        {running ? null : (
          <Button variant="outline" me="auto" onClick={props.onAnother}>
            {t('batch.another')}
          </Button>
        )}
        <Button variant="outline" onClick={props.onClose}>
          {t('batch.close')}
        </Button>
        {running ? null : (
          <Button onClick={() => void save()}>
            <Download aria-hidden="true" />
            {t('batch.file')}
          </Button>
        )}
      </HStack>
    </Stack>
  );
}

import { Alert, Button, HStack, Progress, Stack } from '@chakra-ui/react';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toaster } from '../../components/Toaster.tsx';
import { downloadTable } from '../../lib/download.ts';
import { graphql } from '../../lib/graphql.ts';
import { formatCount } from '../../lib/numberLocale.ts';
import { isJobRunning } from '../../lib/useFollowedJob.ts';
import { useImportUsers } from './gql/ImportUsersOutcome.ts';
import { ImportUsersRows } from './ImportUsersRows.tsx';
import { importUrl } from './sentFile.ts';
import type { UserImport } from './useImport.ts';

graphql(`
  mutation ImportUsers($input: ImportUsersInput!) {
    importUsers(input: $input) {
      userImport {
        id
        state
        rowCount
        refusedCount
        doneCount
      }
      ...UserErrors
    }
  }
`);

const tones = {
  CHECKED: 'info',
  WAITING: 'info',
  RUNNING: 'info',
  DONE: 'success',
  REFUSED: 'error',
  FAILED: 'error',
} as const;

/** What the file would do, the button that does it, the progress, and the result with its file. */
export function ImportUsersOutcome(props: {
  found: UserImport;
  orgId: number;
  onAnother: () => void;
  onClose: () => void;
  onStarted: () => void;
}) {
  const { t } = useTranslation('users-import');
  const { found } = props;
  const { state, rowCount: total, refusedCount: refused, doneCount: done } = found;
  const importUsers = useImportUsers();
  const [busy, setBusy] = useState(false);
  const running = isJobRunning(found);
  const isStartable = state === 'CHECKED';
  // Nothing else can be done with such a file: the way on is the last button, as everywhere.
  const isRefused = state === 'REFUSED' || state === 'FAILED';
  const another = (
    <Button variant={isRefused ? 'solid' : 'outline'} disabled={busy} onClick={props.onAnother}>
      {t('another')}
    </Button>
  );
  const startLabel = t('start', { total: formatCount(total) });

  async function start() {
    setBusy(true);
    try {
      const { userErrors } = await importUsers({ input: { importId: found.id } });
      if (userErrors[0]) toaster.error({ title: userErrors[0].message });
      props.onStarted();
    } catch {
      toaster.error({ title: t('notStarted') });
    } finally {
      setBusy(false);
    }
  }
  async function save() {
    try {
      await downloadTable(`${importUrl(props.orgId)}/${found.id}/result`);
    } catch {
      toaster.error({ title: t('notSaved') });
    }
  }
  return (
    <Stack gap="4">
      <Alert.Root status={tones[state]} role="status" alignItems="flex-start">
        <Alert.Indicator />
        <Alert.Title>{t(`states.${state}`, { total: formatCount(total), refused: formatCount(refused) })}</Alert.Title>
      </Alert.Root>
      {running ? (
        <Progress.Root value={(done / Math.max(1, total)) * 100} aria-label={t('progress')}>
          <Progress.Label display="flex" justifyContent="space-between" mb="1">
            <span>{t('progress')}</span>
            <span>{t('ofTotal', { done: formatCount(done), total: formatCount(total) })}</span>
          </Progress.Label>
          <Progress.Track>
            <Progress.Range />
          </Progress.Track>
        </Progress.Root>
      ) : (
        <ImportUsersRows key={state} importId={found.id} total={total} refused={refused} />
      )}
      <HStack justify="flex-end" flexWrap="wrap">
        {running ? null : (
          <>
            <Button variant="outline" me="auto" onClick={() => void save()}>
              <Download aria-hidden="true" />
              {t('result')}
            </Button>
            {isRefused ? null : another}
          </>
        )}
        <Button variant={isStartable || isRefused ? 'outline' : 'solid'} onClick={props.onClose}>
          {t('close')}
        </Button>
        {isRefused ? another : null}
        {isStartable || running ? (
          // It stays in its place while the job runs: the second click of two reaches no other button.
          <Button loading={busy || running} loadingText={startLabel} onClick={() => void start()}>
            {startLabel}
          </Button>
        ) : null}
      </HStack>
    </Stack>
  );
}

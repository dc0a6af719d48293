import { Button } from '@chakra-ui/react';
import { FileUp } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/numberLocale.ts';
import { useViewer } from '../../lib/viewer.ts';
import { isJobRunning } from '../../lib/useFollowedJob.ts';
import { useImport } from './useImport.ts';

const loadDialog = () => import('./ImportUsersDialog.tsx');
const ImportUsersDialog = lazy(async () => ({ default: (await loadDialog()).ImportUsersDialog }));

/**
 * The button that imports users from a file, for viewers who may create them, and its dialog. While the job runs, it
 * shows the progress. `queries`: those that show users.
 */
export function ImportUsers(props: { orgId: string | null; queries: readonly string[] }) {
  const { t } = useTranslation('users-import');
  const { viewerCanCreateUsers, organization } = useViewer();
  const [open, setOpen] = useState(false);
  const orgId = Number(props.orgId ?? organization.databaseId);
  const progress = useImport(orgId, { skip: !viewerCanCreateUsers, queries: props.queries });
  const { found } = progress;
  if (!viewerCanCreateUsers) return null;
  function show() {
    setOpen(true);
    void progress.refetch(); // another tab may have started one
  }
  return (
    <>
      <Button variant="outline" onClick={show} onPointerEnter={() => void loadDialog()}>
        <FileUp aria-hidden="true" />
        {found && isJobRunning(found)
          ? t('runningShort', { done: formatCount(found.doneCount), total: formatCount(found.rowCount) })
          : t('title')}
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <ImportUsersDialog orgId={orgId} progress={progress} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

import { ErrorState } from '../../components/ErrorState.tsx';
import { SkeletonLines } from '../../components/Skeletons.tsx';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../components/Modal.tsx';
import { ImportUsersFile } from './ImportUsersFile.tsx';
import { ImportUsersOutcome } from './ImportUsersOutcome.tsx';
import type { useImport } from './useImport.ts';

interface DialogProps {
  orgId: number;
  progress: ReturnType<typeof useImport>;
  onClose: () => void;
}

/** The steps of an import: the file, what each row would do, and how far the job is. Closing it ends none of them. */
export function ImportUsersDialog({ orgId, progress, onClose }: DialogProps) {
  const { t } = useTranslation('users-import');
  const { found, error, isLoaded, refetch, dismiss } = progress;

  const close = () => {
    if (found?.state === 'DONE') void dismiss();
    onClose();
  };
  // One dialog for all steps: it is one entry of the history, which a second one would take back.
  return (
    <Modal open keepOpen onClose={close} title={t('title')} size="xl">
      {found ? (
        <ImportUsersOutcome
          found={found}
          orgId={orgId}
          onAnother={() => void dismiss()}
          onClose={close}
          onStarted={() => void refetch()}
        />
      ) : isLoaded ? (
        <ImportUsersFile orgId={orgId} onClose={close} onChecked={refetch} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines lines={4} />
      )}
    </Modal>
  );
}

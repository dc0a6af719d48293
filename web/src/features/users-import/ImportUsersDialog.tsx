import { ErrorState } from '../../components/ErrorState.tsx';
import { SkeletonLines } from '../../components/Skeletons.tsx';
import { Button } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../components/Modal.tsx';
import { ImportUsersFile } from './ImportUsersFile.tsx';
import { ImportUsersOutcome } from './ImportUsersOutcome.tsx';
import { keepImport } from './startedImport.ts';
import type { useImport } from './useImport.ts';

interface DialogProps {
  orgId: number;
  importId: string | null;
  progress: ReturnType<typeof useImport>;
  onClose: () => void;
}

/** The steps of an import: the file, what each row would do, and how far the job is. Closing it ends none of them. */
export function ImportUsersDialog({ orgId, importId, progress, onClose }: DialogProps) {
  const { t } = useTranslation('users-import');
  const { found, error, refetch } = progress;
  const another = () => keepImport(orgId, null);

  if (importId === null) return <ImportUsersFile orgId={orgId} onClose={onClose} />;
  if (found)
    return (
      <ImportUsersOutcome
        found={found}
        orgId={orgId}
        onAnother={another}
        onClose={() => {
          if (found.state === 'DONE') another();
          onClose();
        }}
        onStarted={() => void refetch()}
      />
    );
  return (
    <Modal open onClose={onClose} title={t('title')} footer={<Button onClick={another}>{t('another')}</Button>}>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonLines lines={4} />}
    </Modal>
  );
}

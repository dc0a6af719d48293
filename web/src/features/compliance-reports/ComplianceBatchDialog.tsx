import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../components/ErrorState.tsx';
import { Modal } from '../../components/Modal.tsx';
import { SkeletonLines } from '../../components/Skeletons.tsx';
import type { MatchingPatients } from './ComplianceBatchButton.tsx';
import { ComplianceBatchForm } from './ComplianceBatchForm.tsx';
import { ComplianceBatchOutcome } from './ComplianceBatchOutcome.tsx';
import type { useComplianceBatch } from './useComplianceBatch.ts';

/** The steps of a batch: its rule and date, how far the job is, and the file. Closing the dialog ends none of them. */
export function ComplianceBatchDialog(props: {
  matching: MatchingPatients;
  progress: ReturnType<typeof useComplianceBatch>;
  onClose: () => void;
}) {
  const { t } = useTranslation('compliance-reports');
  const { found, error, isLoaded, refetch, dismiss } = props.progress;
  return (
    <Modal open keepOpen onClose={props.onClose} title={t('batch.title')} size="l-md">
      {found ? (
        <ComplianceBatchOutcome batch={found} onAnother={() => void dismiss()} onClose={props.onClose} />
      ) : isLoaded ? (
        <ComplianceBatchForm matching={props.matching} onClose={props.onClose} onStarted={refetch} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines lines={4} />
      )}
    </Modal>
  );
}

import { Button } from '@chakra-ui/react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isJobRunning } from '../../lib/useFollowedJob.ts';
import type { MatchingPatients } from './ComplianceBatchButton.tsx';
import { ComplianceBatchDialog } from './ComplianceBatchDialog.tsx';
import { useComplianceBatch } from './useComplianceBatch.ts';

/** The button of a batch and its dialog. While the job runs, the button shows the progress. */
export function ComplianceBatch(props: { matching: MatchingPatients; initiallyOpen: boolean; icon: ReactNode }) {
  const { t } = useTranslation('compliance-reports');
  const [open, setOpen] = useState(props.initiallyOpen);
  const progress = useComplianceBatch();
  const { found } = progress;
  function show() {
    setOpen(true);
    void progress.refetch(); // another tab may have started one
  }
  return (
    <>
      <Button size="sm" variant="outline" onClick={show}>
        {props.icon}
        {found && isJobRunning(found)
          ? t('batch.runningShort', { done: found.doneCount, total: found.patientCount })
          : t('batch.title')}
      </Button>
      {open ? (
        <ComplianceBatchDialog matching={props.matching} progress={progress} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}

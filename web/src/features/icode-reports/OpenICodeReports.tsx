import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { Button } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../components/Modal.tsx';
import { useViewer } from '../../lib/viewer.ts';
import { GenerateReport } from './GenerateReport.tsx';
import type { ICodeReportsPanel_patientFragment } from './gql/ICodeReportsPanel.ts';
import { ICodeReportList } from './ICodeReportList.tsx';
import { AddICodeReport } from './AddICodeReport.tsx';
import { ICodeReportsPanel_patient } from './ICodeReportsPanel.tsx';
import { useICodeReportPicker } from './useICodeReportPicker.ts';

/** The dialog of ICodeReportsDialog while it is open. */
export function OpenICodeReports({
  patient: from,
  serial,
  onClose,
}: {
  patient: FragmentType<ICodeReportsPanel_patientFragment> | null;
  serial: string;
  onClose: () => void;
}) {
  const { t } = useTranslation('icode-reports');
  const { data: patient } = useSuspenseFragment({ fragment: ICodeReportsPanel_patient, from });
  const { viewerCanUploadICodes } = useViewer();
  const patientId = patient?.id ?? null;
  const picker = useICodeReportPicker({ patient: patient ?? null, serial });

  return (
    <Modal
      inAddress
      open
      onClose={onClose}
      title={t('title', { serial })}
      size="xl"
      tall
      footer={
        <GenerateReport patientId={patient?.databaseId} serial={serial} reportIds={picker.pickedIds}>
          <Button variant="outline" onClick={onClose}>
            {t('close')}
          </Button>
        </GenerateReport>
      }
    >
      <ICodeReportList
        picker={picker}
        action={
          (patient ? patient.viewerCanUploadICode : viewerCanUploadICodes) ? (
            <AddICodeReport
              patientId={patientId}
              timeZone={picker.timeZone}
              serial={serial}
              isActive={patient?.activeSerials.includes(serial) ?? true}
              picker={picker}
            />
          ) : null
        }
      />
    </Modal>
  );
}

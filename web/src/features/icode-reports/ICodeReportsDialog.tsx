import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { Button } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../components/Modal.tsx';
import type { ICodeReportsPanel_patientFragment } from '../../gql/graphql.ts';
import { useViewer } from '../../lib/viewer.ts';
import { GenerateReport } from './GenerateReport.tsx';
import { ICodeReportList } from './ICodeReportList.tsx';
import { AddICodeReport } from './AddICodeReport.tsx';
import { ICodeReportsPanel_patient } from './ICodeReportsPanel.tsx';
import { useICodeReportPicker } from './useICodeReportPicker.ts';
import { useICodeReportsAddress } from './useICodeReportsAddress.ts';

interface Props {
  /** Null: the device itself, with every report of it that the viewer may see. Reports added then are anonymous. */
  patient: FragmentType<ICodeReportsPanel_patientFragment> | null;
}

/** 'iCode Reports - {serial}' of a device. A page renders it once; it is open while the address has ?icode={serial}. */
export function ICodeReportsDialog({ patient }: Props) {
  const { serial, close } = useICodeReportsAddress();
  return serial ? <OpenDialog key={serial} patient={patient} serial={serial} onClose={close} /> : null;
}

function OpenDialog({ patient: from, serial, onClose }: Props & { serial: string; onClose: () => void }) {
  const { t } = useTranslation('icode-reports');
  const { data: patient } = useSuspenseFragment({ fragment: ICodeReportsPanel_patient, from });
  const { viewerCanUploadICodes } = useViewer();
  const patientId = patient?.id ?? null;
  const picker = useICodeReportPicker({ patientId, serial });

  return (
    <Modal
      inAddress
      open
      onClose={onClose}
      title={t('title', { serial })}
      size="xl"
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

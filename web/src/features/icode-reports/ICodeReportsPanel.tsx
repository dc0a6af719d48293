import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { HStack } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/Card.tsx';
import { graphql } from '../../lib/graphql.ts';
import { AddICodeReport } from './AddICodeReport.tsx';
import { GenerateReport } from './GenerateReport.tsx';
import {
  ICodeReportsPanel_patientFragmentDoc,
  type ICodeReportsPanel_patientFragment,
} from './gql/ICodeReportsPanel.ts';
import { ICodeReportList } from './ICodeReportList.tsx';
import { useICodeReportPicker } from './useICodeReportPicker.ts';

export const ICodeReportsPanel_patient = ICodeReportsPanel_patientFragmentDoc;

graphql(`
  fragment ICodeReportsPanel_patient on Patient {
    id
    databaseId
    viewerCanUploadICode
    activeSerials
  }
`);

interface Props {
  patient: FragmentType<ICodeReportsPanel_patientFragment>;
  serial: string;
}

/** The iCode reports of a patient's device on the page itself: ICodeReportsDialog without its Close button. */
export function ICodeReportsPanel(props: Props) {
  // Another device starts without a selection.
  return <Panel key={props.serial} {...props} />;
}

function Panel({ patient: from, serial }: Props) {
  const { t } = useTranslation('icode-reports');
  const { data: patient } = useSuspenseFragment({ fragment: ICodeReportsPanel_patient, from });
  const picker = useICodeReportPicker({ patient, serial });

  return (
    <Card title={t('title', { serial })}>
      <ICodeReportList
        picker={picker}
        action={
          patient.viewerCanUploadICode ? (
            <AddICodeReport
              patientId={patient.id}
              timeZone={picker.timeZone}
              serial={serial}
              isActive={patient.activeSerials.includes(serial)}
              picker={picker}
            />
          ) : null
        }
      />
      {picker.reports || picker.error ? (
        <HStack mt="4" justify="flex-end" flexWrap="wrap" gap="3">
          <GenerateReport patientId={patient.databaseId} serial={serial} reportIds={picker.pickedIds} />
        </HStack>
      ) : null}
    </Card>
  );
}

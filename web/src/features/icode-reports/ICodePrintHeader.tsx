import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { PrintBlock, PrintBlocks, PrintFact, PrintStrong } from '../../components/PrintBlocks.tsx';
import { formatDate } from '../../lib/dates.ts';
import { graphql } from '../../lib/graphql.ts';
import { nameInList } from '../../lib/nameInList.ts';
import {
  ICodePrintHeader_patientFragmentDoc as ICodePrintHeader_patient,
  type ICodePrintHeader_patientFragment,
} from './gql/ICodePrintHeader.ts';

graphql(`
  fragment ICodePrintHeader_patient on Patient {
    id
    databaseId
    assignedId
    birthDate
    firstName
    lastName
    therapyStart
    provider {
      id
      name
    }
    devices {
      id
      serial
      model
    }
  }
`);

/** The subject of the report: patient, device and optionally the equipment provider. */
export function ICodePrintHeader(props: {
  patient: FragmentType<ICodePrintHeader_patientFragment> | null;
  serial: string;
  showProvider: boolean;
}) {
  const { t } = useTranslation('icode-reports');
  const { data: patient } = useSuspenseFragment({ fragment: ICodePrintHeader_patient, from: props.patient });
  const model = patient?.devices.find(({ serial }) => serial === props.serial)?.model;

  return (
    <PrintBlocks>
      <PrintBlock title={t('print.patient')}>
        {patient ? (
          <>
            <PrintStrong>{nameInList(patient)}</PrintStrong>
            <PrintFact name={t('print.patientId')} value={patient.assignedId ?? String(patient.databaseId)} />
            <PrintFact name={t('print.birthDate')} value={formatDate(patient.birthDate)} />
            <PrintFact name={t('print.therapyStart')} value={formatDate(patient.therapyStart)} />
          </>
        ) : (
          <Text>{t('print.anonymous')}</Text>
        )}
      </PrintBlock>
      <PrintBlock title={t('print.device')}>
        <PrintStrong>
          {t('print.serial')} {props.serial}
        </PrintStrong>
        {model ? <PrintFact name={t('print.model')} value={model} /> : null}
      </PrintBlock>
      {props.showProvider ? (
        <PrintBlock title={t('print.provider')}>
          <PrintStrong>{patient?.provider?.name ?? t('print.providerNone')}</PrintStrong>
        </PrintBlock>
      ) : null}
    </PrintBlocks>
  );
}

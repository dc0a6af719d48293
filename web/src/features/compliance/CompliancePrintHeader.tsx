import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { PrintBlock, PrintBlocks, PrintFact, PrintStrong } from '../../components/PrintBlocks.tsx';
import { formatDate } from '../../lib/dates.ts';
import { graphql } from '../../lib/graphql.ts';
import { nameInList } from '../../lib/nameInList.ts';
import {
  CompliancePrintHeader_patientFragmentDoc as CompliancePrintHeader_patient,
  type CompliancePrintHeader_patientFragment,
} from './gql/CompliancePrintHeader.ts';

graphql(`
  fragment CompliancePrintHeader_patient on Patient {
    id
    databaseId
    assignedId
    birthDate
    firstName
    lastName
    provider {
      id
      name
    }
    devices {
      id
      serial
      model
      startDate
      endDate
    }
  }
`);

/** The subject of the report: patient, every device that can have reported, provider, and the date of the figures. */
export function CompliancePrintHeader(props: {
  patient: FragmentType<CompliancePrintHeader_patientFragment>;
  asOf: string;
  timezone: string | null;
}) {
  const { t } = useTranslation('compliance');
  const { data: patient } = useSuspenseFragment({ fragment: CompliancePrintHeader_patient, from: props.patient });
  return (
    <PrintBlocks>
      <PrintBlock title={t('report.patient')}>
        <PrintStrong>{nameInList(patient)}</PrintStrong>
        <PrintFact name={t('report.patientId')} value={patient.assignedId ?? String(patient.databaseId)} />
        <PrintFact name={t('report.birthDate')} value={formatDate(patient.birthDate)} />
      </PrintBlock>
      <PrintBlock title={t('report.devices')}>
        {patient.devices.map(({ id, serial, model, startDate, endDate }) => (
          <PrintFact
            key={id}
            name={`${serial}, ${model}`}
            value={
              endDate
                ? t('windowDates', { from: formatDate(startDate), to: formatDate(endDate) })
                : t('report.since', { date: formatDate(startDate) })
            }
          />
        ))}
      </PrintBlock>
      <PrintBlock title={t('report.provider')}>
        <PrintStrong>{patient.provider?.name ?? t('report.providerNone')}</PrintStrong>
        <PrintFact
          name={t('choose.asOf')}
          value={
            props.timezone
              ? t('choose.asOfIn', { date: formatDate(props.asOf), timezone: props.timezone })
              : formatDate(props.asOf)
          }
        />
      </PrintBlock>
    </PrintBlocks>
  );
}

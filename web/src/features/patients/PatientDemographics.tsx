import { Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/Card.tsx';
import { DescriptionList } from '../../components/DescriptionList.tsx';
import { formatDate } from '../../lib/dates.ts';
import { graphql } from '../../lib/graphql.ts';
import { EditPatient } from './EditPatient.tsx';
import type { PatientDemographics_patientFragment } from './gql/PatientDemographics.ts';

graphql(`
  fragment PatientDemographics_patient on Patient {
    id
    assignedId
    isRulesActive
    firstName
    lastName
    birthDate
    sex
    therapyStart
    note
    viewerCanUpdate
  }
`);

/** Who the patient is. */
export function PatientDemographics({ patient }: { patient: PatientDemographics_patientFragment }) {
  const { t } = useTranslation('patient-record');
  const { t: patients } = useTranslation('patients');
  return (
    <Card title={t('demographics')} action={<EditPatient patient={patient} />}>
      <DescriptionList
        items={[
          { label: patients('firstName'), value: patient.firstName },
          { label: patients('lastName'), value: patient.lastName },
          { label: patients('birthDate'), value: formatDate(patient.birthDate) },
          { label: patients('sex'), value: patient.sex && patients(`sexes.${patient.sex}`) },
          { label: patients('assignedId'), value: patient.assignedId },
          { label: patients('therapyStart'), value: formatDate(patient.therapyStart) },
          { label: t('isRulesActive'), value: t(patient.isRulesActive ? 'yes' : 'no') },
          { label: t('note'), value: patient.note && <Text whiteSpace="pre-line">{patient.note}</Text> },
        ]}
      />
    </Card>
  );
}

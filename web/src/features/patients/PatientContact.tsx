import { useTranslation } from 'react-i18next';
import { Card } from '../../components/Card.tsx';
import { DescriptionList } from '../../components/DescriptionList.tsx';
import { graphql } from '../../gql/gql.ts';
import type { PatientContact_patientFragment } from '../../gql/graphql.ts';
import { formatPhone } from '../../lib/phone.ts';

graphql(`
  fragment PatientContact_patient on Patient {
    id
    email
    phone
    mobilePhone
    city
    state
  }
`);

/** How to reach the patient. */
export function PatientContact({ patient }: { patient: PatientContact_patientFragment }) {
  const { t } = useTranslation('patient-record');
  const { t: patients } = useTranslation('patients');
  return (
    <Card title={t('contact')}>
      <DescriptionList
        items={[
          { label: patients('phone'), value: formatPhone(patient.phone) },
          { label: t('mobilePhone'), value: formatPhone(patient.mobilePhone) },
          { label: patients('email'), value: patient.email },
          { label: t('city'), value: patient.city },
          { label: t('state'), value: patient.state },
        ]}
      />
    </Card>
  );
}

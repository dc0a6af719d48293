import { useTranslation } from 'react-i18next';
import { Card } from '../../components/Card.tsx';
import { DescriptionList } from '../../components/DescriptionList.tsx';
import { graphql } from '../../lib/graphql.ts';
import { formatPhone } from '../../lib/phone.ts';
import type { PatientContact_patientFragment } from './gql/PatientContact.ts';

graphql(`
  fragment PatientContact_patient on Patient {
    id
    email
    phone
    mobilePhone
    address1
    address2
    city
    state
    zip
    country
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
          { label: t('address'), value: <Address patient={patient} /> },
        ]}
      />
    </Card>
  );
}

/** The address in the lines of an envelope; nothing when only the country is known. */
function Address({ patient }: { patient: PatientContact_patientFragment }) {
  const { t } = useTranslation('components');
  const { address1, address2, city, state, zip, country } = patient;
  const town = [city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  const lines = [address1, address2, town].filter(Boolean);
  if (lines.length === 0) return '–';
  return [...lines, t(`address.countries.${country as 'US' | 'CA'}`)].map((line) => <div key={line}>{line}</div>);
}

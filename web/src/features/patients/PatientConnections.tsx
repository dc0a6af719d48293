import { useTranslation } from 'react-i18next';
import { Card } from '../../components/Card.tsx';
import { DescriptionList } from '../../components/DescriptionList.tsx';
import { graphql } from '../../lib/graphql.ts';
import { nameInList } from '../../lib/nameInList.ts';
import type { PatientConnections_patientFragment } from './gql/PatientConnections.ts';

graphql(`
  fragment PatientConnections_patient on Patient {
    id
    organization {
      id
      name
    }
    provider {
      id
      name
    }
    clinician {
      id
      firstName
      lastName
    }
    physician {
      id
      firstName
      lastName
    }
    location {
      id
      name
    }
  }
`);

/** Who cares for the patient. */
export function PatientConnections({ patient }: { patient: PatientConnections_patientFragment }) {
  const { t } = useTranslation('patient-record');
  return (
    <Card title={t('connections')}>
      <DescriptionList
        items={[
          { label: t('clinician'), value: patient.clinician && nameInList(patient.clinician) },
          { label: t('physician'), value: patient.physician && nameInList(patient.physician) },
          { label: t('provider'), value: patient.provider?.name },
          { label: t('organization'), value: patient.organization.name },
          { label: t('location'), value: patient.location?.name },
        ]}
      />
    </Card>
  );
}

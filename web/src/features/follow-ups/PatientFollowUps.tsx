import { useTranslation } from 'react-i18next';
import { Card } from '../../components/Card.tsx';
import { useReloadOnDeviceChange } from '../../lib/deviceChanges.ts';
import { graphql } from '../../lib/graphql.ts';
import { useLogged } from '../../lib/useLogged.ts';
import { FollowUpRows } from './FollowUpRows.tsx';
import { usePatientFollowUpsQuery } from './gql/PatientFollowUps.ts';

graphql(`
  query PatientFollowUps($patientId: ID!) {
    patient(id: $patientId) {
      id
      followUps {
        ...FollowUp_followUp @unmask
      }
    }
  }
`);

/** The follow-ups of a patient, with what can be done with each; nothing without any. */
export function PatientFollowUps({ patientId }: { patientId: string }) {
  const { t } = useTranslation('follow-ups');
  const { data, loading, error, refetch } = usePatientFollowUpsQuery({
    variables: { patientId },
    fetchPolicy: 'cache-and-network',
  });
  const reload = useReloadOnDeviceChange(refetch, loading);
  useLogged('The follow-ups of the patient were not loaded', error);
  const rows = data?.patient?.followUps ?? [];
  if (rows.length === 0) return null;
  return (
    <Card title={t('title')} mt="4">
      <FollowUpRows label={t('title')} rows={rows} ofPatient empty={null} onChanged={reload} />
    </Card>
  );
}

import { Grid } from '@chakra-ui/react';
import { ErrorState } from '../components/ErrorState.tsx';
import { SkeletonCards } from '../components/Skeletons.tsx';
import { PatientHandOffs } from '../features/hand-offs/PatientHandOffs.tsx';
import { PatientAccess } from '../features/patient-access/PatientAccess.tsx';
import { PatientNotes } from '../features/patient-notes/PatientNotes.tsx';
import { PatientConnections } from '../features/patients/PatientConnections.tsx';
import { PatientContact } from '../features/patients/PatientContact.tsx';
import { PatientDemographics } from '../features/patients/PatientDemographics.tsx';
import { useReloadOnDeviceChange } from '../lib/deviceChanges.ts';
import { graphql } from '../lib/graphql.ts';
import { usePatientRecordQuery } from './gql/PatientRecordTab.ts';

graphql(`
  query PatientRecord($id: ID!) {
    patient(id: $id) {
      id
      ...PatientDemographics_patient @unmask
      ...PatientContact_patient @unmask
      ...PatientConnections_patient @unmask
    }
  }
`);

/** The tab of a patient's page that shows who the patient is, and who cares for them. */
export function PatientRecordTab({ patientId }: { patientId: string }) {
  const { data, error, loading, refetch } = usePatientRecordQuery({
    variables: { id: patientId },
    fetchPolicy: 'cache-and-network',
  });
  useReloadOnDeviceChange(refetch, loading);
  const patient = data?.patient;
  if (!patient && error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!patient) return <SkeletonCards count={3} />;
  // One card a line; those of other features read what they show themselves, by the patient's id.
  return (
    <Grid templateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }} gap="4" alignItems="start">
      <PatientDemographics patient={patient} />
      <PatientContact patient={patient} />
      <PatientConnections patient={patient} />
      <PatientHandOffs patientId={patient.id} />
      <PatientNotes patientId={patient.id} />
      <PatientAccess patientId={patient.id} />
    </Grid>
  );
}

import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../components/ErrorState.tsx';
import { firstField } from '../../components/firstField.ts';
import { Modal } from '../../components/Modal.tsx';
import { SkeletonLines } from '../../components/Skeletons.tsx';
import { defaultCountry } from '../../lib/appRegion.ts';
import { graphql } from '../../lib/graphql.ts';
import { useViewer } from '../../lib/viewer.ts';
import { usePatientFormQuery } from './gql/PatientFormDialog.ts';
import { PatientFormEditor } from './PatientFormEditor.tsx';
import { emptyPatient, namesOf, patientValuesOf } from './patientFormValues.ts';

graphql(`
  fragment PatientForm_patient on Patient {
    id
    version
    viewerCanUpdateFields
    assignedId
    isRulesActive
    firstName
    lastName
    birthDate
    sex
    therapyStart
    note
    email
    phone
    mobilePhone
    address1
    address2
    country
    city
    state
    zip
    organization {
      id
      name
    }
    provider {
      id
      databaseId
      name
    }
    clinician {
      id
      databaseId
      firstName
      lastName
    }
    physician {
      id
      databaseId
      firstName
      lastName
    }
    location {
      id
      databaseId
      name
    }
  }
`);

graphql(`
  query PatientForm($id: ID!) {
    patient(id: $id) {
      ...PatientForm_patient @unmask
    }
  }
`);

/** The dialog of a new patient of the viewer's organization. An equipment provider is the provider of its own patients. */
export function NewPatientDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('patient-form');
  const { organization, actingOrganization } = useViewer();
  const provider = !actingOrganization && organization.type === 'Equipment Provider' ? organization : null;
  return (
    <PatientFormEditor
      title={t('add')}
      patient={null}
      initial={emptyPatient(defaultCountry(), provider)}
      initialNames={provider ? { [`dmeId:${provider.databaseId}`]: provider.name } : {}}
      onClose={onClose}
    />
  );
}

/** The dialog of a stored patient. */
export function EditPatientDialog({ patientId, onClose }: { patientId: string; onClose: () => void }) {
  const { t } = useTranslation('patient-form');
  const { data, error, refetch } = usePatientFormQuery({ variables: { id: patientId }, fetchPolicy: 'network-only' });
  const patient = data?.patient;
  if (patient)
    return (
      <PatientFormEditor
        title={t('update')}
        patient={patient}
        initial={patientValuesOf(patient)}
        initialNames={namesOf(patient)}
        onClose={onClose}
      />
    );
  return (
    <Modal open onClose={onClose} title={t('update')} size="lg" finalFocus={firstField}>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonLines lines={6} height="10" />}
    </Modal>
  );
}

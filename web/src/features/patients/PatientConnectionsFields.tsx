import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { plainText } from '#rules/shared/text';
import { graphql } from '../../lib/graphql.ts';
import { nameInList } from '../../lib/nameInList.ts';
import { ConnectionField, type NameChosen } from './ConnectionField.tsx';
import {
  useFindPatientClinicians,
  useFindPatientLocations,
  useFindPatientProviders,
} from './gql/PatientConnectionsFields.ts';
import type { ChosenNames, PatientValues } from './patientFormValues.ts';

graphql(`
  query FindPatientProviders($search: String!) {
    patientProviders(search: $search) {
      databaseId
      name
    }
  }
`);

graphql(`
  query FindPatientClinicians($search: String!) {
    patientClinicians(search: $search) {
      id
      databaseId
      firstName
      lastName
      organization {
        id
        name
      }
    }
  }
`);

graphql(`
  query FindPatientLocations {
    patientLocations {
      id
      databaseId
      name
      city
      state
    }
  }
`);

/** Who cares for the patient, and so who sees the patient: the organizations of the first three do. */
export function PatientConnectionsFields(props: {
  form: UseFormReturn<PatientValues>;
  names: ChosenNames;
  onName: NameChosen;
}) {
  const { t } = useTranslation('patient-form');
  const findProviders = useFindPatientProviders();
  const findClinicians = useFindPatientClinicians();
  const findLocations = useFindPatientLocations();
  const users = async (search: string, signal: AbortSignal) =>
    (await findClinicians({ search }, { signal })).map((user) => ({
      value: String(user.databaseId),
      label: nameInList(user),
      description: user.organization.name,
    }));
  return (
    <>
      <ConnectionField
        {...props}
        name="dmeId"
        label={t('fields.dmeId')}
        help={t('help.sees')}
        required
        options={async (search, signal) =>
          (await findProviders({ search }, { signal })).map(({ databaseId, name }) => ({
            value: String(databaseId),
            label: name,
          }))
        }
      />
      <ConnectionField {...props} name="clinicianId" label={t('fields.clinicianId')} options={users} />
      <ConnectionField {...props} name="physicianId" label={t('fields.physicianId')} options={users} />
      <ConnectionField
        {...props}
        name="locationId"
        label={t('fields.locationId')}
        help={t('help.locationId')}
        options={async (search, signal) =>
          (await findLocations({}, { signal }))
            .map(({ databaseId, name, city, state }) => ({
              value: String(databaseId),
              label: name,
              description: [city, state].filter(Boolean).join(', ') || undefined,
            }))
            .filter(({ label, description = '' }) => plainText(`${label}\n${description}`).includes(plainText(search)))
        }
      />
    </>
  );
}

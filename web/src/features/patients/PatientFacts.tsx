import { DataList } from '@chakra-ui/react';
import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../lib/dates.ts';
import { graphql } from '../../lib/graphql.ts';
import { nameInList } from '../../lib/nameInList.ts';
import { PatientFacts_patientFragmentDoc as fragment } from './gql/PatientFacts.ts';

graphql(`
  fragment PatientFacts_patient on Patient {
    id
    birthDate
    sex
    therapyStart
    provider {
      id
      name
    }
    clinician {
      id
      firstName
      lastName
    }
  }
`);

/** The patient's details in one line below the name. Unknown values are omitted. */
export function PatientFacts(props: { patient: FragmentType<typeof fragment> }) {
  const { t } = useTranslation('patients');
  const { data: patient } = useSuspenseFragment({ fragment, from: props.patient });
  const sex = patient.sex && t(`sexes.${patient.sex}`);
  const facts = [
    ['born', formatDate(patient.birthDate)],
    ['sex', sex],
    ['therapyStart', formatDate(patient.therapyStart)],
    ['provider', patient.provider?.name],
    ['clinician', patient.clinician && nameInList(patient.clinician)],
  ] as const;
  return (
    <DataList.Root orientation="horizontal" flexDirection="row" flexWrap="wrap" columnGap="6" rowGap="1">
      {facts.map(([fact, value]) =>
        value ? (
          <DataList.Item key={fact} gap="1.5">
            <DataList.ItemLabel minW="0">{t(fact)}</DataList.ItemLabel>
            <DataList.ItemValue color="fg">{value}</DataList.ItemValue>
          </DataList.Item>
        ) : null,
      )}
    </DataList.Root>
  );
}

import { Box, Button, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReloadOnDeviceChange } from '../../lib/deviceChanges.ts';
import { graphql } from '../../lib/graphql.ts';
import { nameInList } from '../../lib/nameInList.ts';
import { usePart } from '../../lib/useLoaded.ts';
import { useLogged } from '../../lib/useLogged.ts';
import { useInstantFormat } from '../../lib/viewer.ts';
import { usePatientDeclinesQuery } from './gql/PatientDeclines.ts';

graphql(`
  query PatientDeclines($id: ID!) {
    patient(id: $id) {
      id
      firstName
      lastName
      viewerCanDecline
      organization {
        id
        name
      }
      declines {
        partnerName
        reason
        declinedAt
      }
    }
  }
`);

const loadDialog = () => import('./DeclinePatientDialog.tsx');

/**
 * For staff of the patient's organization: the partners that declined the patient, and why. For staff of a partner: the
 * button that declines. Nothing for others.
 */
export function PatientDeclines({ patientId }: { patientId: string }) {
  const { t } = useTranslation('patient-declines');
  const instant = useInstantFormat();
  const [isDeclining, setDeclining] = useState(false);
  const dialog = usePart(loadDialog, isDeclining);
  const { data, error, loading, refetch } = usePatientDeclinesQuery({
    variables: { id: patientId },
    fetchPolicy: 'cache-and-network',
  });
  useReloadOnDeviceChange(refetch, loading);
  // The inbox reports a decline too: the page of the patient does without it.
  useLogged('The declines of the patient were not loaded', error);
  const patient = data?.patient;
  if (!patient) return null;
  return (
    <>
      {patient.declines.length > 0 ? (
        <Stack gap="2" mt="4">
          {patient.declines.map(({ partnerName, reason, declinedAt }) => (
            <Box
              key={partnerName}
              role="note"
              p="3"
              borderWidth="1px"
              borderColor="orange.muted"
              bg="orange.subtle"
              rounded="md"
              textStyle="sm"
              overflowWrap="anywhere"
            >
              <Text fontWeight="semibold">{t('declined', { name: partnerName, at: instant(declinedAt) })}</Text>
              <Text whiteSpace="pre-line">{t('because', { reason })}</Text>
              <Text>{t('next')}</Text>
            </Box>
          ))}
        </Stack>
      ) : null}
      {patient.viewerCanDecline ? (
        <Box mt="4" textStyle="sm">
          <Text color="fg.muted" mb="2">
            {t('shared', { name: patient.organization.name })}
          </Text>
          <Button size="sm" variant="outline" onClick={() => setDeclining(true)}>
            {t('open')}
          </Button>
        </Box>
      ) : null}
      {isDeclining && dialog ? (
        <dialog.DeclinePatientDialog
          patientId={patient.id}
          name={nameInList(patient)}
          owner={patient.organization.name}
          onClose={() => setDeclining(false)}
        />
      ) : null}
    </>
  );
}

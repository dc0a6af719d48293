import { HStack, Stack, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/Card.tsx';
import { HandOffStateBadge } from '../../components/HandOffStateBadge.tsx';
import { TextLink } from '../../components/TextLink.tsx';
import { graphql } from '../../lib/graphql.ts';
import { urls } from '../../lib/urls.ts';
import { useInstantFormat, useViewer } from '../../lib/viewer.ts';
import { usePatientHandOffsQuery } from './gql/PatientHandOffs.ts';

graphql(`
  query PatientHandOffs($id: ID!) {
    patient(id: $id) {
      id
      handOffs {
        id
        databaseId
        side
        kind
        state
        otherOrganization
        createdAt
      }
    }
  }
`);

/** The requests of other organizations for the patient or the device, and the one with which the patient came; nothing without any. */
export function PatientHandOffs({ patientId }: { patientId: string }) {
  const { t } = useTranslation('hand-offs');
  const { viewerCanUseHandOffs } = useViewer();
  const instant = useInstantFormat();
  const { data } = usePatientHandOffsQuery({
    variables: { id: patientId },
    skip: !viewerCanUseHandOffs,
    fetchPolicy: 'cache-and-network',
  });
  const handOffs = data?.patient?.handOffs ?? [];
  if (handOffs.length === 0) return null;
  return (
    <Card title={t('title')}>
      <Stack as="ul" listStyleType="none" gap="3">
        {handOffs.map(({ id, databaseId, side, kind, state, otherOrganization, createdAt }) => (
          <HStack as="li" key={id} gap="3" flexWrap="wrap">
            <TextLink to={urls.handOff(databaseId)}>{t(`cardOf.${kind}`, { id: databaseId })}</TextLink>
            <HandOffStateBadge state={state} />
            <Text color="fg.muted">
              {t(`sides.${side}`)} · {otherOrganization ?? t('notShown')} · {instant(createdAt)}
            </Text>
          </HStack>
        ))}
      </Stack>
    </Card>
  );
}

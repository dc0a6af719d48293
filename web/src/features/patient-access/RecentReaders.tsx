import { Box, Button, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../components/ErrorState.tsx';
import { SkeletonLines } from '../../components/Skeletons.tsx';
import { graphql } from '../../lib/graphql.ts';
import { nameInList } from '../../lib/nameInList.ts';
import { useInstantFormat } from '../../lib/viewer.ts';
import { AccessPart } from './AccessPart.tsx';
import { usePatientReadersQuery } from './gql/RecentReaders.ts';

graphql(`
  query PatientReaders($patientId: ID!) {
    patientReaders(patientId: $patientId) {
      user {
        id
        firstName
        lastName
      }
      lastOpened
      times
    }
  }
`);

/** Who opened the record lately. The activity log is searched only when the user asks for it. */
export function RecentReaders({ patientId }: { patientId: string }) {
  const { t } = useTranslation('patient-access');
  const [isShown, setShown] = useState(false);
  return (
    <Box>
      <AccessPart>{t('readers')}</AccessPart>
      {isShown ? (
        <Readers patientId={patientId} />
      ) : (
        <Button size="sm" variant="outline" onClick={() => setShown(true)}>
          {t('showReaders')}
        </Button>
      )}
    </Box>
  );
}

function Readers({ patientId }: { patientId: string }) {
  const { t } = useTranslation('patient-access');
  const instant = useInstantFormat();
  const { data, error, refetch } = usePatientReadersQuery({ variables: { patientId }, fetchPolicy: 'network-only' });
  const readers = data?.patientReaders;
  if (!readers)
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonLines lines={3} />;
  if (readers.length === 0) return <Text color="fg.muted">{t('noReaders')}</Text>;
  return (
    <Stack as="ul" aria-label={t('readers')} listStyleType="none" gap="2">
      {readers.map(({ user, lastOpened, times }) => (
        <Box as="li" key={user?.id ?? lastOpened}>
          <Text>{user ? nameInList(user) : t('hiddenUser')}</Text>
          <Text textStyle="xs" color="fg.muted">
            {t('opened', { when: instant(lastOpened), count: times })}
          </Text>
        </Box>
      ))}
    </Stack>
  );
}

import { Box, Button, Stack, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../components/ErrorState.tsx';
import { Modal } from '../../components/Modal.tsx';
import { SkeletonLines } from '../../components/Skeletons.tsx';
import { graphql } from '../../lib/graphql.ts';
import { useInstantFormat } from '../../lib/viewer.ts';
import { usePatientNoteVersionsQuery } from './gql/NoteVersionsDialog.ts';
import { NoteText } from './NoteText.tsx';
import type { PatientNote } from './usePatientNotes.ts';

graphql(`
  query PatientNoteVersions($id: ID!) {
    node(id: $id) {
      id
      ... on PatientNote {
        versions {
          number
          text
          written
        }
      }
    }
  }
`);

/** What a note was before: each text with the time at which it was written, newest first. */
export function NoteVersionsDialog({ note, onClose }: { note: PatientNote; onClose: () => void }) {
  const { t } = useTranslation('patient-notes');
  const instant = useInstantFormat();
  const { data, error, refetch } = usePatientNoteVersionsQuery({
    variables: { id: note.id },
    fetchPolicy: 'network-only',
  });
  const versions = data?.node?.__typename === 'PatientNote' ? data.node.versions : null;

  return (
    <Modal
      open
      onClose={onClose}
      size="lg"
      title={t('versions')}
      footer={<Button onClick={onClose}>{t('close')}</Button>}
    >
      {versions ? null : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines lines={4} />
      )}
      <Stack as="ol" aria-label={t('versions')} listStyleType="none" gap="4">
        {versions?.map(({ number, text, written }) => (
          <Box as="li" key={number} borderBottomWidth="1px" pb="4" _last={{ borderBottomWidth: '0', pb: '0' }}>
            <Text textStyle="xs" color="fg.muted" mb="1">
              {t('writtenAt', { name: note.authorName, when: instant(written) })}
            </Text>
            <NoteText text={text} whole />
          </Box>
        ))}
      </Stack>
    </Modal>
  );
}

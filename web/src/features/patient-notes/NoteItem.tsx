import { Box, HStack, IconButton, Text } from '@chakra-ui/react';
import { History, Pencil, Share2, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../../components/ConfirmDialog.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { toaster } from '../../components/Toaster.tsx';
import { graphql } from '../../lib/graphql.ts';
import { useInstantFormat } from '../../lib/viewer.ts';
import { useRemovePatientNote } from './gql/NoteItem.ts';
import { NoteText } from './NoteText.tsx';
import type { PatientNote } from './usePatientNotes.ts';

graphql(`
  mutation RemovePatientNote($input: RemovePatientNoteInput!) {
    removePatientNote(input: $input) {
      patientNote {
        ...PatientNote_note
      }
      ...UserErrors
    }
  }
`);

interface NoteItemProps {
  note: PatientNote;
  onEdit: () => void;
  onVersions: () => void;
  onRemoved: () => void;
}

/** One note: who wrote it and when, its text, with which organizations it is shared, and what it was before. */
export function NoteItem(props: NoteItemProps) {
  const { note } = props;
  const { t } = useTranslation('patient-notes');
  const instant = useInstantFormat();

  return (
    <Box as="li" borderBottomWidth="1px" pb="4" _last={{ borderBottomWidth: '0', pb: '0' }}>
      <HStack align="flex-start" gap="2">
        <Box flex="1" minW="0">
          <Text fontWeight="medium" overflowWrap="anywhere">
            <bdi>{note.authorName}</bdi> · <bdi>{note.authorOrganization}</bdi>
          </Text>
          <Text textStyle="xs" color="fg.muted">
            {instant(note.createdAt)}
            {note.edited ? ` · ${t('editedAt', { when: instant(note.edited) })}` : null}
          </Text>
        </Box>
        <NoteActions {...props} />
      </HStack>
      <Box mt="2">
        {note.text === null || note.text === undefined ? (
          <Text color="fg.muted" fontStyle="italic">
            {t('removedAt', { when: instant(note.removed) })}
          </Text>
        ) : (
          <NoteText text={note.text} />
        )}
      </Box>
      {note.isShared ? (
        <StatusBadge tone="info" icon={Share2} mt="2" maxW="full" whiteSpace="normal">
          {note.sharedWith.length > 0
            ? t('sharedWith', { names: note.sharedWith.map(({ name }) => name).join(', ') })
            : t('shared')}
        </StatusBadge>
      ) : null}
    </Box>
  );
}

function NoteActions({ note, onEdit, onVersions, onRemoved }: NoteItemProps) {
  const { t } = useTranslation('patient-notes');
  const instant = useInstantFormat();
  const confirm = useConfirm();
  const remove = useRemovePatientNote();
  const when = instant(note.createdAt);

  async function ask() {
    const question = { title: t('removeTitle'), body: t('removeBody'), confirmLabel: t('remove'), danger: true };
    if (!(await confirm(question))) return;
    try {
      const [refusal] = (await remove({ input: { noteId: note.id } })).userErrors;
      if (refusal) toaster.error({ title: refusal.message });
      else toaster.success({ title: t('removed') });
      onRemoved();
    } catch {
      toaster.error({ title: t('removeFailed') });
    }
  }

  return (
    <HStack gap="1" flexShrink="0">
      {note.edited || note.removed ? (
        <IconButton size="xs" variant="ghost" aria-label={t('versionsOf', { when })} onClick={onVersions}>
          <History />
        </IconButton>
      ) : null}
      {note.viewerCanUpdate ? (
        <>
          <IconButton size="xs" variant="ghost" aria-label={t('editOf', { when })} onClick={onEdit}>
            <Pencil />
          </IconButton>
          <IconButton size="xs" variant="ghost" aria-label={t('removeOf', { when })} onClick={() => void ask()}>
            <Trash2 />
          </IconButton>
        </>
      ) : null}
    </HStack>
  );
}

import { Button, Stack } from '@chakra-ui/react';
import { Plus, StickyNote } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/Card.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { SkeletonLines } from '../../components/Skeletons.tsx';
import { usePart } from '../../lib/useLoaded.ts';
import { NoteItem } from './NoteItem.tsx';
import { usePatientNotes, type PatientNote } from './usePatientNotes.ts';

const loadDialog = () => import('./PatientNoteDialog.tsx');
const loadVersions = () => import('./NoteVersionsDialog.tsx');

/** The notes of a patient, and what the user may do with them. */
export function PatientNotes({ patientId }: { patientId: string }) {
  const { t } = useTranslation('patient-notes');
  const { patient, notes, error, refetch, reload, hasOlder, isLoadingOlder, older } = usePatientNotes(
    patientId,
    t('olderFailed'),
  );
  const [edited, setEdited] = useState<PatientNote | 'new' | null>(null);
  const [versionsOf, setVersionsOf] = useState<PatientNote | null>(null);
  const dialog = usePart(loadDialog, edited !== null);
  const versions = usePart(loadVersions, versionsOf !== null);
  const add = patient?.viewerCanWriteNotes ? (
    <Button size="sm" variant="outline" onClick={() => setEdited('new')}>
      <Plus aria-hidden="true" />
      {t('add')}
    </Button>
  ) : null;

  return (
    <Card title={t('title')} action={add}>
      {notes ? null : error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonLines lines={4} />}
      {notes?.length === 0 ? <EmptyState icon={StickyNote} text={t('none')} /> : null}
      <Stack as="ul" aria-label={t('title')} listStyleType="none" gap="4">
        {notes?.map((note) => (
          <NoteItem
            key={note.id}
            note={note}
            onEdit={() => setEdited(note)}
            onVersions={() => setVersionsOf(note)}
            onRemoved={reload}
          />
        ))}
      </Stack>
      {hasOlder ? (
        <Button
          mt="4"
          size="sm"
          variant="outline"
          loading={isLoadingOlder}
          loadingText={t('older')}
          onClick={() => void older()}
        >
          {t('older')}
        </Button>
      ) : null}
      {edited && dialog && patient ? (
        <dialog.PatientNoteDialog
          patient={patient}
          note={edited === 'new' ? null : edited}
          onSaved={reload}
          onClose={() => setEdited(null)}
        />
      ) : null}
      {versionsOf && versions ? (
        <versions.NoteVersionsDialog note={versionsOf} onClose={() => setVersionsOf(null)} />
      ) : null}
    </Card>
  );
}

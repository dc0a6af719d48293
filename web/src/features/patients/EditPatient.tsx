import { Button } from '@chakra-ui/react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { nameInList } from '../../lib/nameInList.ts';

const loadDialog = () => import('./PatientFormDialog.tsx');
const EditPatientDialog = lazy(async () => ({ default: (await loadDialog()).EditPatientDialog }));

/** The button that edits a patient, for viewers who may, and its dialog. */
export function EditPatient(props: {
  patient: { id: string; firstName: string; lastName: string; viewerCanUpdate: boolean };
}) {
  const { t } = useTranslation('patients');
  const { patient } = props;
  const [open, setOpen] = useState(false);
  if (!patient.viewerCanUpdate) return null;
  return (
    <>
      <Button
        size="xs"
        variant="outline"
        aria-label={t('editOne', { name: nameInList(patient) })}
        onClick={() => setOpen(true)}
        onPointerEnter={() => void loadDialog()}
      >
        {t('edit')}
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <EditPatientDialog patientId={patient.id} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

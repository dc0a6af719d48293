import { Button } from '@chakra-ui/react';
import { Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useViewer } from '../../lib/viewer.ts';

const loadDialog = () => import('./PatientFormDialog.tsx');
const NewPatientDialog = lazy(async () => ({ default: (await loadDialog()).NewPatientDialog }));

/** The button that adds a patient, for viewers who may, and its dialog. */
export function AddPatient() {
  const { t } = useTranslation('patients');
  const { viewerCanCreatePatient } = useViewer();
  const [open, setOpen] = useState(false);
  if (!viewerCanCreatePatient) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)} onPointerEnter={() => void loadDialog()}>
        <Plus aria-hidden="true" />
        {t('add')}
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <NewPatientDialog onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

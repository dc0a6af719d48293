import { Button } from '@chakra-ui/react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePart } from '../../lib/useLoaded.ts';

const loadDialog = () => import('./ComparePeriodsDialog.tsx');

/** The comparison of two periods of a patient: a button and its dialog. */
export function ComparePeriods({ patientId }: { patientId: string }) {
  const { t } = useTranslation('usage');
  const [open, setOpen] = useState(false);
  const dialog = usePart(loadDialog, open);
  return (
    <>
      <Button className="no-print" size="xs" variant="outline" onClick={() => setOpen(true)}>
        {t('compare')}
      </Button>
      {open && dialog ? (
        <Suspense>
          <dialog.ComparePeriodsDialog patientId={patientId} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

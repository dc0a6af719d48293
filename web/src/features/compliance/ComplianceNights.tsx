import { Button } from '@chakra-ui/react';
import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePart } from '../../lib/useLoaded.ts';

const loadDialog = () => import('./ComplianceNightsDialog.tsx');

/** The nights that the result counts: a button and its dialog. */
export function ComplianceNights({ patientId }: { patientId: string }) {
  const { t } = useTranslation('compliance');
  const [open, setOpen] = useState(false);
  const dialog = usePart(loadDialog, open);
  return (
    <>
      <Button size="xs" variant="outline" onClick={() => setOpen(true)}>
        <CalendarDays aria-hidden="true" />
        {t('ledger.show')}
      </Button>
      {open && dialog ? <dialog.ComplianceNightsDialog patientId={patientId} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

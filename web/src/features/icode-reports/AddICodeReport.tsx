import { Button } from '@chakra-ui/react';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePart } from '../../lib/useLoaded.ts';
import type { Reading } from './readings.ts';

const loadDialog = () => import('./AddICodeDialog.tsx');

/**
 * The 'Add iCode Report' button of a device and its dialog, for viewers who may upload iCodes. Without a patient the
 * upload is anonymous.
 */
export function AddICodeReport(props: {
  patientId: string | null;
  /** Whose dates those of the codes are: of the patient's organization; the viewer's when omitted. */
  timeZone?: string;
  serial: string;
  /** Whether the patient has the device now; true without a patient. */
  isActive: boolean;
  /** What selects new reports and reads the list again. */
  picker: { mark: (ids: readonly number[]) => void; reload: () => void };
  /** Instead of 'Add iCode Report'. */
  label?: string;
  reading?: Reading;
}) {
  const { t } = useTranslation('icode-reports');
  const [open, setOpen] = useState(false);
  const dialog = usePart(loadDialog, open);
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        <Plus />
        {props.label ?? t('list.add')}
      </Button>
      {open && dialog ? (
        <dialog.AddICodeDialog
          patientId={props.patientId}
          timeZone={props.timeZone}
          serial={props.serial}
          isActive={props.isActive}
          reading={props.reading}
          onClose={() => setOpen(false)}
          onSaved={(reports) => {
            props.picker.mark(reports.map(({ databaseId }) => databaseId));
            props.picker.reload();
          }}
          onUncertain={props.picker.reload}
        />
      ) : null}
    </>
  );
}

import { Button } from '@chakra-ui/react';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePart } from '../../lib/useLoaded.ts';
import type { ICodeReportPicker } from './useICodeReportPicker.ts';

const loadDialog = () => import('./AddICodeDialog.tsx');

/**
 * The 'Add iCode Report' button of a device and its dialog, for viewers who may upload iCodes. Without a patient the
 * upload is anonymous.
 */
export function AddICodeReport(props: {
  patientId: string | null;
  serial: string;
  /** Whether the patient has the device now; true without a patient. */
  isActive: boolean;
  picker: ICodeReportPicker;
}) {
  const { t } = useTranslation('icode-reports');
  const [open, setOpen] = useState(false);
  const dialog = usePart(loadDialog, open);
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        <Plus />
        {t('list.add')}
      </Button>
      {open && dialog ? (
        <dialog.AddICodeDialog
          patientId={props.patientId}
          serial={props.serial}
          isActive={props.isActive}
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

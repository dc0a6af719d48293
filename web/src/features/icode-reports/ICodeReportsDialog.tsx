import type { FragmentType } from '@apollo/client';
import { usePart } from '../../lib/useLoaded.ts';
import type { ICodeReportsPanel_patientFragment } from './gql/ICodeReportsPanel.ts';
import { useICodeReportsAddress } from './useICodeReportsAddress.ts';

const loadDialog = () => import('./OpenICodeReports.tsx');

/** 'iCode Reports - {serial}' of a device. A page renders it once; it is open while the address has ?icode={serial}. */
export function ICodeReportsDialog(props: {
  /** Null: the device itself, with every report of it that the viewer may see. Reports added then are anonymous. */
  patient: FragmentType<ICodeReportsPanel_patientFragment> | null;
}) {
  const { serial, close } = useICodeReportsAddress();
  const dialog = usePart(loadDialog, Boolean(serial));
  return serial && dialog ? (
    <dialog.OpenICodeReports key={serial} patient={props.patient} serial={serial} onClose={close} />
  ) : null;
}

import { useTranslation } from 'react-i18next';
import { toaster } from '../../components/Toaster.tsx';
import { EquipmentDialog } from './EquipmentDialog.tsx';
import { useAddEquipment } from './useAddEquipment.ts';

/** 'Add equipment' for a patient. Shows a toast that names the added device. */
export function AddDeviceDialog(props: {
  patientId: string;
  timeZone: string;
  onClose: () => void;
  /** Reloads what the page shows. */
  onReload: () => Promise<unknown>;
  onAdded: (historyId: number) => Promise<void>;
}) {
  const { t } = useTranslation('device-history');
  const operations = useAddEquipment(props.patientId);
  return (
    <EquipmentDialog
      mode="add"
      operations={operations}
      timeZone={props.timeZone}
      onClose={props.onClose}
      onStale={() => void props.onReload()}
      onSaved={({ deviceHistory }) => {
        if (!deviceHistory) return;
        toaster.success({ title: t('added', { serial: deviceHistory.serial }) });
        void props.onAdded(deviceHistory.databaseId);
      }}
    />
  );
}

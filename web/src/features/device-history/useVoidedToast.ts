import { useTranslation } from 'react-i18next';
import { toaster } from '../../components/Toaster.tsx';
import { useRestoreDevice } from './useRestoreDevice.ts';
import type { VoidableDevice } from './VoidDeviceDialog.tsx';

/** Milliseconds: long enough to read the message and to reach Undo. */
const UNDO_MS = 15_000;

/** Returns a function that says that an assignment is void, with Undo. `onReload` is called after the undo. */
export function useVoidedToast(onReload: () => Promise<unknown>) {
  const { t } = useTranslation('device-history');
  const restore = useRestoreDevice();
  return (device: VoidableDevice): void =>
    toaster.success({
      title: t('void.done', { serial: device.serial ?? t('void.hiddenSerial') }),
      duration: UNDO_MS,
      action: { label: t('void.undoAction'), onClick: () => void restore(device).then(onReload) },
    });
}

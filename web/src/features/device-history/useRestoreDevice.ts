import { useTranslation } from 'react-i18next';
import { toaster } from '../../components/Toaster.tsx';
import { graphql } from '../../lib/graphql.ts';
import { useRestoreDevice as useRestore } from './gql/useRestoreDevice.ts';
import type { VoidableDevice } from './VoidDeviceDialog.tsx';

graphql(`
  mutation RestoreDevice($input: RestoreDeviceInput!) {
    restoreDevice(input: $input) {
      deviceHistory {
        id
      }
      patient {
        id
        ...DeviceHistoryPanel_patient
        ...RemovedDevices_patient
      }
      ...UserErrors
    }
  }
`);

/** Returns a function that restores a voided assignment and says how it went. Never rejects. */
export function useRestoreDevice() {
  const { t } = useTranslation('device-history');
  const restore = useRestore();
  return async ({ id, serial }: Pick<VoidableDevice, 'id' | 'serial'>): Promise<void> => {
    const device = { serial: serial ?? t('void.hiddenSerial') };
    try {
      const { userErrors } = await restore({ input: { deviceHistoryId: id } });
      const [refused] = userErrors;
      if (refused) toaster.error({ title: t('void.restoreFailed', device), description: refused.message });
      else toaster.success({ title: t('void.restored', device) });
    } catch {
      toaster.error({ title: t('void.restoreFailed', device) });
    }
  };
}

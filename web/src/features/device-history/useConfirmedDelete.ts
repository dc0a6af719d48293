import { useTranslation } from 'react-i18next';
import { useConfirm } from '../../components/ConfirmDialog.tsx';
import { toaster } from '../../components/Toaster.tsx';
import { graphql } from '../../lib/graphql.ts';
import { useCheckDeleteDevice, useDeleteDevice } from './gql/useConfirmedDelete.ts';
import { useAssignedRange } from './useAssignedRange.ts';
import { useNightDates } from './useNightDates.ts';

graphql(`
  query CheckDeleteDevice($input: DeleteDeviceInput!) {
    checkDeleteDevice(input: $input) {
      nightsThatStay {
        nights
        firstDate
        lastDate
      }
      ...UserErrors
    }
  }
`);

graphql(`
  mutation DeleteDevice($input: DeleteDeviceInput!) {
    deleteDevice(input: $input) {
      deletedDeviceHistoryId
      patient {
        id
        ...DeviceHistoryPanel_patient
      }
      ...UserErrors
    }
  }
`);

interface Deletable {
  id: string;
  serial: string;
  startDate: string;
  endDate: string | null;
}

/**
 * Returns a function that deletes an assignment after two confirmations, of which the second one says which nights stay,
 * and resolves to whether it sent a request. Never rejects.
 */
export function useConfirmedDelete() {
  const { t } = useTranslation('device-history');
  const confirm = useConfirm();
  const rangeOf = useAssignedRange();
  const datesOf = useNightDates();
  const check = useCheckDeleteDevice();
  const deleteDevice = useDeleteDevice();

  return async (device: Deletable): Promise<boolean> => {
    const facts = { serial: device.serial, range: rangeOf(device) };
    const sure = { danger: true, confirmLabel: t('delete.confirm') };
    const first = { ...sure, title: t('delete.title'), body: t('messages.confirm_device_deletion', facts) };
    if (!(await confirm({ ...first, confirmLabel: t('confirm.continue') }))) return false;
    const input = { deviceHistoryId: device.id };
    try {
      const { nightsThatStay } = await check({ input });
      const last = t('messages.final_confirm_record_deletion', facts);
      const staying =
        nightsThatStay && t('delete.nightsStay', { count: nightsThatStay.nights, dates: datesOf(nightsThatStay) });
      const body = staying ? `${last} ${staying}` : last;
      if (!(await confirm({ ...sure, title: t('confirm.sure'), body }))) return false;
      const { userErrors } = await deleteDevice({ input });
      const [refused] = userErrors;
      if (refused) toaster.error({ title: t('delete.failed', facts), description: refused.message });
      else toaster.success({ title: t('delete.done', facts) });
    } catch {
      toaster.error({ title: t('delete.failed', facts) });
    }
    return true;
  };
}

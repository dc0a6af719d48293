import { useTranslation } from 'react-i18next';
import { useConfirm } from '../../components/ConfirmDialog.tsx';
import { toaster } from '../../components/Toaster.tsx';
import { graphql } from '../../gql/gql.ts';
import { useDeleteDevice } from '../../gql/hooks.ts';
import { useAssignedRange } from './useAssignedRange.ts';

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
 * Returns a function that deletes an assignment after two confirmations and resolves to whether it sent the request.
 * Never rejects.
 */
export function useConfirmedDelete() {
  const { t } = useTranslation('device-history');
  const confirm = useConfirm();
  const rangeOf = useAssignedRange();
  const deleteDevice = useDeleteDevice();

  return async (device: Deletable): Promise<boolean> => {
    const facts = { serial: device.serial, range: rangeOf(device) };
    const sure = { danger: true, confirmLabel: t('delete.confirm') };
    const first = { ...sure, title: t('delete.title'), body: t('messages.confirm_device_deletion', facts) };
    if (!(await confirm({ ...first, confirmLabel: t('confirm.continue') }))) return false;
    if (
      !(await confirm({ ...sure, title: t('confirm.sure'), body: t('messages.final_confirm_record_deletion', facts) }))
    )
      return false;
    try {
      const { userErrors } = await deleteDevice({ input: { deviceHistoryId: device.id } });
      const [refused] = userErrors;
      if (refused) toaster.error({ title: t('delete.failed', facts), description: refused.message });
      else toaster.success({ title: t('delete.done', facts) });
    } catch {
      toaster.error({ title: t('delete.failed', facts) });
    }
    return true;
  };
}

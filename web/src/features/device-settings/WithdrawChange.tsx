import { Button } from '@chakra-ui/react';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../../components/ConfirmDialog.tsx';
import { toaster } from '../../components/Toaster.tsx';
import { graphql } from '../../gql/gql.ts';
import { useCancelPendingSettings } from '../../gql/hooks.ts';

graphql(`
  mutation CancelPendingSettings($input: CancelPendingSettingsInput!) {
    cancelPendingSettings(input: $input) {
      deviceHistory {
        id
        ...DeviceSettings_history
      }
      ...UserErrors
    }
  }
`);

/** Withdraws a pending change after a confirmation. The device may have fetched it already. */
export function WithdrawChange(props: { deviceHistoryId: string; settingsRecordId: string }) {
  const { t } = useTranslation('device-settings');
  const confirm = useConfirm();
  const cancel = useCancelPendingSettings();
  const [busy, setBusy] = useState(false);

  async function withdraw() {
    const sure = {
      title: t('withdraw.title'),
      body: t('withdraw.body'),
      confirmLabel: t('withdraw.confirm'),
      danger: true,
    };
    if (!(await confirm(sure))) return;
    setBusy(true);
    try {
      const { deviceHistoryId, settingsRecordId } = props;
      const { userErrors } = await cancel({ input: { deviceHistoryId, settingsRecordId } });
      const refused = userErrors.map(({ message }) => message).join(' ');
      if (refused) toaster.error({ title: t('withdraw.failed'), description: refused });
      else toaster.success({ title: t('withdraw.done') });
    } catch {
      toaster.error({ title: t('withdraw.failed'), description: t('withdraw.unchanged') });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button
      size="xs"
      variant="outline"
      colorPalette="red"
      loading={busy}
      loadingText={t('withdraw.button')}
      onClick={() => void withdraw()}
    >
      <Undo2 aria-hidden="true" />
      {t('withdraw.button')}
    </Button>
  );
}

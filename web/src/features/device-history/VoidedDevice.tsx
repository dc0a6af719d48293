import { Button, HStack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../../components/ConfirmDialog.tsx';
import { graphql } from '../../lib/graphql.ts';
import { nameInList } from '../../lib/nameInList.ts';
import { useInstantFormat } from '../../lib/viewer.ts';
import type { VoidedDevice_voidedFragment } from './gql/VoidedDevice.ts';
import { useAssignedRange } from './useAssignedRange.ts';
import { useRestoreDevice } from './useRestoreDevice.ts';

graphql(`
  fragment VoidedDevice_voided on VoidedDevice {
    deviceHistoryId
    serial
    startDate
    endDate
    reason
    voidedAt
    voidedBy {
      id
      firstName
      lastName
    }
    viewerCanRestore
  }
`);

/** One line about an assignment that was voided: when, who did it, why, and Restore. */
export function VoidedDevice(props: { voided: VoidedDevice_voidedFragment; onReload: () => Promise<unknown> }) {
  const { t } = useTranslation('device-history');
  const confirm = useConfirm();
  const rangeOf = useAssignedRange();
  const instant = useInstantFormat();
  const restore = useRestoreDevice();
  const [busy, setBusy] = useState(false);
  const { deviceHistoryId: id, serial, reason, voidedAt, voidedBy, viewerCanRestore } = props.voided;
  const facts = { serial: serial ?? t('void.hiddenSerial'), range: rangeOf(props.voided) };

  async function ask() {
    const body = t('void.restoreText', facts);
    if (!(await confirm({ title: t('void.restoreTitle'), body, confirmLabel: t('void.restore') }))) return;
    setBusy(true);
    await restore({ id, serial });
    await props.onReload();
    setBusy(false);
  }

  return (
    <HStack role="note" gap="3" justify="space-between" alignItems="flex-start">
      <Text textStyle="sm" color="fg.muted" minW="0" overflowWrap="anywhere">
        {t('void.line', {
          ...facts,
          at: instant(voidedAt),
          by: voidedBy ? nameInList(voidedBy) : t('void.hiddenUser'),
          reason,
        })}
      </Text>
      {viewerCanRestore ? (
        <Button
          size="xs"
          variant="outline"
          flexShrink="0"
          loading={busy}
          aria-label={t('void.restoreLabel', facts)}
          onClick={() => void ask()}
        >
          {t('void.restore')}
        </Button>
      ) : null}
    </HStack>
  );
}

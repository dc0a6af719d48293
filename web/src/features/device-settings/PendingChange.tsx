import { Alert, HStack, Stack } from '@chakra-ui/react';
import { DeliveryTimeline } from './DeliveryTimeline.tsx';
import { SettingsStatus, type SettingsRecord } from './SettingsStatus.tsx';
import { WithdrawChange } from './WithdrawChange.tsx';

/** A submitted change: author, time, delivery, and the reason of a failure. While it is pending it can be withdrawn. */
export function PendingChange(props: { record: SettingsRecord; deviceHistoryId: string; canWithdraw: boolean }) {
  const { record } = props;
  return (
    <Stack gap="3" borderWidth="1px" borderRadius="l2" p="3">
      <HStack justify="space-between" gap="2" flexWrap="wrap">
        <SettingsStatus record={record} />
        {props.canWithdraw && record.status === 'PENDING' ? (
          <WithdrawChange deviceHistoryId={props.deviceHistoryId} settingsRecordId={record.id} />
        ) : null}
      </HStack>
      {record.failureText ? (
        <Alert.Root status="error" size="sm">
          <Alert.Indicator />
          <Alert.Title fontWeight="normal">{record.failureText}</Alert.Title>
        </Alert.Root>
      ) : null}
      <DeliveryTimeline delivery={record} />
    </Stack>
  );
}

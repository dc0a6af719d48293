import { Alert, HStack, Stack } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { DeliveryTimeline } from './DeliveryTimeline.tsx';
import { SettingsStatus, type SettingsRecord } from './SettingsStatus.tsx';

/** A submitted change: author, time, delivery, the reason of a failure, and what the viewer may do about it. */
export function PendingChange(props: { record: SettingsRecord; actions: ReactNode }) {
  const { record } = props;
  return (
    <Stack gap="3" borderWidth="1px" borderRadius="l2" p="3">
      <HStack justify="space-between" gap="2" flexWrap="wrap">
        <SettingsStatus record={record} />
        <HStack gap="2" flexWrap="wrap">
          {props.actions}
        </HStack>
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

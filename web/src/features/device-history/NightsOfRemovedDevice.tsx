import { Alert, Button, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { graphql } from '../../lib/graphql.ts';
import type { NightsOfRemovedDevice_removedFragment } from './gql/NightsOfRemovedDevice.ts';
import { useAssignedRange } from './useAssignedRange.ts';
import { useNightDates } from './useNightDates.ts';
import type { VoidableDevice } from './VoidDeviceDialog.tsx';

graphql(`
  fragment NightsOfRemovedDevice_removed on NightsOfRemovedDevice {
    deviceHistoryId
    serial
    startDate
    endDate
    nights
    firstDate
    lastDate
    viewerCanVoid
  }
`);

/** Says that nights count although their device was removed from the patient's devices, with Void assignment. */
export function NightsOfRemovedDevice(props: {
  removed: NightsOfRemovedDevice_removedFragment;
  onVoid: (device: VoidableDevice) => void;
}) {
  const { t } = useTranslation('device-history');
  const rangeOf = useAssignedRange();
  const datesOf = useNightDates();
  const { deviceHistoryId: id, serial, startDate, endDate, nights, viewerCanVoid } = props.removed;
  const shown = serial ?? t('void.hiddenSerial');
  return (
    <Alert.Root status="warning" role="note" alignItems="flex-start">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>{t('removed.nights', { count: nights, serial: shown })}</Alert.Title>
        <Text>{t('removed.dates', { nights: datesOf(props.removed), range: rangeOf({ startDate, endDate }) })}</Text>
        {viewerCanVoid ? (
          <Button
            mt="2"
            size="xs"
            variant="outline"
            alignSelf="flex-start"
            aria-label={t('void.label', { serial: shown })}
            onClick={() => props.onVoid({ id, serial, startDate, endDate })}
          >
            {t('menu.void')}
          </Button>
        ) : null}
      </Alert.Content>
    </Alert.Root>
  );
}

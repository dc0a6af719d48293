import { Box, Link, List, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { nameInList } from '../../lib/nameInList.ts';
import { urls } from '../../lib/urls.ts';
import { AskForDeviceLink } from './AskForDeviceLink.tsx';
import type { DeviceOverlap, EquipmentStep } from './equipmentSteps.ts';
import { useAssignedRange } from './useAssignedRange.ts';

/** Why the dates are refused: the text of the documented code (document 000, section 8). */
export function OverlapMessage(
  props: Omit<Extract<EquipmentStep, { kind: 'overlap' }>, 'kind'> & {
    /** The serial number, for a viewer who may ask another organization for the device. */
    askable?: string;
  },
) {
  const { t } = useTranslation('device-history');
  const rangeOf = useAssignedRange();
  const { code, message, overlap, machineHistory } = props;
  if (code === 'patient-already-connected') return <Text>{t('messages.single_active_device_warning')}</Text>;
  if (code === 'patient-previous-device-daterange-overlaps')
    return <Text>{t('messages.date_range_overlap_warning')}</Text>;
  // The viewer may not see the patient who has the device: the server sends no name, date or id.
  if (!overlap)
    return (
      <Stack gap="3">
        <Text>{message}</Text>
        {props.askable ? <AskForDeviceLink serial={props.askable} /> : null}
      </Stack>
    );

  const line = (other: DeviceOverlap) => t('conflict.patient', { name: nameInList(other), range: rangeOf(other) });
  const others = machineHistory.filter(
    (other) => other.patientDatabaseId !== overlap.patientDatabaseId || other.startDate !== overlap.startDate,
  );
  return (
    <Stack gap="3">
      <Text>{t('conflict.text')}</Text>
      <Box>
        <Text fontWeight="medium">{line(overlap)}</Text>
        <RecordLink patientId={overlap.patientDatabaseId}>{t('conflict.link')}</RecordLink>
      </Box>
      <Text color="fg.muted">{t('conflict.blocked')}</Text>
      {others.length > 0 ? (
        <Box>
          <Text color="fg.muted">{t('conflict.others')}</Text>
          <List.Root variant="plain" gap="1">
            {others.map((other) => (
              <List.Item key={`${other.patientDatabaseId} ${other.startDate}`}>
                <RecordLink patientId={other.patientDatabaseId}>{line(other)}</RecordLink>
              </List.Item>
            ))}
          </List.Root>
        </Box>
      ) : null}
    </Stack>
  );
}

/** Dialogs render outside the router; a link that opens a new tab also keeps the form's input. */
function RecordLink({ patientId, children }: { patientId: number; children: ReactNode }) {
  return (
    <Link
      href={urls.patient(patientId)}
      target="_blank"
      rel="noopener noreferrer"
      color="teal.fg"
      textDecoration="underline"
    >
      {children}
    </Link>
  );
}

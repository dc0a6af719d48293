import { Box, Link, Stack, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../lib/dates.ts';
import { urls } from '../../lib/urls.ts';
import type { EquipmentStep } from './equipmentSteps.ts';

/** Why the dates cannot be: the text of the documented code (document 000, section 8). */
export function OverlapMessage({ code, message, conflict }: Omit<Extract<EquipmentStep, { kind: 'overlap' }>, 'kind'>) {
  const { t } = useTranslation('device-history');
  if (code === 'patient-already-connected') return <Text>{t('messages.single_active_device_warning')}</Text>;
  if (code === 'patient-previous-device-daterange-overlaps') return <Text>{t('messages.date_range_overlap_warning')}</Text>;
  // Somebody whom the viewer may not see holds the device: the server tells no name, no date and no id.
  if (!conflict) return <Text>{message}</Text>;

  const { lastName, firstName, startDate, endDate } = conflict;
  const range = t('range', { start: formatDate(startDate), end: endDate ? formatDate(endDate) : t('present') });
  return (
    <Stack gap="3">
      <Text>{t('conflict.text')}</Text>
      <Box>
        <Text fontWeight="medium">{t('conflict.patient', { name: `${lastName}, ${firstName}`, range })}</Text>
        {/* Dialogs stand outside the router; in a new tab the form keeps what was typed. */}
        <Link
          href={urls.patient(conflict.patientDatabaseId)}
          target="_blank"
          rel="noopener noreferrer"
          color="teal.fg"
          textDecoration="underline"
        >
          {t('conflict.link')}
        </Link>
      </Box>
      <Text color="fg.muted">{t('conflict.blocked')}</Text>
    </Stack>
  );
}

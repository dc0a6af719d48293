import { HStack, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { StatusBadge, type StatusTone } from '../../components/StatusBadge.tsx';
import type { SettingsRecordStatus } from '../../gql/schema.ts';
import { useInstantFormat } from '../../lib/viewer.ts';
import type { DeviceSettings_historyFragment } from './gql/DeviceSettings.ts';

export type SettingsRecord = NonNullable<DeviceSettings_historyFragment['currentSettings' | 'pendingSettings']>;

const tones: Partial<Record<SettingsRecordStatus, StatusTone>> = {
  FAILED: 'danger',
  VOID: 'void',
  PENDING: 'warning',
};

/** The color of a status: danger, warning, and secondary for Defaults and all others (document 000, section 4). */
export const statusTone = (status: SettingsRecordStatus): StatusTone => tones[status] ?? 'neutral';

/** A record's status, and its author or the source that it was collected from (document 000, section 4). */
export function SettingsStatus({ record }: { record: SettingsRecord }) {
  const { t } = useTranslation('device-settings');
  return (
    <HStack gap="2" flexWrap="wrap">
      <StatusBadge tone={statusTone(record.status)}>{t(`status.${record.status}`)}</StatusBadge>
      <Text textStyle="sm" color="fg.muted">
        <Origin record={record} />
      </Text>
    </HStack>
  );
}

function Origin({ record }: { record: SettingsRecord }) {
  const { t } = useTranslation('device-settings');
  const format = useInstantFormat();
  const at = (instant: string) => {
    const [date, time] = format(instant).split(' ');
    return { date, time };
  };
  if (record.isEdit) {
    const name = record.submittedBy ?? t('somebody');
    return record.submittedAt ? t('submitted', { name, ...at(record.submittedAt) }) : null;
  }
  const collected = t('collected', { source: record.sourceDisplay ?? t('unknownSource') });
  return record.collected ? `${collected} ${t('collectedOn', at(record.collected))}` : collected;
}

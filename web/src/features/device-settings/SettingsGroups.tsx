import { Box, Heading, SimpleGrid, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { settingsDiff } from './settingsDiff.ts';
import type { SettingsRecord } from './SettingsStatus.tsx';
import { SettingsTable } from './SettingsTable.tsx';

const groups = ['therapy', 'comfort', 'alerts'] as const;

/** Therapy, Comfort and Alert Settings: the current settings next to the pending ones. */
export function SettingsGroups(props: {
  current: SettingsRecord | null;
  pending: SettingsRecord | null;
  onlyChanges: boolean;
}) {
  const { t } = useTranslation('device-settings');
  const { current, pending } = props;
  const filtered = props.onlyChanges && current !== null && pending !== null;
  return (
    <SimpleGrid gap="5" minChildWidth={{ base: 'full', sm: '340px' }}>
      {groups.map((group) => {
        const rows = settingsDiff(current?.[group] ?? null, pending?.[group] ?? null).filter(
          (row) => row.changed || !filtered,
        );
        return (
          <Box key={group} gridRow={{ xl: group === 'comfort' ? 'span 2' : undefined }}>
            <Heading as="h3" size="xs" mb="1">
              {t(group)}
            </Heading>
            {rows.length > 0 ? (
              <SettingsTable label={t(group)} rows={rows} submitted={pending?.status ?? null} />
            ) : (
              <Text color="fg.muted">{t(filtered ? 'noChanges' : 'nothing')}</Text>
            )}
          </Box>
        );
      })}
    </SimpleGrid>
  );
}

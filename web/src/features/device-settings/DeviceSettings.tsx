import { Box, Heading, SimpleGrid, Stack, Switch, Text } from '@chakra-ui/react';
import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/Card.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { graphql } from '../../gql/gql.ts';
import { settingsDiff } from './settingsDiff.ts';
import { SettingsStatus } from './SettingsStatus.tsx';
import { SettingsTable } from './SettingsTable.tsx';

const fragment = graphql(`
  fragment DeviceSettings_history on DeviceHistory {
    id
    endDate
    currentSettings {
      ...DeviceSettings_record @unmask
    }
    pendingSettings {
      ...DeviceSettings_record @unmask
    }
  }
`);

graphql(`
  fragment DeviceSettings_record on SettingsRecord {
    id
    status
    isEdit
    submittedBy
    submittedAt
    collected
    sourceDisplay
    therapy {
      ...DeviceSettings_field @unmask
    }
    comfort {
      ...DeviceSettings_field @unmask
    }
    alerts {
      ...DeviceSettings_field @unmask
    }
  }
`);

graphql(`
  fragment DeviceSettings_field on SettingsField {
    name
    label
    value
    unit
  }
`);

const groups = ['therapy', 'comfort', 'alerts'] as const;

/** The settings of a device, current beside pending, with what differs marked. */
export function DeviceSettings(props: { history: FragmentType<typeof fragment> }) {
  const { t } = useTranslation('device-settings');
  const { data } = useSuspenseFragment({ fragment, fragmentName: 'DeviceSettings_history', from: props.history });
  const [onlyChanges, setOnlyChanges] = useState(false);
  const { currentSettings: current, pendingSettings: pending } = data;
  const filtered = onlyChanges && current !== null && pending !== null;

  if (!current && !pending) {
    return (
      <Card title={t('title')}>
        <EmptyState icon={SlidersHorizontal} text={t(data.endDate ? 'emptyEnded' : 'empty')} />
      </Card>
    );
  }
  return (
    <Card
      title={t('title')}
      action={
        current && pending ? (
          <Switch.Root size="sm" checked={onlyChanges} onCheckedChange={({ checked }) => setOnlyChanges(checked)}>
            <Switch.HiddenInput />
            <Switch.Control />
            <Switch.Label>{t('onlyChanges')}</Switch.Label>
          </Switch.Root>
        ) : null
      }
    >
      <Stack gap="4">
        <Stack gap="2">
          {pending ? <SettingsStatus record={pending} /> : null}
          {current ? <SettingsStatus record={current} /> : <Text color="fg.muted">{t('noCurrent')}</Text>}
        </Stack>
        <SimpleGrid gap="5" minChildWidth={{ base: 'full', sm: '340px' }}>
          {groups.map((group) => {
            const rows = settingsDiff(current?.[group] ?? null, pending?.[group] ?? null).filter((row) => row.changed || !filtered);
            return (
              <Box key={group} gridRow={{ xl: group === 'comfort' ? 'span 2' : undefined }}>
                <Heading as="h3" size="xs" mb="1">
                  {t(group)}
                </Heading>
                {rows.length > 0 ? (
                  <SettingsTable label={t(group)} rows={rows} withPending={pending !== null} />
                ) : (
                  <Text color="fg.muted">{t(filtered ? 'noChanges' : 'nothing')}</Text>
                )}
              </Box>
            );
          })}
        </SimpleGrid>
      </Stack>
    </Card>
  );
}

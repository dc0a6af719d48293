import { Table, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { graphql } from '../../lib/graphql.ts';
import { useInstantFormat } from '../../lib/viewer.ts';
import type { NightSettings_settingsFragment } from './gql/NightSettings.ts';
import { ChangedMark, SettingsValue } from './SettingsValue.tsx';

graphql(`
  fragment NightSettings_settings on NightSettings {
    since
    device {
      id
      serial
    }
    settings {
      id
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
  }
`);

type Held = NightSettings_settingsFragment;
type Setting = Held['settings']['therapy'][number];

/** All settings of a record, in the order of the cards. */
const settingsOf = ({ settings: { therapy, comfort, alerts } }: Held): readonly Setting[] => [
  ...therapy,
  ...comfort,
  ...alerts,
];

/** The settings that held in a night, each set in a column of its own; a value that differs from the set before is marked. */
export function NightSettings({ held }: { held: readonly Held[] }) {
  const { t } = useTranslation('night');
  const instant = useInstantFormat();
  if (held.length === 0) return <Text color="fg.muted">{t('settings.none')}</Text>;

  const valuesOf = held.map((one) => new Map(settingsOf(one).map((setting) => [setting.name, setting])));
  const names = [...new Map(held.flatMap(settingsOf).map(({ name, label }) => [name, label]))];
  return (
    <>
      <Table.ScrollArea tabIndex={0} role="region" aria-label={t('settings.title')}>
        <Table.Root
          size="sm"
          aria-label={t('settings.title')}
          css={{ '& tr': { bg: 'transparent' }, '& th, & td': { whiteSpace: 'normal', verticalAlign: 'top' } }}
        >
          <Table.Header>
            <Table.Row>
              <Table.ColumnHeader scope="col">{t('settings.setting')}</Table.ColumnHeader>
              {held.map(({ since, device, settings }) => (
                <Table.ColumnHeader key={settings.id} scope="col">
                  <Text fontFamily="mono">{device.serial}</Text>
                  <Text fontWeight="normal" color="fg.muted" textStyle="xs">
                    {t('settings.since', { at: instant(since) })}
                  </Text>
                </Table.ColumnHeader>
              ))}
            </Table.Row>
          </Table.Header>
          <Table.Body>
            {names.map(([name, label]) => (
              <Table.Row key={name}>
                <Table.Cell as="th" scope="row" textAlign="start" fontWeight="normal" color="fg.muted">
                  {label}
                </Table.Cell>
                {valuesOf.map((values, index) => {
                  const { value = null, unit } = values.get(name) ?? {};
                  const before = index > 0 ? (valuesOf[index - 1]!.get(name)?.value ?? null) : value;
                  return (
                    <Table.Cell
                      key={held[index]!.settings.id}
                      {...(before !== value && { bg: 'bg.changed', fontWeight: 'bold' })}
                    >
                      {before === value ? null : <ChangedMark />}
                      <SettingsValue name={name} value={value} unit={unit} />
                    </Table.Cell>
                  );
                })}
              </Table.Row>
            ))}
          </Table.Body>
        </Table.Root>
      </Table.ScrollArea>
      <Text mt="2" textStyle="xs" color="fg.muted">
        {t('settings.help')}
      </Text>
    </>
  );
}

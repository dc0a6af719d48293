import { Table, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../lib/dates.ts';
import { graphql } from '../../lib/graphql.ts';
import { hoursAndMinutes } from '../../lib/hours.ts';
import { useInstantFormat } from '../../lib/viewer.ts';
import { oneDecimal } from '../../lib/figures.ts';
import type { NightReadings_nightFragment } from './gql/NightReadings.ts';
import { whyNotCounted } from './usageDays.ts';
import { noteText } from './usageText.ts';

graphql(`
  fragment NightReadings_night on UsageNight {
    id
    date
    recordedDate
    corrected
    source
    effective
    state
    minutes
    sessions
    ahi
    obstructiveApneas
    centralApneas
    unclassifiedApneas
    hypopneas
    reras
    pressure
    p95
    leak
    sni
    pressureKind
    serial
    arrivedAt
  }
`);

type Reading = NightReadings_nightFragment;

const EVENTS = ['obstructiveApneas', 'centralApneas', 'unclassifiedApneas', 'hypopneas', 'reras'] as const;

/** Every reading of a night in a column of its own, with the reason of each that does not count. */
export function NightReadings({ readings }: { readings: readonly Reading[] }) {
  const { t } = useTranslation('night');
  const { t: usage } = useTranslation('usage');
  const instant = useInstantFormat();
  const decimal = (value: number | null) => (value === null ? null : oneDecimal(value));
  const unit = (name: string, of: 'ahi' | 'pressure' | 'leak') => `${name} (${usage(`units.${of}`)})`;

  const rows: { label: string; value: (reading: Reading) => ReactNode; mono?: boolean }[] = [
    { label: t('device'), value: ({ serial }) => serial, mono: true },
    {
      label: t('counted'),
      value: (reading) => {
        const why = whyNotCounted(reading, readings);
        return why ? noteText(usage, why) : t('yes');
      },
    },
    {
      label: t('recordedAs'),
      value: ({ corrected, recordedDate }) =>
        corrected ? t('correctedFrom', { date: formatDate(recordedDate) }) : formatDate(recordedDate),
    },
    { label: t('use'), value: ({ minutes }) => hoursAndMinutes(minutes) },
    { label: t('sessions'), value: ({ sessions }) => sessions },
    { label: unit(usage('figures.ahi'), 'ahi'), value: ({ ahi }) => decimal(ahi) },
    ...EVENTS.map((event) => ({ label: t(event), value: (reading: Reading) => reading[event] })),
    { label: unit(t('pressure'), 'pressure'), value: ({ pressure }) => decimal(pressure) },
    { label: unit(t('p95'), 'pressure'), value: ({ p95 }) => decimal(p95) },
    { label: unit(usage('figures.leak'), 'leak'), value: ({ leak }) => decimal(leak) },
    { label: t('snoring'), value: ({ sni }) => decimal(sni) },
    { label: t('arrived'), value: ({ arrivedAt }) => instant(arrivedAt) },
  ];

  if (readings.length === 0) return <Text color="fg.muted">{t('noReading')}</Text>;
  return (
    <Table.ScrollArea tabIndex={0} role="region" aria-label={t('readings')}>
      <Table.Root
        size="sm"
        aria-label={t('readings')}
        css={{ '& tr': { bg: 'transparent' }, '& th, & td': { whiteSpace: 'normal', verticalAlign: 'top' } }}
      >
        <Table.Header>
          <Table.Row>
            <Table.ColumnHeader scope="col">{t('reading')}</Table.ColumnHeader>
            {readings.map(({ id, source }) => (
              <Table.ColumnHeader key={id} scope="col">
                {usage(`sources.${source}`)}
              </Table.ColumnHeader>
            ))}
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {rows.map(({ label, value, mono }) => (
            <Table.Row key={label}>
              <Table.Cell as="th" scope="row" textAlign="start" fontWeight="normal" color="fg.muted">
                {label}
              </Table.Cell>
              {readings.map((reading) => (
                <Table.Cell key={reading.id} fontFamily={mono ? 'mono' : undefined}>
                  {value(reading) ?? '–'}
                </Table.Cell>
              ))}
            </Table.Row>
          ))}
        </Table.Body>
      </Table.Root>
    </Table.ScrollArea>
  );
}

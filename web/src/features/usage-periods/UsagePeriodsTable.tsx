import { Table, Text } from '@chakra-ui/react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../lib/dates.ts';
import { oneDecimal, ruleHours } from '../../lib/figures.ts';
import { graphql } from '../../lib/graphql.ts';
import { hoursAndMinutes } from '../../lib/hours.ts';
import { formatCount } from '../../lib/numberLocale.ts';
import type { UsagePeriodsTable_periodFragment } from './gql/UsagePeriodsTable.ts';

graphql(`
  fragment UsagePeriodsTable_period on UsagePeriod {
    from
    to
    rule {
      id
      minutes
    }
    nights
    usedNights
    unusedNights
    missingNights
    expectedNights
    faultyNights
    compliantNights
    meanMinutes
    medianMinutes
    ahi {
      mean
      nights
    }
    leak {
      mean
      nights
    }
    pressure {
      mean
      nights
    }
    pressureKinds
  }
`);

type Period = UsagePeriodsTable_periodFragment;
type Translate = TFunction<'usage-periods'>;

/** The full minutes: use is never rounded up. */
const use = (minutes: number | null) => (minutes === null ? null : hoursAndMinutes(Math.floor(minutes)));

const mean = (t: Translate, figure: Period['ahi']) =>
  figure && t('mean', { value: oneDecimal(figure.mean), count: figure.nights });

function pressure(t: Translate, { pressureKinds, pressure: figure }: Period) {
  if (pressureKinds.length > 1) return t('bothPressures');
  return pressureKinds[0] === 'IPAP' && figure ? t('ipap', { value: mean(t, figure) }) : mean(t, figure);
}

/** Two periods side by side. A figure that is not available is "–". */
export function UsagePeriodsTable({ label, periods }: { label: string; periods: readonly [Period, Period] }) {
  const { t } = useTranslation('usage-periods');
  const { t: shared } = useTranslation('components');
  const hours = ruleHours(periods[0].rule.minutes);
  const ofNights = (count: number, { nights }: Period) =>
    t('of', { number: formatCount(count), nights: formatCount(nights) });
  const rows: [name: string, value: (period: Period) => string | null][] = [
    [t('used'), (period) => ofNights(period.usedNights, period)],
    [t('compliant', { hours }), (period) => ofNights(period.compliantNights, period)],
    [t('unused'), ({ unusedNights }) => formatCount(unusedNights)],
    [t('missing'), ({ missingNights }) => formatCount(missingNights)],
    [t('expected'), ({ expectedNights }) => formatCount(expectedNights)],
    ...(periods.some(({ faultyNights }) => faultyNights > 0)
      ? [[t('faulty'), ({ faultyNights }: Period) => formatCount(faultyNights)] satisfies [string, unknown]]
      : []),
    [t('meanUse'), ({ meanMinutes }) => use(meanMinutes)],
    [t('medianUse'), ({ medianMinutes }) => use(medianMinutes)],
    [t('ahi'), ({ ahi }) => mean(t, ahi)],
    [t('pressure'), (period) => pressure(t, period)],
    [t('leak'), ({ leak }) => mean(t, leak)],
  ];
  return (
    <>
      <Table.ScrollArea tabIndex={0} role="region" aria-label={label} _print={{ overflow: 'visible' }}>
        <Table.Root
          size="sm"
          aria-label={label}
          css={{ '& tr': { bg: 'transparent' }, '& th, & td': { whiteSpace: 'normal', verticalAlign: 'top' } }}
        >
          <Table.Header>
            <Table.Row>
              <Table.ColumnHeader scope="col">{t('figure')}</Table.ColumnHeader>
              {periods.map(({ from, to }, index) => (
                <Table.ColumnHeader key={index} scope="col">
                  {t('dates', { from: formatDate(from), to: formatDate(to) })}
                </Table.ColumnHeader>
              ))}
            </Table.Row>
          </Table.Header>
          <Table.Body>
            {rows.map(([name, value]) => (
              <Table.Row key={name}>
                <Table.Cell as="th" scope="row" textAlign="start" fontWeight="normal" color="fg.muted">
                  {name}
                </Table.Cell>
                {periods.map((period, index) => (
                  <Table.Cell key={index}>{value(period) ?? '–'}</Table.Cell>
                ))}
              </Table.Row>
            ))}
          </Table.Body>
        </Table.Root>
      </Table.ScrollArea>
      <Text mt="2" textStyle="xs" color="fg.muted">
        {t('help')} {shared('useIs')}
      </Text>
    </>
  );
}

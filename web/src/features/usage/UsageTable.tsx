import { Box, Table, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { NightLink } from '../../components/NightLink.tsx';
import { hoursAndMinutes } from '../../lib/hours.ts';
import { oneDecimal } from '../../lib/figures.ts';
import { pressureOfAll, type PressureOf, type UsageDay } from './usageDays.ts';
import { ABOUT, noteTexts, pressureNames, stateText } from './usageText.ts';

const FIGURES = [
  ['ahi', 'ahi'],
  ['pressure', 'pressure'],
  ['p95', 'pressure'],
  ['leak', 'leak'],
] as const;

/** The nights that the charts show, newest first. */
export function UsageTable({ days, wanted }: { days: readonly UsageDay[]; wanted: number }) {
  const { t } = useTranslation('usage');
  const pressureOf = pressureOfAll(days);
  const names = { ahi: t('figures.ahi'), leak: t('figures.leak'), ...pressureNames(t, pressureOf) };
  const unit = (text: string) => (
    <Text as="span" display="block" fontWeight="normal" color="fg.muted" fontSize="xs">
      {text}
    </Text>
  );
  return (
    <Box
      role="region"
      aria-label={t('table.label')}
      tabIndex={0}
      overflow="auto"
      maxH={{ base: '430px', _print: 'none' }}
      borderWidth="1px"
      borderRadius="l2"
    >
      <Table.Root size="sm" fontSize="dense" aria-label={t('table.label')} stickyHeader>
        <Table.Header>
          <Table.Row verticalAlign="top">
            <Table.ColumnHeader>{t('table.date')}</Table.ColumnHeader>
            <Table.ColumnHeader textAlign="end">
              {t('figures.use')} {unit(t('units.use'))}
            </Table.ColumnHeader>
            <Table.ColumnHeader>{t('table.counts')}</Table.ColumnHeader>
            {FIGURES.map(([figure, itsUnit]) => (
              <Table.ColumnHeader key={figure} textAlign="end">
                {names[figure]} {unit(t(`units.${itsUnit}`))}
              </Table.ColumnHeader>
            ))}
            <Table.ColumnHeader>{t('table.source')}</Table.ColumnHeader>
            <Table.ColumnHeader>{t('table.device')}</Table.ColumnHeader>
            <Table.ColumnHeader>{t('table.notes')}</Table.ColumnHeader>
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {days.toReversed().map((day) => (
            <NightRow key={day.date} day={day} wanted={wanted} pressureOf={pressureOf} />
          ))}
        </Table.Body>
      </Table.Root>
    </Box>
  );
}

function NightRow(props: { day: UsageDay; wanted: number; pressureOf: PressureOf | null }) {
  const { day, wanted, pressureOf } = props;
  const { t } = useTranslation('usage');
  return (
    <Table.Row>
      <Table.Cell whiteSpace="nowrap">
        <NightLink date={day.date} />
      </Table.Cell>
      <Table.Cell textAlign="end">{day.minutes === null ? '–' : hoursAndMinutes(day.minutes)}</Table.Cell>
      <Table.Cell whiteSpace="nowrap">{stateText(t, day.state, wanted)}</Table.Cell>
      {FIGURES.map(([figure]) => (
        <Table.Cell key={figure} textAlign="end">
          {figure === 'p95' && day.isP95About ? `${ABOUT} ` : ''}
          {day[figure] === null ? '–' : oneDecimal(day[figure])}
        </Table.Cell>
      ))}
      <Table.Cell>{day.sources.map((source) => t(`sources.${source}`)).join(', ')}</Table.Cell>
      <Table.Cell fontFamily="mono">{day.serials.join(', ')}</Table.Cell>
      <Table.Cell minW="10rem">{noteTexts(t, day, pressureOf).join('. ')}</Table.Cell>
    </Table.Row>
  );
}

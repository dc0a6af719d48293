import { Box, Table, Text } from '@chakra-ui/react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { NightLink } from '../../components/NightLink.tsx';
import { StatusBadge, type StatusTone } from '../../components/StatusBadge.tsx';
import { formatDate } from '../../lib/dates.ts';
import { graphql } from '../../lib/graphql.ts';
import type { ComplianceLedger_nightFragment } from './gql/ComplianceLedger.ts';

graphql(`
  fragment ComplianceLedger_night on ComplianceNight {
    date
    day
    minutes
    source
    state
    reports {
      source
      minutes
      recorded
      corrected
      outcome
      evidence {
        serial
        confidence
      }
    }
  }
`);

type Night = ComplianceLedger_nightFragment;
type Report = Night['reports'][number];

/** Minutes as hours and minutes, 6:40. */
const use = (minutes: number) => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;

const columns = ['date', 'day', 'use', 'source', 'counts', 'window', 'notes'] as const;
const atEnd: readonly string[] = ['day', 'use'];

/** Nights with their source, whether each counts, and why not. `window`: the dates of the window that decides. */
export function ComplianceLedger(props: {
  label: string;
  nights: readonly Night[];
  window: { start: string; end: string } | null;
  /** Whether a date opens its night: on the page of the patient. */
  hasLinks?: boolean;
}) {
  const { t } = useTranslation('compliance');
  const { t: shared } = useTranslation('components');
  const { nights, window, label, hasLinks = false } = props;
  return (
    <Box role="region" aria-label={label} tabIndex={0} overflowX="auto" _print={{ overflow: 'visible' }}>
      <Table.Root size="sm" fontSize="dense" aria-label={label} css={{ '& tr': { bg: 'transparent' } }}>
        <Table.Header>
          <Table.Row>
            {columns.map((column) => (
              <Table.ColumnHeader
                key={column}
                scope="col"
                px="1.5"
                textAlign={atEnd.includes(column) ? 'end' : undefined}
              >
                {t(`ledger.${column}`)}
              </Table.ColumnHeader>
            ))}
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {nights.map((night) => (
            <NightRow
              key={night.date}
              night={night}
              hasLink={hasLinks}
              inWindow={window !== null && window.start <= night.date && night.date <= window.end}
            />
          ))}
        </Table.Body>
      </Table.Root>
      <Text mt="1" textStyle="xs" color="fg.muted">
        {shared('useIs')}
      </Text>
    </Box>
  );
}

const tones: Record<Night['state'], StatusTone> = {
  COMPLIANT: 'success',
  SHORT: 'warning',
  UNUSED: 'warning',
  FAULT: 'danger',
  MISSING: 'neutral',
  EXPECTED: 'info',
};

const cell = { px: '1.5', verticalAlign: 'top', _print: { py: '0.5' } } as const;

function NightRow({ night, inWindow, hasLink }: { night: Night; inWindow: boolean; hasLink: boolean }) {
  const { t } = useTranslation('compliance');
  const { date, day, minutes, source, state, reports } = night;
  const counted = reports.filter(({ outcome }) => outcome === 'COUNTED');
  const sources = [...new Set(counted.map((report) => sourceOf(t, report)))];
  return (
    <Table.Row>
      <Table.Cell {...cell} whiteSpace="nowrap">
        {hasLink ? <NightLink date={date} /> : formatDate(date)}
      </Table.Cell>
      <Table.Cell {...cell} textAlign="end">
        {day}
      </Table.Cell>
      <Table.Cell {...cell} textAlign="end">
        {minutes === null ? '' : use(minutes)}
      </Table.Cell>
      <Table.Cell {...cell}>
        {source && sources.length === 0 ? t(`sources.${source}`, { ns: 'usage' }) : sources.join(', ')}
      </Table.Cell>
      <Table.Cell {...cell}>
        <StatusBadge tone={tones[state]}>{t(`ledger.states.${state}`)}</StatusBadge>
      </Table.Cell>
      <Table.Cell {...cell}>{inWindow ? t('ledger.inWindow') : ''}</Table.Cell>
      <Table.Cell {...cell} minW="16ch">
        {reports
          .filter(({ corrected, outcome }) => corrected || outcome !== 'COUNTED')
          .map((report, index) => (
            <Note key={index} report={report} isOfCounted={counted.some((one) => one.source === report.source)} />
          ))}
      </Table.Cell>
    </Table.Row>
  );
}

/** The source of a report; with the confidence in its minutes when that is not high. */
function sourceOf(t: TFunction<'compliance'>, { source, evidence }: Report): string {
  const name = t(`sources.${source}`, { ns: 'usage' });
  const confidence = evidence?.confidence;
  return confidence && confidence !== 'HIGH'
    ? t('evidence.source', { source: name, confidence: t(`evidence.confidence.${confidence}`) })
    : name;
}

function textOf({ source, outcome }: Report, isOfCounted: boolean) {
  if (outcome === 'OVERRULED' && isOfCounted) return 'ledger.shorter';
  // A night of a code has no other state.
  return outcome === 'INVALID' && source === 'QR' ? 'ledger.code' : (`ledger.outcomes.${outcome}` as const);
}

/**
 * Why a report is not counted, and the date that the device recorded when it was corrected. `isOfCounted`: of the source
 * that counts, so that only a longer night of it can be the reason.
 */
function Note({ report, isOfCounted }: { report: Report; isOfCounted: boolean }) {
  const { source, minutes, recorded, corrected } = report;
  const { t } = useTranslation('compliance');
  const values = { source: t(`sources.${source}`, { ns: 'usage' }), use: use(minutes), date: formatDate(recorded) };
  return (
    <Text>
      {t(textOf(report, isOfCounted), values)}
      {corrected ? ` ${t('ledger.recordedAs', values)}` : ''}
    </Text>
  );
}

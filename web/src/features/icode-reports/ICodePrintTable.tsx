import { Box, Heading, Table } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../lib/dates.ts';
import { graphql } from '../../lib/graphql.ts';
import { useInstantFormat } from '../../lib/viewer.ts';
import { ComplianceBar } from './ComplianceBar.tsx';
import { FigureHeaders, FigureText } from './FigureText.tsx';
import type { ICodePrintTable_reportFragment } from './gql/ICodePrintTable.ts';
import { groupCode } from './iCodeRows.ts';
import { iCodeFigures } from './iCodeFigures.ts';
import { ReadingText } from './ReadingText.tsx';

graphql(`
  fragment ICodePrintTable_report on ICodeReport {
    id
    databaseId
    serial
    collected
    periodStart
    periodEnd
    createdAt
    compliantDays
    submittedBy
    readBy
    readHow
    code
    codec
    codecVersion
    ...ICodeFigures_report @unmask
  }
`);

type Report = ICodePrintTable_reportFragment;
const cell = { px: '1.5' } as const;

/** The reports with all their figures, one row each; the header repeats on every sheet. */
export function ICodePrintTable({ label, reports }: { label: string; reports: readonly Report[] }) {
  const { t } = useTranslation('icode-reports');
  return (
    <Sheet label={label}>
      <Table.Header>
        <Table.Row>
          <Table.ColumnHeader scope="col" px="1.5" verticalAlign="top">
            {t('figures.collected')}
          </Table.ColumnHeader>
          <Table.ColumnHeader scope="col" px="1.5" verticalAlign="top">
            {t('print.nights')}
          </Table.ColumnHeader>
          <Table.ColumnHeader scope="col" px="1.5" verticalAlign="top">
            {t('print.compliantDays')}
          </Table.ColumnHeader>
          <FigureHeaders px="1.5" reports={reports} />
        </Table.Row>
      </Table.Header>
      <Table.Body>
        {reports.map((report) => (
          <Table.Row key={report.id}>
            <Table.Cell {...cell} whiteSpace="nowrap">
              {formatDate(report.collected)}
              <ReadingText readBy={report.readBy} readHow={report.readHow} />
            </Table.Cell>
            <Table.Cell {...cell} minW="10ch">
              {t('print.fromTo', { first: formatDate(report.periodStart), last: formatDate(report.periodEnd) })}
            </Table.Cell>
            <Table.Cell {...cell} whiteSpace="nowrap">
              <ComplianceBar days={report.compliantDays} period={report.icodePeriod} />
              <Box>{t('print.days', { days: report.compliantDays, period: report.icodePeriod })}</Box>
            </Table.Cell>
            {iCodeFigures.map((figure) => (
              <Table.Cell key={figure} {...cell} textAlign="end">
                <FigureText report={report} figure={figure} />
              </Table.Cell>
            ))}
          </Table.Row>
        ))}
      </Table.Body>
    </Sheet>
  );
}

/** Data that support needs to trace a figure back to its code (view=1). */
export function ICodeDebugTable({ reports }: { reports: readonly Report[] }) {
  const { t } = useTranslation('icode-reports');
  const instant = useInstantFormat();
  const columns = ['id', 'code', 'codec', 'submittedBy', 'saturated'] as const;
  return (
    <Box as="section" mt="6">
      <Heading as="h2" fontSize="sm" mb="2">
        {t('print.debug')}
      </Heading>
      <Sheet label={t('print.debug')}>
        <Table.Header>
          <Table.Row>
            {columns.map((column) => (
              <Table.ColumnHeader key={column} scope="col" px="1.5">
                {t(`print.${column}`)}
              </Table.ColumnHeader>
            ))}
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {reports.map((report) => (
            <Table.Row key={report.id}>
              <Table.Cell {...cell}>{report.databaseId}</Table.Cell>
              <Table.Cell {...cell} fontFamily="mono" whiteSpace="nowrap">
                {groupCode(report.code)}
              </Table.Cell>
              <Table.Cell {...cell}>
                {report.codec} v{report.codecVersion}
              </Table.Cell>
              <Table.Cell {...cell}>
                {report.submittedBy ?? t('legacySystem')}, {instant(report.createdAt)}
              </Table.Cell>
              <Table.Cell {...cell}>{report.saturated.join(', ') || '–'}</Table.Cell>
            </Table.Row>
          ))}
        </Table.Body>
      </Sheet>
    </Box>
  );
}

/** A table that scrolls when the screen is narrower than paper. */
function Sheet({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box role="region" aria-label={label} tabIndex={0} overflowX="auto" _print={{ overflow: 'visible' }}>
      <Table.Root size="sm" fontSize="xs" css={{ '& tr': { bg: 'transparent' } }}>
        {children}
      </Table.Root>
    </Box>
  );
}

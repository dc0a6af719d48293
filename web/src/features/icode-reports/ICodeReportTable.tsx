import { Table, VisuallyHidden } from '@chakra-ui/react';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { tableCss } from '../../components/dataTableCss.ts';
import { formatDate } from '../../lib/dates.ts';
import { graphql } from '../../lib/graphql.ts';
import { FigureHeaders, FigureText } from './FigureText.tsx';
import type { ICodeReportTable_reportFragment } from './gql/ICodeReportTable.ts';
import { hasIpap, iCodeFigures, unitOf } from './iCodeFigures.ts';
import { PickBox } from './PickBox.tsx';
import { ReadingText } from './ReadingText.tsx';
import type { ICodeReportPicker } from './useICodeReportPicker.ts';

graphql(`
  fragment ICodeReportTable_report on ICodeReport {
    id
    databaseId
    serial
    collected
    createdAt
    submittedBy
    readBy
    readHow
    ...ICodeFigures_report @unmask
  }
`);

export type ICodeReportRow = ICodeReportTable_reportFragment;

// Rules of the whole table, which override those of rows and cells. A card on a phone has no end alignment.
const look = {
  ...tableCss('comfortable'),
  // Same padding as the cells below: all columns fit next to the devices at 1280 px.
  '& thead th': { px: '1.5' },
  '& tbody tr[data-fresh]': { bg: 'bg.changed' },
  '& tbody td[data-align=end]': { textAlign: { base: 'start', sm: 'end' } },
};

/** The reports of one group, each with a checkbox. */
export function ICodeReportTable(props: {
  label: string;
  reports: readonly ICodeReportRow[];
  picker: ICodeReportPicker;
}) {
  const { t } = useTranslation('icode-reports');

  return (
    <Table.Root role="table" size="sm" fontSize="dense" css={look} aria-label={props.label}>
      <Table.Header role="rowgroup">
        <Table.Row role="row" bg="bg.muted">
          <Table.ColumnHeader role="columnheader" scope="col" width="10">
            <VisuallyHidden>{t('list.pick')}</VisuallyHidden>
          </Table.ColumnHeader>
          <Table.ColumnHeader role="columnheader" scope="col">
            {t('figures.collected')}
          </Table.ColumnHeader>
          <FigureHeaders role="columnheader" reports={props.reports} />
        </Table.Row>
      </Table.Header>
      <Table.Body role="rowgroup">
        {props.reports.map((report) => (
          <Row key={report.id} report={report} picker={props.picker} />
        ))}
      </Table.Body>
    </Table.Root>
  );
}

function Row({ report, picker }: { report: ICodeReportRow; picker: ICodeReportPicker }) {
  const { t } = useTranslation('icode-reports');
  const { databaseId } = report;
  const collected = formatDate(report.collected);
  const fresh = picker.isFresh(databaseId);
  const contradicts = picker.contradictionsOf([databaseId]).length > 0;
  return (
    <Table.Row role="row" transition="background 150ms ease-out" data-fresh={fresh || undefined}>
      <Table.Cell role="cell" data-label={t('list.pick')}>
        <PickBox
          label={t('list.pickReport', { collected, period: report.icodePeriod })}
          checked={picker.pickedIds.includes(databaseId)}
          onChange={(on) => picker.pick([databaseId], on)}
        />
      </Table.Cell>
      <Table.Cell role="cell" data-label={t('figures.collected')} data-identity={true} whiteSpace="nowrap">
        {collected}
        <ReadingText readBy={report.readBy} readHow={report.readHow} />
        {contradicts ? (
          <StatusBadge tone="warning" icon={TriangleAlert} size="sm" display="flex" w="fit-content">
            {t('contradictions.mark')}
          </StatusBadge>
        ) : null}
        {fresh ? <VisuallyHidden> {t('list.new')}</VisuallyHidden> : null}
      </Table.Cell>
      {iCodeFigures.map((figure) => (
        <Table.Cell
          key={figure}
          role="cell"
          data-align="end"
          data-label={`${t(`figures.${figure}`)} (${t(`units.${unitOf(figure, hasIpap([report]))}`)})`}
        >
          <FigureText report={report} figure={figure} />
        </Table.Cell>
      ))}
    </Table.Row>
  );
}

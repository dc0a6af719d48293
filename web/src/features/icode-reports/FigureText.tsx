import { chakra, Table, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { graphql } from '../../lib/graphql.ts';
import {
  formatFigure,
  hasIpap,
  iCodeFigures,
  unitOf,
  type ICodeFigure,
  type ICodeFigureValues,
  type WithPressure,
} from './iCodeFigures.ts';

graphql(`
  fragment ICodeFigures_report on ICodeReport {
    icodePeriod
    compliancePercent
    best30Percent
    minutes
    pressure
    p95
    ahi
    sni
    leak
    pressureKind
    saturated
  }
`);

/**
 * A figure of a report. A value at the end of its scale reads '80.0 or more'; a figure that the code does not contain
 * is a dash.
 */
export function FigureText({ report, figure }: { report: ICodeFigureValues; figure: ICodeFigure }) {
  const { t } = useTranslation('icode-reports');
  const { text, orMore } = formatFigure(report, figure);
  if (text === null)
    return (
      <chakra.abbr title={t('notReported')} textDecoration="none">
        –
      </chakra.abbr>
    );
  return orMore ? t('orMore', { value: text }) : text;
}

interface HeaderProps extends Table.ColumnHeaderProps {
  reports: readonly WithPressure[];
}

/** The column headers of all figures of these reports, each with its unit below. */
export function FigureHeaders({ reports, ...props }: HeaderProps) {
  const { t } = useTranslation('icode-reports');
  const isIpap = hasIpap(reports);
  return iCodeFigures.map((figure) => (
    <Table.ColumnHeader key={figure} scope="col" textAlign="end" verticalAlign="top" {...props}>
      {t(`figures.${figure}`)}{' '}
      <Text as="span" display="block" fontWeight="normal" color="fg.muted" fontSize="xs">
        {t(`units.${unitOf(figure, isIpap)}`)}
      </Text>
    </Table.ColumnHeader>
  ));
}

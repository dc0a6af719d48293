import { chakra, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { formatFigure, type ICodeFigure, type ICodeFigureValues } from './iCodeFigures.ts';

/** A figure of a report. One at the end of its scale reads '80.0 or more'; one the code does not carry, a dash. */
export function FigureText({ report, figure }: { report: ICodeFigureValues; figure: ICodeFigure }) {
  const { t } = useTranslation('icode-reports');
  const { text, orMore } = formatFigure(report, figure);
  if (text === null) return <chakra.abbr title={t('notReported')} textDecoration="none">–</chakra.abbr>;
  return orMore ? t('orMore', { value: text }) : text;
}

/** A figure's column header with its unit below. */
export function FigureHeader({ figure }: { figure: ICodeFigure }) {
  const { t } = useTranslation('icode-reports');
  return (
    <>
      {t(`figures.${figure}`)}{' '}
      <Text as="span" display="block" fontWeight="normal" color="fg.muted" fontSize="11px">
        {t(`units.${figure}`)}
      </Text>
    </>
  );
}

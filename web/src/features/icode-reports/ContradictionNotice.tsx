import { Alert, List, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../lib/dates.ts';
import { hoursAndMinutes } from '../../lib/hours.ts';
import type { ICodeContradiction } from './useICodeReportPicker.ts';

type Code = ICodeContradiction['reports'][number];

/** What the codes contradict each other in, as the list shows it. */
const figureOf: Record<ICodeContradiction['kind'], (code: Code) => string | number> = {
  COMPLIANT_DAYS: ({ compliantDays }) => compliantDays,
  BEST30: ({ best30 }) => best30,
  MINUTES: ({ minutes }) => hoursAndMinutes(minutes),
};

/** Lines of a notice: one wrong code may contradict all others. */
const SHOWN = 5;

/** Which codes cannot all be right, in plain words, and what to do. */
export function ContradictionNotice({ contradictions }: { contradictions: readonly ICodeContradiction[] }) {
  const { t } = useTranslation('icode-reports');
  if (contradictions.length === 0) return null;
  const name = ({ icodePeriod, collected }: Code) =>
    t('contradictions.code', { period: icodePeriod, collected: formatDate(collected) });
  const sentence = ({ kind, reports: [first, second] }: ICodeContradiction) => {
    if (!first) return '';
    const figure = figureOf[kind];
    return second
      ? t(`contradictions.${kind}`, {
          first: name(first),
          firstFigure: figure(first),
          second: name(second),
          secondFigure: figure(second),
        })
      : t('contradictions.itself', { code: name(first), best30: first.best30, days: first.compliantDays });
  };
  return (
    <Alert.Root status="warning" role="note" mb="2">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>{t('contradictions.title')}</Alert.Title>
        <List.Root ps="4" my="1">
          {contradictions.slice(0, SHOWN).map((contradiction) => (
            <List.Item key={contradiction.kind + contradiction.reports.map(({ id }) => id).join(' ')}>
              {sentence(contradiction)}
            </List.Item>
          ))}
          {contradictions.length > SHOWN ? (
            <List.Item>{t('contradictions.more', { count: contradictions.length - SHOWN })}</List.Item>
          ) : null}
        </List.Root>
        <Text>{t('contradictions.advice')}</Text>
      </Alert.Content>
    </Alert.Root>
  );
}

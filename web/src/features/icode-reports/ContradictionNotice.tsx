import { Alert, List, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../lib/dates.ts';
import { graphql } from '../../lib/graphql.ts';
import { hoursAndMinutes } from '../../lib/hours.ts';
import type { ContradictionNotice_contradictionFragment } from './gql/ContradictionNotice.ts';

graphql(`
  fragment ContradictionNotice_contradiction on ICodeContradiction {
    kind
    allowed {
      least
      most
    }
    reports {
      id
      databaseId
      collected
      icodePeriod
      compliantDays
      best30
      minutes
    }
  }
`);

export type ICodeContradiction = ContradictionNotice_contradictionFragment;
type Code = ICodeContradiction['reports'][number];

/** The figures of a code that may not fit, as the list shows them. */
const figuresOf = ({ compliantDays, best30, minutes }: Code) => ({
  days: compliantDays,
  best30: best30 ?? '–',
  minutes: hoursAndMinutes(minutes),
});

/** Lines of a notice on the screen: one wrong code may contradict all others. */
const SHOWN = 5;

/** Which codes cannot all be right, in plain words, and what to do. `shown`: lines, the last of which counts the others. */
export function ContradictionNotice({
  contradictions,
  shown = SHOWN,
}: {
  contradictions: readonly ICodeContradiction[];
  shown?: number;
}) {
  const { t } = useTranslation('icode-reports');
  if (contradictions.length === 0) return null;
  const name = ({ icodePeriod, collected }: Code) =>
    t('contradictions.code', { period: icodePeriod, collected: formatDate(collected) });
  const sentence = ({ kind, allowed, reports: [first, second] }: ICodeContradiction) => {
    if (!first) return '';
    if (kind === 'RECORDED_NIGHTS') {
      const { least, most } = allowed!;
      const nights = least === most ? String(most) : t('contradictions.range', { least, most });
      return t('contradictions.recorded', { code: name(first), days: first.compliantDays, nights });
    }
    const figures = (code: Code) => t(`contradictions.figures.${kind}`, { code: name(code), ...figuresOf(code) });
    return second
      ? t('contradictions.both', { first: figures(first), second: figures(second) })
      : t(`contradictions.itself.${kind}`, { code: name(first), ...figuresOf(first) });
  };
  return (
    <Alert.Root status="warning" role="note" mb="2">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>{t('contradictions.title')}</Alert.Title>
        <List.Root ps="4" my="1">
          {contradictions.slice(0, shown).map((contradiction) => (
            <List.Item key={contradiction.kind + contradiction.reports.map(({ id }) => id).join(' ')}>
              {sentence(contradiction)}
            </List.Item>
          ))}
          {contradictions.length > shown ? (
            <List.Item>{t('contradictions.more', { count: contradictions.length - shown })}</List.Item>
          ) : null}
        </List.Root>
        <Text>{t('contradictions.advice')}</Text>
      </Alert.Content>
    </Alert.Root>
  );
}

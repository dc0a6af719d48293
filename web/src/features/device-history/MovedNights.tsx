import { List, Stack, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { ForecastTable } from '../../components/ForecastTable.tsx';
import { formatDate } from '../../lib/dates.ts';
import { nameInList } from '../../lib/nameInList.ts';
import type { Impact } from './equipmentSteps.ts';

type Move = Impact['moves'][number];

/** The dry run of an assignment: whose nights they are and would be, and compliance of the patients before and after. */
export function MovedNights({ impact: { moves, patients } }: { impact: Impact }) {
  const { t } = useTranslation('device-history');
  const nameOf = (patient: Move['to']) => (patient ? nameInList(patient) : t('moves.none'));
  const datesOf = ({ firstDate, lastDate }: Move) =>
    firstDate === lastDate
      ? formatDate(firstDate)
      : t('range', { start: formatDate(firstDate), end: formatDate(lastDate) });
  return (
    <Stack gap="3">
      <Text>{t('moves.intro', { count: moves.reduce((sum, { nights }) => sum + nights, 0) })}</Text>
      <List.Root ps="5" gap="1">
        {moves.map((move) => (
          <List.Item key={`${move.from?.id} ${move.fromHidden} ${move.to?.id}`}>
            {t('moves.way', {
              count: move.nights,
              dates: datesOf(move),
              from: move.fromHidden ? t('moves.hidden') : nameOf(move.from),
              to: nameOf(move.to),
            })}
          </List.Item>
        ))}
      </List.Root>
      {patients.length > 0 ? <ForecastTable rows={patients} /> : null}
    </Stack>
  );
}

import { Table, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/EmptyState.tsx';
import type { UsageDateReview_forecastFragment as Forecast } from '../../gql/graphql.ts';
import { nameInList } from '../../lib/nameInList.ts';
import type { Review } from './useDateChange.ts';

/** The dry run: how many nights move, and compliance of each patient before and after. */
export function DateReview({ review }: { review: Review }) {
  const { t } = useTranslation('usage-dates');
  const shown = ({ state, compliantDays, nightsNeeded }: Forecast) =>
    t('review.compliance', {
      state: t(`review.state.${state}`),
      nights: compliantDays,
      needed: nightsNeeded ?? t('none'),
    });
  return (
    <>
      <Text mb="4">{t('review.moves', { count: review.moves.length })}</Text>
      {review.patients.length === 0 ? (
        <EmptyState text={t('review.noPatient')} />
      ) : (
        <Table.ScrollArea tabIndex={0} role="region" aria-label={t('review.title')}>
          <Table.Root size="sm" css={{ '& tr': { bg: 'transparent' } }}>
            <Table.Header>
              <Table.Row>
                <Table.ColumnHeader scope="col">{t('review.patient')}</Table.ColumnHeader>
                <Table.ColumnHeader scope="col">{t('review.nights')}</Table.ColumnHeader>
                <Table.ColumnHeader scope="col">{t('review.before')}</Table.ColumnHeader>
                <Table.ColumnHeader scope="col">{t('review.after')}</Table.ColumnHeader>
              </Table.Row>
            </Table.Header>
            <Table.Body>
              {review.patients.map(({ patient, nights, before, after }) => (
                <Table.Row key={patient.id}>
                  <Table.Cell>{nameInList(patient)}</Table.Cell>
                  <Table.Cell>{nights}</Table.Cell>
                  <Table.Cell>{shown(before)}</Table.Cell>
                  <Table.Cell fontWeight={before.state === after.state ? undefined : 'semibold'}>
                    {shown(after)}
                  </Table.Cell>
                </Table.Row>
              ))}
            </Table.Body>
          </Table.Root>
        </Table.ScrollArea>
      )}
    </>
  );
}

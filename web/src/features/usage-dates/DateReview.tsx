import { Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ForecastTable } from '../../components/ForecastTable.tsx';
import type { Review } from './useDateChange.ts';

/** The dry run: how many nights move, and compliance of each patient before and after. */
export function DateReview({ review }: { review: Review }) {
  const { t } = useTranslation('usage-dates');
  return (
    <>
      <Text mb="4">{t('review.moves', { count: review.moves.length })}</Text>
      {review.patients.length === 0 ? (
        <EmptyState text={t('review.noPatient')} />
      ) : (
        <ForecastTable rows={review.patients} />
      )}
    </>
  );
}

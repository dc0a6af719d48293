import { Box, Table, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ForecastTable } from '../../components/ForecastTable.tsx';
import { formatDate } from '../../lib/dates.ts';
import type { Review } from './useDateChange.ts';

/** The dry run: which nights move to which dates, and compliance of each patient before and after. */
export function DateReview({ review }: { review: Review }) {
  const { t } = useTranslation('usage-dates');
  return (
    <>
      <Text mb="4">{t('review.moves', { count: review.moves.length })}</Text>
      {review.moves.length > 0 ? <MovesTable moves={review.moves} /> : null}
      {review.patients.length === 0 ? (
        <EmptyState text={t('review.noPatient')} />
      ) : (
        <ForecastTable rows={review.patients} />
      )}
    </>
  );
}

/** The dates that move, earliest first; up to 500 scroll in a region of their own. */
function MovesTable({ moves }: { moves: Review['moves'] }) {
  const { t } = useTranslation('usage-dates');
  return (
    <Box
      mb="5"
      maxH="14rem"
      maxW="md"
      overflow="auto"
      borderWidth="1px"
      borderRadius="l2"
      tabIndex={0}
      role="region"
      aria-label={t('review.dates')}
    >
      <Table.Root size="sm" stickyHeader css={{ '& tbody tr': { bg: 'transparent' } }}>
        <Table.Header>
          <Table.Row>
            <Table.ColumnHeader scope="col">{t('recordDate')}</Table.ColumnHeader>
            <Table.ColumnHeader scope="col">{t('newDate')}</Table.ColumnHeader>
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {moves
            .toSorted((a, b) => a.oldDate.localeCompare(b.oldDate))
            .map(({ nightId, oldDate, newDate }) => (
              <Table.Row key={nightId}>
                <Table.Cell>{formatDate(oldDate)}</Table.Cell>
                <Table.Cell fontWeight="semibold">{formatDate(newDate)}</Table.Cell>
              </Table.Row>
            ))}
        </Table.Body>
      </Table.Root>
    </Box>
  );
}

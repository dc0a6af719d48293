import { Table, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../lib/dates.ts';
import { nightRanges, type NightRange, type ReviewedNight } from './nightRanges.ts';

/** Rows of a table that is read at once; a card of years with gaps may have more. */
const MOST = 100;

/** The nights of a card in ranges of dates: new or known, and which source overrules which. */
export function ReviewedNights({ nights }: { nights: readonly ReviewedNight[] }) {
  const { t } = useTranslation('uploads');
  const ranges = nightRanges(nights);
  if (ranges.length === 0) return null;
  const effect = ({ overruledBy, overrules }: NightRange) =>
    overruledBy
      ? t('review.overruledBy', { source: t(`source.${overruledBy}`) })
      : overrules.map((source) => t('review.overrules', { source: t(`source.${source}`) })).join(' ');
  return (
    <>
      <Table.ScrollArea tabIndex={0} role="region" aria-label={t('review.nightsOfCard')}>
        <Table.Root size="sm" css={{ '& tr': { bg: 'transparent' } }}>
          <Table.Header>
            <Table.Row>
              <Table.ColumnHeader scope="col">{t('review.dates')}</Table.ColumnHeader>
              <Table.ColumnHeader scope="col">{t('review.count')}</Table.ColumnHeader>
              <Table.ColumnHeader scope="col">{t('review.outcome')}</Table.ColumnHeader>
              <Table.ColumnHeader scope="col">{t('review.priority')}</Table.ColumnHeader>
            </Table.Row>
          </Table.Header>
          <Table.Body>
            {ranges.slice(0, MOST).map((range) => (
              <Table.Row key={range.from}>
                <Table.Cell whiteSpace="nowrap">
                  {range.from === range.to
                    ? formatDate(range.from)
                    : t('review.range', { from: formatDate(range.from), to: formatDate(range.to) })}
                </Table.Cell>
                <Table.Cell>{range.nights}</Table.Cell>
                <Table.Cell>{t(`outcome.${range.outcome}`)}</Table.Cell>
                <Table.Cell>{effect(range)}</Table.Cell>
              </Table.Row>
            ))}
          </Table.Body>
        </Table.Root>
      </Table.ScrollArea>
      {ranges.length > MOST ? <Text color="fg.muted">{t('review.more', { count: ranges.length - MOST })}</Text> : null}
    </>
  );
}

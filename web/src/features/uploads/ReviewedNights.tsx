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
  const dates = ({ from, to }: { from: string; to: string }) =>
    from === to ? formatDate(from) : t('review.range', { from: formatDate(from), to: formatDate(to) });
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
              <Table.Row key={range.recorded.from}>
                <Table.Cell whiteSpace="nowrap">
                  {dates(range)}
                  {range.from === range.recorded.from ? null : (
                    <Text color="fg.muted" textStyle="xs">
                      {t('review.recorded', { dates: dates(range.recorded) })}
                    </Text>
                  )}
                </Table.Cell>
                <Table.Cell>{range.nights}</Table.Cell>
                <Table.Cell>
                  {t(`outcome.${range.outcome}`)}
                  {range.hasPatient ? null : (
                    <Text color="fg.muted" textStyle="xs">
                      {t('review.noPatient')}
                    </Text>
                  )}
                </Table.Cell>
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

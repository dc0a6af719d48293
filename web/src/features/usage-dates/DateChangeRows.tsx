import { Box, Button, HStack, NativeSelect, Table } from '@chakra-ui/react';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../../components/ConfirmDialog.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { formatCount } from '../../lib/numberLocale.ts';
import { DateChangeRow } from './DateChangeRow.tsx';
import { newDateOf } from './dateChanges.ts';
import { Pager } from './Pager.tsx';
import type { DateChange } from './useDateChange.ts';
import type { Usage, UsageRow } from './usageOperations.ts';

/** Page lengths (document 001, section 9). */
const sizes = [25, 50, 100, 200, 500];

/** 500 rows are plain elements, and those out of sight are not laid out. */
const rowsCss = {
  '& td': { px: '2', py: '1', borderBottomWidth: '1px', verticalAlign: 'middle' },
  '& tbody tr': { contentVisibility: 'auto', containIntrinsicSize: 'auto 2.25rem' },
  '& tr[data-problem=true]': { bg: 'red.subtle', color: 'red.fg' },
  '& tr[data-changed=true] td[data-new]': { fontWeight: 'semibold' },
  // A reason of the server may be long.
  '& [data-note]': { fontSize: 'xs', fontWeight: 'normal', color: 'fg.muted', maxW: '14rem', whiteSpace: 'normal' },
  '& tr[data-problem=true] [data-note]': { color: 'red.fg' },
};

/** The rows of a page with their new dates, and what is done with one of them. */
export function DateChangeRows({ change, usage }: { change: DateChange; usage: Usage }) {
  const { t } = useTranslation('usage-dates');
  const { rows, total, from, to } = usage;
  const { dates, duplicates, refusals, search, busy } = change;
  const isWireless = search.source === 'WIRELESS';
  // Always the same function, so that a row is drawn again only when its own dates change.
  const latest = useRef(change);
  useEffect(() => {
    latest.current = change;
  });
  const edit = useCallback((row: UsageRow, days: string) => latest.current.edit(row, days), []);
  const body = useMemo(
    () =>
      rows.map((row) => (
        <DateChangeRow
          key={row.id}
          row={row}
          isWireless={isWireless}
          newDate={dates.get(row.databaseId) ?? null}
          sharers={duplicates.get(newDateOf(dates, row)) ?? null}
          refusal={refusals.get(row.databaseId) ?? null}
          onEdit={edit}
        />
      )),
    [rows, dates, duplicates, refusals, isWireless, edit],
  );

  if (rows.length === 0) return <EmptyState text={t('empty')} />;
  return (
    <>
      <Box
        mt="4"
        maxH="50dvh"
        overflow="auto"
        tabIndex={0}
        role="region"
        aria-label={t('rows')}
        aria-busy={busy !== null}
      >
        <Table.Root size="sm" fontSize="dense" stickyHeader css={rowsCss}>
          <Table.Header>
            <Table.Row>
              <Table.ColumnHeader scope="col">{t('recordDate')}</Table.ColumnHeader>
              <Table.ColumnHeader scope="col">{t('newDate')}</Table.ColumnHeader>
              <Table.ColumnHeader scope="col">{t('actions')}</Table.ColumnHeader>
              {isWireless ? <Table.ColumnHeader scope="col">{t('recordNo')}</Table.ColumnHeader> : null}
              <Table.ColumnHeader scope="col">{t('created')}</Table.ColumnHeader>
              <Table.ColumnHeader scope="col">{t('use')}</Table.ColumnHeader>
              <Table.ColumnHeader scope="col">{t('state')}</Table.ColumnHeader>
            </Table.Row>
          </Table.Header>
          <tbody>{body}</tbody>
        </Table.Root>
      </Box>
      <HStack justify="space-between" gap="3" mt="3" flexWrap="wrap" color="fg.muted" fontSize="dense">
        <Box aria-live="polite">
          {t('showing', { from: formatCount(from ?? 0), to: formatCount(to ?? 0), total: formatCount(total) })}
        </Box>
        {isWireless ? <ResetRecordNo change={change} rows={rows} /> : null}
        <NativeSelect.Root size="xs" width="5rem">
          <NativeSelect.Field
            aria-label={t('pageSize')}
            value={search.limit}
            onChange={({ target }) => change.resize(Number(target.value))}
          >
            {sizes.map((size) => (
              <option key={size} value={size}>
                {size}
              </option>
            ))}
          </NativeSelect.Field>
          <NativeSelect.Indicator />
        </NativeSelect.Root>
      </HStack>
      <Pager
        label={t('pages')}
        page={search.page}
        last={Math.ceil(total / search.limit)}
        loading={busy !== null}
        onPage={change.turn}
      />
    </>
  );
}

/** Sets the record number of the newest valid row by creation to 0, after a question. */
function ResetRecordNo({ change, rows }: { change: DateChange; rows: readonly UsageRow[] }) {
  const { t } = useTranslation('usage-dates');
  const confirm = useConfirm();
  const newest = rows
    .filter(({ state }) => state === 1)
    .reduce<UsageRow | null>((best, row) => (best === null || row.arrivedAt > best.arrivedAt ? row : best), null);
  if (!newest) return null;
  async function run(row: UsageRow) {
    const body = t('recordReset.body', { number: row.recordNo ?? t('none') });
    if (await confirm({ title: t('recordReset.title'), body, confirmLabel: t('recordReset.button') }))
      await change.resetRecord(row);
  }
  return (
    <Button size="xs" variant="outline" disabled={change.busy !== null} onClick={() => void run(newest)}>
      {t('recordReset.button')}
    </Button>
  );
}

import { Box, Table, Text, type SystemStyleObject } from '@chakra-ui/react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useInstantFormat } from '../../lib/viewer.ts';
import type { HistoryColumn, HistoryRow } from './settingsHistory.ts';
import { ChangedMark, SettingsValue } from './SettingsValue.tsx';

/** Longer tables render only the visible rows. */
const virtualBeyond = 100;
const rowHeight = 41;

/** Opaque, because the sticky cells of the first two columns cover the others while those scroll sideways. */
const tones: Record<HistoryRow['tone'], string> = {
  FAILED: 'red.subtle',
  VOID: 'red.subtle',
  PENDING: 'orange.subtle',
  NONE: 'bg.panel',
};

const first = { base: '86px', sm: '150px' };
const second = { base: '100px', sm: '190px' };
const stickyCss: SystemStyleObject = {
  '& th, & td': { px: '2', borderInlineEndWidth: '1px' },
  '& thead th': { position: 'sticky', top: '0', zIndex: '1', bg: 'bg.muted', whiteSpace: 'nowrap' },
  '& [data-sticky]': {
    position: 'sticky',
    zIndex: '1',
    bg: 'inherit',
    whiteSpace: 'normal',
    fontSize: { base: 'xs', sm: 'dense' },
  },
  '& thead th[data-sticky]': { zIndex: '2', bg: 'bg.muted' },
  '& [data-sticky=first]': { insetInlineStart: '0', minW: first, maxW: first },
  '& [data-sticky=second]': { insetInlineStart: first, minW: second, maxW: second, borderInlineEndWidth: '2px' },
};

/**
 * The settings of a device over time, newest first: time and source, then a column for each setting. Failed and void
 * rows are red, pending ones yellow, each also in words. Values that differ from the row below are marked. The first
 * two columns are sticky.
 */
export function SettingsHistoryTable(props: {
  label: string;
  columns: readonly HistoryColumn[];
  rows: readonly HistoryRow[];
}) {
  const { t } = useTranslation('device-settings');
  const { columns, rows } = props;
  const region = useRef<HTMLDivElement>(null);
  const isVirtual = rows.length > virtualBeyond;
  // oxlint-disable-next-line react/incompatible-library -- this client is not compiled
  const virtual = useVirtualizer({
    count: rows.length,
    enabled: isVirtual,
    getScrollElement: () => region.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 12,
  });
  const items = isVirtual ? virtual.getVirtualItems() : [];
  const shown = isVirtual ? items.flatMap(({ index }) => rows[index] ?? []) : rows;
  const offset = items[0]?.index ?? 0;
  const above = items[0]?.start ?? 0;
  const below = isVirtual ? virtual.getTotalSize() - (items.at(-1)?.end ?? 0) : 0;

  return (
    <Box
      ref={region}
      role="region"
      aria-label={props.label}
      tabIndex={0}
      overflow="auto"
      maxH={{ base: 'calc(100dvh - 17rem)', sm: '60vh' }}
      borderWidth="1px"
      borderRadius="l2"
    >
      <Table.Root
        size="sm"
        textStyle="sm"
        css={stickyCss}
        aria-rowcount={rows.length + 1}
        style={{ borderCollapse: 'separate', borderSpacing: 0 }}
      >
        <Table.Header>
          <Table.Row aria-rowindex={1}>
            <Table.ColumnHeader scope="col" data-sticky="first">
              {t('history.collected')}
            </Table.ColumnHeader>
            <Table.ColumnHeader scope="col" data-sticky="second">
              {t('history.source')}
            </Table.ColumnHeader>
            {columns.map(({ name, label, unit }) => (
              <Table.ColumnHeader key={name} scope="col">
                {label}
                {unit ? (
                  <Text as="span" textStyle="xs" color="fg.muted" fontWeight="normal" ms="1">
                    {unit.replace('H2O', 'H₂O')}
                  </Text>
                ) : null}
              </Table.ColumnHeader>
            ))}
          </Table.Row>
        </Table.Header>
        <Table.Body>
          <Gap height={above} columns={columns.length + 2} />
          {shown.map((row, index) => (
            <Row
              key={row.id}
              row={row}
              columns={columns}
              position={offset + index}
              measure={isVirtual ? virtual.measureElement : undefined}
            />
          ))}
          <Gap height={below} columns={columns.length + 2} />
        </Table.Body>
      </Table.Root>
    </Box>
  );
}

/** Takes the place of the rows that are not rendered. */
function Gap({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden="true">
      <td colSpan={columns} style={{ height, padding: 0, border: 0 }} />
    </tr>
  );
}

function Row({
  row,
  columns,
  position,
  measure,
}: {
  row: HistoryRow;
  columns: readonly HistoryColumn[];
  position: number;
  measure?: (element: HTMLTableRowElement | null) => void;
}) {
  const { t } = useTranslation('device-settings');
  const format = useInstantFormat();
  const values = useMemo(() => new Map(row.values.map(({ name, value }) => [name, value])), [row.values]);
  const changed = new Set(row.diffFromPrevious);
  const source = row.sourceDisplay ?? row.submittedBy ?? (row.statusLabel ? '' : row.title);

  return (
    <Table.Row
      ref={measure}
      data-index={position}
      data-tone={row.tone}
      aria-rowindex={position + 2}
      bg={tones[row.tone]}
    >
      <Table.Cell as="th" scope="row" data-sticky="first" textAlign="start" fontWeight="normal" verticalAlign="top">
        {row.collected ? (
          <time dateTime={row.collected}>{format(row.collected)}</time>
        ) : (
          <SettingsValue name="collected" value={null} />
        )}
      </Table.Cell>
      <Table.Cell data-sticky="second" verticalAlign="top">
        {[source, row.statusLabel].filter(Boolean).join(' ')}
        {row.submittedAt && !row.collected ? (
          <Text textStyle="xs" color="fg.muted">
            {t('history.submitted', { at: format(row.submittedAt) })}
          </Text>
        ) : null}
        {row.dismissedAt ? (
          <Text textStyle="xs" color="fg.muted">
            {t('history.dismissed', { name: row.dismissedBy, at: format(row.dismissedAt) })}
          </Text>
        ) : null}
      </Table.Cell>
      {columns.map(({ name }) => (
        <Table.Cell
          key={name}
          verticalAlign="top"
          whiteSpace="nowrap"
          {...(changed.has(name) && { bg: 'bg.changed', fontWeight: 'bold', 'data-changed': true })}
        >
          {changed.has(name) ? <ChangedMark /> : null}
          <SettingsValue name={name} value={values.get(name) ?? null} />
        </Table.Cell>
      ))}
    </Table.Row>
  );
}

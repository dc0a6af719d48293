import { Box, Button, HStack, Table, type SystemStyleObject } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { ExportButton } from '../../components/ExportButton.tsx';
import { OutOfDate } from '../../components/OutOfDate.tsx';
import { SkeletonLines } from '../../components/Skeletons.tsx';
import { formatCount } from '../../lib/numberLocale.ts';
import { useViewer } from '../../lib/viewer.ts';

/** "Audit log: 25 per page" (document 001, section 9); the other logs have the same. */
export const logPage = 25;

/** On a phone a line is a block: each value on its own line with the name of its column. */
const phone = '@media (max-width: 639.98px)';
const tableCss: SystemStyleObject = {
  '& tr': { bg: 'transparent' },
  '& td': { verticalAlign: 'top' },
  [phone]: {
    '& thead': { srOnly: true },
    '&, & tbody': { display: 'block' },
    '& tbody tr': { display: 'block', borderBottomWidth: '1px', py: '2' },
    '& td': {
      display: 'grid',
      gridTemplateColumns: '6rem minmax(0, 1fr)',
      gap: '2',
      borderWidth: '0',
      px: '0',
      py: '0.5',
    },
    '& td::before': { content: 'attr(data-label)', color: 'fg.muted' },
  },
};

interface LogRow {
  key: string | number;
  cells: readonly ReactNode[];
}

/** One page of a log, newest first, with Previous and Next when there is more than one, and its file. */
export function LogTable(props: {
  label: string;
  columns: readonly string[];
  rows: readonly LogRow[] | undefined;
  total: number;
  isCapped: boolean;
  /** REST address of the log, for the CSV export. */
  csvPath: string;
  page: number;
  onPage: (page: number) => void;
  loading: boolean;
  error?: unknown;
  onRetry: () => void;
}) {
  const { t } = useTranslation('activity');
  const { viewerCanExportUsers } = useViewer();
  const { rows, page, total, loading } = props;
  if (!rows)
    return props.error ? <ErrorState error={props.error} onRetry={props.onRetry} /> : <SkeletonLines lines={5} />;
  if (rows.length === 0) return <EmptyState text={t('empty')} />;
  const from = (page - 1) * logPage + 1;
  const to = from + rows.length - 1;
  return (
    <Box aria-busy={loading} opacity={loading ? 0.6 : 1}>
      {props.error ? <OutOfDate error={props.error} onRetry={props.onRetry} /> : null}
      <Table.ScrollArea tabIndex={0} role="region" aria-label={props.label}>
        <Table.Root size="sm" css={tableCss}>
          <Table.Header>
            <Table.Row>
              {props.columns.map((column) => (
                <Table.ColumnHeader key={column} scope="col">
                  {column}
                </Table.ColumnHeader>
              ))}
            </Table.Row>
          </Table.Header>
          <Table.Body>
            {rows.map(({ key, cells }) => (
              <Table.Row key={key}>
                {cells.map((cell, at) => (
                  <Table.Cell key={props.columns[at]} data-label={props.columns[at]}>
                    {cell}
                  </Table.Cell>
                ))}
              </Table.Row>
            ))}
          </Table.Body>
        </Table.Root>
      </Table.ScrollArea>
      <HStack mt="3" flexWrap="wrap">
        <Box aria-live="polite" color="fg.muted" fontSize="dense" me="auto">
          {t(props.isCapped ? 'showingOfMore' : 'showing', {
            from: formatCount(from),
            to: formatCount(to),
            total: formatCount(total),
          })}
        </Box>
        <ExportButton url={`${props.csvPath}?csv=true`} allowed={viewerCanExportUsers} />
        {total > logPage ? (
          <HStack as="nav" aria-label={t('pages')}>
            <Button size="sm" variant="outline" disabled={page === 1 || loading} onClick={() => props.onPage(page - 1)}>
              {t('previous')}
            </Button>
            <Button
              size="sm"
              variant="outline"
              disabled={(to >= total && !props.isCapped) || loading}
              onClick={() => props.onPage(page + 1)}
            >
              {t('next')}
            </Button>
          </HStack>
        ) : null}
      </HStack>
    </Box>
  );
}

import { Box, Button, HStack, NativeSelect } from '@chakra-ui/react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatCount } from '../lib/numberLocale.ts';
import { pageLinks } from './pageLinks.ts';
import type { TableState } from './useTableState.ts';

/** A number of rows; `isCapped`: there are more. */
interface Count {
  rows: number;
  isCapped: boolean;
}

interface Props {
  label: string;
  /** Number of rows on the page. */
  rows: number;
  total: Count;
  unfiltered: Count;
  last: number;
  table: TableState;
}

/** Below a table: the range of visible rows and their total, the page length and the page links. Part of DataTable. */
export function DataTableFooter(props: Props) {
  const { t } = useTranslation('components');
  const { rows, total, unfiltered, last, table } = props;
  const page = Math.min(table.page, last);
  const from = total.rows === 0 ? 0 : (page - 1) * table.limit + 1;
  const to = total.isCapped ? from + rows - 1 : Math.min(page * table.limit, total.rows);
  const shown = (count: Count) =>
    count.isCapped ? t('table.moreThan', { total: formatCount(count.rows) }) : formatCount(count.rows);
  const showing = t('table.showing', { from: formatCount(from), to: formatCount(to), total: shown(total) });
  const isFiltered = unfiltered.rows !== total.rows || unfiltered.isCapped !== total.isCapped;
  const filtered = isFiltered && t('table.filtered', { total: shown(unfiltered) });

  return (
    <HStack justify="space-between" gap="3" mt="3" flexWrap="wrap" color="fg.muted" fontSize="dense">
      <Box aria-live="polite">{filtered ? `${showing} ${filtered}` : showing}</Box>
      <HStack gap="3" flexWrap="wrap">
        <NativeSelect.Root size="xs" width="5rem">
          <NativeSelect.Field
            aria-label={t('table.pageSize')}
            value={table.limit}
            onChange={({ target }) => table.setLimit(Number(target.value))}
          >
            {table.sizes.map((size) => (
              <option key={size} value={size}>
                {size}
              </option>
            ))}
          </NativeSelect.Field>
          <NativeSelect.Indicator />
        </NativeSelect.Root>
        <HStack as="nav" gap="1" aria-label={t('table.pages', { table: props.label })}>
          <PageLink to={page - 1} enabled={page > 1} label={t('table.previous')} table={table}>
            <ChevronLeft />
          </PageLink>
          {pageLinks(page, last).map((target) => (
            <PageLink
              key={target}
              to={target}
              enabled
              current={target === page}
              label={t('table.page', { page: target })}
              table={table}
            >
              {target}
            </PageLink>
          ))}
          <PageLink to={page + 1} enabled={page < last} label={t('table.next')} table={table}>
            <ChevronRight />
          </PageLink>
        </HStack>
      </HStack>
    </HStack>
  );
}

function PageLink(props: {
  to: number;
  enabled: boolean;
  current?: boolean;
  label: string;
  table: TableState;
  children: ReactNode;
}) {
  const { table, to } = props;
  const look = { size: 'xs', px: '2', variant: props.current ? 'subtle' : 'ghost' } as const;
  const current = props.current ? 'page' : undefined;
  if (!props.enabled || !table.pageHref) {
    return (
      <Button
        {...look}
        aria-label={props.label}
        aria-current={current}
        disabled={!props.enabled}
        onClick={() => table.setPage(to)}
      >
        {props.children}
      </Button>
    );
  }
  return (
    <Button {...look} asChild>
      <Link to={table.pageHref(to)} aria-label={props.label} aria-current={current}>
        {props.children}
      </Link>
    </Button>
  );
}

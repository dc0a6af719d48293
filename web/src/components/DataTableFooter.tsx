import { Box, Button, HStack, NativeSelect } from '@chakra-ui/react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { pageLinks } from './pageLinks.ts';
import type { TableState } from './useTableState.ts';

/** Below a table: the range of visible rows and their total, the page length and the page links. Part of DataTable. */
export function DataTableFooter(props: { label: string; total: number; unfiltered?: number; table: TableState }) {
  const { t } = useTranslation('components');
  const { total, unfiltered, table } = props;
  const last = Math.max(1, Math.ceil(total / table.limit));
  const page = Math.min(table.page, last);
  const from = total === 0 ? 0 : (page - 1) * table.limit + 1;
  const showing = t('table.showing', { from, to: Math.min(page * table.limit, total), total });
  const filtered = unfiltered !== undefined && unfiltered !== total && t('table.filtered', { total: unfiltered });

  return (
    <HStack justify="space-between" gap="3" mt="3" flexWrap="wrap" color="fg.muted" fontSize="13px">
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
  const look = { size: 'xs', px: '2', variant: props.current ? 'solid' : 'ghost' } as const;
  if (!props.enabled) {
    return (
      <Button {...look} aria-label={props.label} disabled>
        {props.children}
      </Button>
    );
  }
  return (
    <Button {...look} asChild>
      <Link
        to={props.table.pageHref(props.to)}
        aria-label={props.label}
        aria-current={props.current ? 'page' : undefined}
      >
        {props.children}
      </Link>
    </Button>
  );
}

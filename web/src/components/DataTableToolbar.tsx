import { Box, HStack, Input, InputGroup, NativeSelect } from '@chakra-ui/react';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { csvColumns, orderBy } from './columnModel.ts';
import { ColumnSwitches } from './ColumnSwitches.tsx';
import type { DataTableColumn, DataTableProps } from './DataTable.tsx';
import { ExportButton } from './ExportButton.tsx';
import { FilterBuilder } from './FilterBuilder.tsx';
import type { TableState } from './useTableState.ts';

/** Milliseconds between the last key and the search (document 000, section 9). */
const searchDelay = 1000;

/** Above a table: search, the feature's own filters, export, column switches. Part of DataTable. */
export function DataTableToolbar<Row extends object>(
  props: DataTableProps<Row> & { shown: readonly DataTableColumn<Row>[] },
) {
  const { table, columns, csvPath, filters, shown } = props;
  return (
    <HStack gap="2" mb="3" flexWrap="wrap">
      <SearchBox table={table} />
      <Box hideFrom="sm" flex="1 1 100%">
        <SortSelect columns={columns} table={table} />
      </Box>
      {props.panel ?? (filters ? <FilterBuilder fields={filters} table={table} /> : null)}
      {props.toolbar}
      <HStack gap="2" ms="auto">
        {csvPath ? (
          <ExportButton allowed={props.canExport ?? false} url={table.csvHref(csvPath, csvColumns(shown))} />
        ) : null}
        {table.pageHref ? <ColumnSwitches columns={columns} shown={shown.map(({ id }) => id)} table={table} /> : null}
      </HStack>
    </HStack>
  );
}

function SearchBox({ table }: { table: TableState }) {
  const { t } = useTranslation('components');
  const [text, setText] = useState(table.search);
  const [searched, setSearched] = useState(table.search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // Back and Forward change the address from outside.
  if (table.search !== searched) {
    setSearched(table.search);
    if (table.search !== text.trim()) setText(table.search);
  }
  useEffect(() => () => clearTimeout(timer.current), []);

  const search = (value: string) => {
    clearTimeout(timer.current);
    if (value.trim() !== table.search) table.setSearch(value);
  };
  // The timer outlives the render that set it, so it must search with the address at the time it fires.
  const latest = useRef(search);
  useEffect(() => {
    latest.current = search;
  });

  return (
    <InputGroup startElement={<Search size={16} aria-hidden="true" />} flex="1 1 12rem" maxW={{ sm: '24rem' }}>
      <Input
        type="search"
        size="sm"
        aria-label={t('table.search')}
        placeholder={t('table.search')}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => latest.current(target.value), searchDelay);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') search(text);
        }}
      />
    </InputGroup>
  );
}

/** For phones, where the header is hidden. */
function SortSelect<Row>({ columns, table }: Pick<DataTableProps<Row>, 'columns' | 'table'>) {
  const { t } = useTranslation('components');
  const sortable = columns.filter((column) => column.sortable);
  if (sortable.length === 0) return null;
  return (
    <NativeSelect.Root size="sm">
      <NativeSelect.Field
        aria-label={t('table.sortBy')}
        value={table.sort ? `${table.sort.column}:${table.sort.direction}` : ''}
        onChange={({ target }) => {
          const [column, direction] = target.value.split(':');
          table.setSort(column ? { column, direction: direction === 'DESC' ? 'DESC' : 'ASC' } : null);
        }}
      >
        <option value="">{t('table.sortBy')}</option>
        {sortable.flatMap((column) =>
          (['ASC', 'DESC'] as const).map((direction) => (
            <option key={`${column.id}:${direction}`} value={`${orderBy(column)}:${direction}`}>
              {t(direction === 'ASC' ? 'table.sortAscending' : 'table.sortDescending', { column: column.header })}
            </option>
          )),
        )}
      </NativeSelect.Field>
      <NativeSelect.Indicator />
    </NativeSelect.Root>
  );
}

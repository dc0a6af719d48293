import { Button, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import type { DataTableProps } from './DataTable.tsx';
import type { TableState } from './useTableState.ts';

/**
 * The row of an empty table: the text of the documents, then what to do about it. A search or filters can be cleared;
 * without them the list says what it is. Part of DataTable.
 */
export function EmptyRow(
  props: { columns: number; table: TableState } & Pick<DataTableProps<object>, 'empty' | 'about'>,
) {
  const { table, about } = props;
  const { t } = useTranslation('components');
  const isNarrowed = table.search !== '' || table.filters.length > 0;
  return (
    <tr role="row">
      <td role="cell" colSpan={props.columns} data-empty>
        {t(props.empty === 'noData' ? 'table.noData' : 'table.empty')}
        {isNarrowed ? (
          <>
            <Text mt="1">{t('table.narrowed')}</Text>
            <Button variant="outline" size="xs" mt="3" onClick={table.clear}>
              {t('table.clearFilters')}
            </Button>
          </>
        ) : about ? (
          <Text mt="1">{about}</Text>
        ) : null}
      </td>
    </tr>
  );
}

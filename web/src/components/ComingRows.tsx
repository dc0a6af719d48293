import { useTranslation } from 'react-i18next';
import { hiddenOnPhone } from './columnModel.ts';
import type { DataTableColumn } from './DataTable.tsx';
import { rowsInWindow } from './dataTableCss.ts';
import { useLate } from './Skeletons.tsx';
import type { TableState } from './useTableState.ts';

/**
 * The rows of a table while its first answer is on the way: `count`, or as many as a page has or the window shows, in the
 * same columns. The first one says so in words; the gray bars come after 200 ms. Part of DataTable.
 */
export function ComingRows<Row>(props: {
  columns: readonly DataTableColumn<Row>[];
  table: TableState;
  count?: number;
}) {
  const { columns, table } = props;
  const { t } = useTranslation('components');
  const late = useLate(200);
  const count = Math.max(1, Math.min(table.limit, props.count ?? rowsInWindow(table.density)));
  const more = hiddenOnPhone(columns);
  // On a phone the identity is the title of a card.
  const titled = Math.max(
    0,
    columns.findIndex(({ identity }) => identity),
  );
  return Array.from({ length: count }, (_, line) => (
    <tr key={line} role="row" aria-hidden={line > 0} data-coming={late}>
      {columns.map((column, place) => (
        <td
          key={column.id}
          role="cell"
          data-label={column.header}
          data-identity={column.identity}
          data-more={more.has(column)}
          data-align={column.align}
          data-action={column.action}
        >
          {line === 0 && place === titled ? t('loading') : <span />}
        </td>
      ))}
    </tr>
  ));
}

import { Box, Table, VisuallyHidden } from '@chakra-ui/react';
import type { DataTableColumn } from './DataTable.tsx';
import { DataTableRows } from './DataTableRows.tsx';
import { tableCss } from './dataTableCss.ts';

const idOf = (row: { id: string }) => row.id;

/** A few rows with the columns of their list, without its controls; cards on a phone, as in the list. */
export function SmallTable<Row extends { id: string }>(props: {
  label: string;
  columns: readonly DataTableColumn<Row>[];
  rows: readonly Row[];
}) {
  return (
    <Box overflowX="auto">
      <Table.Root role="table" size="sm" fontSize="dense" css={tableCss('compact')}>
        <caption>
          <VisuallyHidden>{props.label}</VisuallyHidden>
        </caption>
        <Table.Header role="rowgroup">
          <Table.Row role="row" bg="transparent">
            {props.columns.map(({ id, header, nowrap }) => (
              <Table.ColumnHeader key={id} role="columnheader" scope="col" px="1.5" width={nowrap ? '1px' : undefined}>
                {header}
              </Table.ColumnHeader>
            ))}
          </Table.Row>
        </Table.Header>
        <tbody role="rowgroup">
          <DataTableRows rows={props.rows} rowKey={idOf} columns={props.columns} />
        </tbody>
      </Table.Root>
    </Box>
  );
}

import { Button } from '@chakra-ui/react';
import { Columns3 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { DataTableColumn } from './DataTable.tsx';
import { usePartButton } from './usePartButton.ts';
import type { TableState } from './useTableState.ts';

const loadPopover = () => import('./ColumnsPopover.tsx');

export interface ColumnSwitchesProps<Row> {
  columns: readonly DataTableColumn<Row>[];
  /** The ids of the visible columns. */
  shown: readonly string[];
  table: TableState;
}

/** The button that opens the columns of a table, their order and the row height. Part of DataTable. */
export function ColumnSwitches<Row>(props: ColumnSwitchesProps<Row>) {
  const { t } = useTranslation('components');
  const { part, button, ofButton } = usePartButton(loadPopover, 'dialog');
  return (
    <>
      <Button variant="outline" size="sm" {...button}>
        <Columns3 />
        {t('table.columns')}
      </Button>
      {part ? <part.ColumnsPopover {...props} ofButton={ofButton} /> : null}
    </>
  );
}

import { Button, Popover, Portal, Stack, Switch } from '@chakra-ui/react';
import { Columns3 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { DataTableColumn } from './DataTable.tsx';
import type { TableState } from './useTableState.ts';

/** Which columns a table shows. The list scrolls within half the window's height; the identity column stays. */
export function ColumnSwitches<Row>(props: { columns: readonly DataTableColumn<Row>[]; table: TableState }) {
  const { t } = useTranslation('components');
  const { columns, table } = props;
  const hidden = table.hiddenColumns;

  return (
    <Popover.Root positioning={{ placement: 'bottom-end' }} lazyMount unmountOnExit>
      <Popover.Trigger asChild>
        <Button variant="outline" size="sm">
          <Columns3 />
          {t('table.columns')}
        </Button>
      </Popover.Trigger>
      <Portal>
        <Popover.Positioner>
          <Popover.Content width="auto" minW="14rem" aria-label={t('table.columns')}>
            <Popover.Body maxH="50vh" overflowY="auto" tabIndex={0} p="3">
              <Stack gap="2">
                {columns.map(({ id, header, identity }) => (
                  <Switch.Root
                    key={id}
                    size="sm"
                    checked={identity === true || !hidden.includes(id)}
                    disabled={identity}
                    minH="6"
                    onCheckedChange={({ checked }) =>
                      table.setHiddenColumns(checked ? hidden.filter((name) => name !== id) : [...hidden, id])
                    }
                  >
                    <Switch.HiddenInput />
                    <Switch.Control />
                    <Switch.Label>{header}</Switch.Label>
                  </Switch.Root>
                ))}
              </Stack>
            </Popover.Body>
            <Popover.Footer p="2" borderTopWidth="1px">
              <Button size="xs" variant="ghost" onClick={table.resetColumns}>
                {t('table.resetColumns')}
              </Button>
            </Popover.Footer>
          </Popover.Content>
        </Popover.Positioner>
      </Portal>
    </Popover.Root>
  );
}

import { Button, HStack, IconButton, Popover, Stack, Switch } from '@chakra-ui/react';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { inOrder, moved } from './columnModel.ts';
import type { ColumnSwitchesProps } from './ColumnSwitches.tsx';
import type { DataTableColumn } from './DataTable.tsx';
import { PartPopover } from './PartPopover.tsx';
import type { ButtonOfPart } from './usePartButton.ts';

/**
 * The columns of a table, their order and the row height. The list scrolls within half the window's height. The identity
 * column, and the last visible one, cannot be switched off.
 */
export function ColumnsPopover<Row>(props: ColumnSwitchesProps<Row> & { ofButton: ButtonOfPart }) {
  const { t } = useTranslation('components');
  const { columns, shown, table, ofButton } = props;
  const ordered = inOrder(columns, table.columnOrder);
  const ids = ordered.map(({ id }) => id);
  const hide = (hidden: string[]) => table.setHiddenColumns(hidden);

  return (
    <PartPopover
      ofButton={ofButton}
      placement="bottom-end"
      width="auto"
      minW="16rem"
      maxW="calc(100vw - 2rem)"
      aria-label={t('table.columns')}
    >
      {() => (
        <>
          <Popover.Body maxH="50vh" overflowY="auto" tabIndex={0} p="3" aria-label={t('table.columns')} role="group">
            <Stack gap="1">
              {ordered.map(({ id, header, identity }, n) => (
                <HStack key={id} gap="1">
                  <Switch.Root
                    size="sm"
                    flex="1"
                    checked={shown.includes(id)}
                    disabled={identity === true || (shown.length === 1 && shown.includes(id))}
                    minH="6"
                    onCheckedChange={({ checked }) =>
                      hide(ids.filter((name) => (name === id ? !checked : !shown.includes(name))))
                    }
                  >
                    <Switch.HiddenInput />
                    <Switch.Control />
                    <Switch.Label>{header}</Switch.Label>
                  </Switch.Root>
                  {([-1, 1] as const).map((by) => (
                    <IconButton
                      key={by}
                      variant="ghost"
                      size="2xs"
                      aria-label={t(by < 0 ? 'table.moveUp' : 'table.moveDown', { column: header })}
                      disabled={by < 0 ? n === 0 : n === ids.length - 1}
                      onClick={() => table.setColumnOrder(moved(ids, id, by))}
                    >
                      {by < 0 ? <ArrowUp /> : <ArrowDown />}
                    </IconButton>
                  ))}
                </HStack>
              ))}
            </Stack>
          </Popover.Body>
          <Popover.Footer p="3" borderTopWidth="1px" flexDirection="column" alignItems="stretch" gap="2">
            <HStack gap="1" flexWrap="wrap" ms="-2.5">
              <Button size="xs" variant="ghost" onClick={() => hide([])}>
                {t('table.showAll')}
              </Button>
              <Button
                size="xs"
                variant="ghost"
                onClick={() => hide(ids.filter((_id, n) => !keeps(ordered[n]!, ordered)))}
              >
                {t('table.showNone')}
              </Button>
              <Button size="xs" variant="ghost" onClick={table.resetColumns}>
                {t('table.resetColumns')}
              </Button>
              <Button size="xs" variant="ghost" onClick={table.resetWidths}>
                {t('table.resetWidths')}
              </Button>
            </HStack>
            <Switch.Root
              size="sm"
              minH="6"
              checked={table.density === 'compact'}
              onCheckedChange={({ checked }) => table.setDensity(checked ? 'compact' : 'comfortable')}
            >
              <Switch.HiddenInput />
              <Switch.Control />
              <Switch.Label>{t('table.compact')}</Switch.Label>
            </Switch.Root>
          </Popover.Footer>
        </>
      )}
    </PartPopover>
  );
}

/** The column that stays when all others are off: the identity, or the first one without an identity. */
function keeps<Row>(column: DataTableColumn<Row>, columns: readonly DataTableColumn<Row>[]): boolean {
  return column.identity === true || (column === columns[0] && !columns.some(({ identity }) => identity));
}

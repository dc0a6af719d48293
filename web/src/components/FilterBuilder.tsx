import { Button, Popover, Portal, Stack } from '@chakra-ui/react';
import { ListFilter } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterFields } from './FilterFields.tsx';
import { withDraft, type FilterDraft, type FilterField } from './tableFilters.ts';
import type { TableState } from './useTableState.ts';

/** Adds a filter to a table: field, condition, value. Part of DataTable. */
export function FilterBuilder({ fields, table }: { fields: readonly FilterField[]; table: TableState }) {
  const { t } = useTranslation('components');
  const [open, setOpen] = useState(false);
  return (
    <Popover.Root
      open={open}
      onOpenChange={(details) => setOpen(details.open)}
      positioning={{ placement: 'bottom-start' }}
      lazyMount
      unmountOnExit
    >
      <Popover.Trigger asChild>
        <Button variant="outline" size="sm">
          <ListFilter />
          {t('filter.add')}
        </Button>
      </Popover.Trigger>
      <Portal>
        <Popover.Positioner>
          <Popover.Content width="18rem" aria-label={t('filter.add')}>
            <Popover.Body p="3">
              <FilterForm fields={fields} table={table} onDone={() => setOpen(false)} />
            </Popover.Body>
          </Popover.Content>
        </Popover.Positioner>
      </Portal>
    </Popover.Root>
  );
}

function FilterForm({
  fields,
  table,
  onDone,
}: {
  fields: readonly FilterField[];
  table: TableState;
  onDone: () => void;
}) {
  const { t } = useTranslation('components');
  const [draft, setDraft] = useState<FilterDraft>({ field: fields[0]!.field, condition: '', value: '' });
  const filters = withDraft(table.filters, fields, draft);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!filters) return;
        table.setFilters(filters);
        onDone();
      }}
    >
      <Stack gap="3">
        <FilterFields fields={fields} draft={draft} onChange={setDraft} />
        <Button type="submit" size="sm" disabled={!filters} alignSelf="flex-end">
          {t('filter.apply')}
        </Button>
      </Stack>
    </form>
  );
}

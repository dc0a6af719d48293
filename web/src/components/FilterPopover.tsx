import { Button, Popover, Stack } from '@chakra-ui/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FilterBuilderProps } from './FilterBuilder.tsx';
import { FilterFields } from './FilterFields.tsx';
import { PartPopover } from './PartPopover.tsx';
import { withDraft, type FilterDraft } from './tableFilters.ts';
import type { ButtonOfPart } from './usePartButton.ts';

/** The fields of a new filter: field, condition, value. */
export function FilterPopover({ ofButton, ...props }: FilterBuilderProps & { ofButton: ButtonOfPart }) {
  const { t } = useTranslation('components');
  return (
    <PartPopover ofButton={ofButton} placement="bottom-start" width="18rem" aria-label={t('filter.add')}>
      {(close) => (
        <Popover.Body p="3">
          <FilterForm {...props} onDone={close} />
        </Popover.Body>
      )}
    </PartPopover>
  );
}

function FilterForm({ fields, table, onDone }: FilterBuilderProps & { onDone: () => void }) {
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

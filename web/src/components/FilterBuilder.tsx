import { Button } from '@chakra-ui/react';
import { ListFilter } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { FilterField } from './tableFilters.ts';
import { usePartButton } from './usePartButton.ts';
import type { TableState } from './useTableState.ts';

const loadPopover = () => import('./FilterPopover.tsx');

export interface FilterBuilderProps {
  fields: readonly FilterField[];
  table: TableState;
}

/** Adds a filter to a table: field, condition, value. Part of DataTable. */
export function FilterBuilder(props: FilterBuilderProps) {
  const { t } = useTranslation('components');
  const { part, button, ofButton } = usePartButton(loadPopover, 'dialog');
  return (
    <>
      <Button variant="outline" size="sm" {...button}>
        <ListFilter />
        {t('filter.add')}
      </Button>
      {part ? <part.FilterPopover {...props} ofButton={ofButton} /> : null}
    </>
  );
}

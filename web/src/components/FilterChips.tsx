import { Button, HStack, IconButton, Text } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../lib/dates.ts';
import { isTextKey } from '../lib/textKey.ts';
import { needsValue, withoutFilter, type FilterField } from './tableFilters.ts';
import type { TableFilter, TableState } from './useTableState.ts';

/** Returns the text of a filter: 'Start date greater than 01/31/2026'. */
function useFilterText(fields: readonly FilterField[]): (filter: TableFilter) => string {
  const { t, i18n } = useTranslation('components');
  return ({ field, condition, value = '' }) => {
    // A link may contain a filter that the builder does not offer; the server decides whether it is valid.
    const known = fields.find((one) => one.field === field);
    const own = known?.text?.(condition, value);
    if (own) return own;
    const label = known?.label ?? field;
    if (known?.type === 'boolean' && condition === 'equal')
      return `${label}: ${t(/^(1|true)$/i.test(value) ? 'filter.true' : 'filter.false')}`;
    const key: string = `filter.conditions.${condition}`;
    const words = isTextKey(i18n, 'components', key) ? t(key) : condition;
    if (!needsValue(condition)) return `${label} ${words}`;
    const shown =
      known?.type === 'date'
        ? formatDate(value)
        : (known?.choices?.find((choice) => choice.value === value)?.label ?? value);
    return `${label} ${words} ${shown}`;
  };
}

/** The active filters of a table, each with a button that removes it. Part of DataTable. */
export function FilterChips({ fields, table }: { fields: readonly FilterField[]; table: TableState }) {
  const { t } = useTranslation('components');
  const textOf = useFilterText(fields);
  if (table.filters.length === 0) return null;
  return (
    <HStack as="ul" listStyleType="none" aria-label={t('filter.active')} gap="2" mb="3" flexWrap="wrap">
      {table.filters.map((filter) => {
        const text = textOf(filter);
        return (
          <HStack
            as="li"
            key={text}
            gap="1"
            ps="2.5"
            pe="1"
            minH="7"
            borderRadius="full"
            bg="teal.subtle"
            color="teal.fg"
            maxW="100%"
          >
            <Text py="1" fontSize="dense" overflowWrap="anywhere">
              {text}
            </Text>
            <IconButton
              variant="ghost"
              size="2xs"
              borderRadius="full"
              aria-label={t('filter.remove', { filter: text })}
              onClick={() => table.setFilters(withoutFilter(table.filters, filter))}
            >
              <X />
            </IconButton>
          </HStack>
        );
      })}
      {table.filters.length > 1 ? (
        <li>
          <Button variant="ghost" size="xs" onClick={() => table.setFilters([])}>
            {t('filter.clear')}
          </Button>
        </li>
      ) : null}
    </HStack>
  );
}

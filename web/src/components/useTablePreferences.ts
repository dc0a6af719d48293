import { useContext, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TableDensity } from '../gql/schema.ts';
import { graphql } from '../lib/graphql.ts';
import { ViewerContext } from '../lib/viewer.ts';
import { useSaveTablePreferences } from './gql/useTablePreferences.ts';
import { toaster } from './Toaster.tsx';

graphql(`
  mutation SaveTablePreferences($input: SaveTablePreferencesInput!) {
    saveTablePreferences(input: $input) {
      viewer {
        tablePreferences {
          table
          hiddenColumns
          columnOrder
          columnWidths {
            column
            width
          }
          pageSize
          density
        }
      }
      ...UserErrors
    }
  }
`);

interface ColumnWidth {
  column: string;
  width: number;
}

export interface TablePreferences {
  hiddenColumns: readonly string[] | null;
  columnOrder: readonly string[] | null;
  columnWidths: readonly ColumnWidth[] | null;
  pageSize: number | null;
  density: TableDensity | null;
}

const none: TablePreferences = {
  hiddenColumns: null,
  columnOrder: null,
  columnWidths: null,
  pageSize: null,
  density: null,
};

/** What changes, or what makes it of the last preferences. */
type Change = Partial<TablePreferences> | ((last: TablePreferences) => Partial<TablePreferences>);

/**
 * Returns the viewer's preferences for a table. The server stores them with the user, so that they are the same in
 * every browser. A change applies at once and is saved in the background, in order.
 */
export function useTablePreferences(table: string): [TablePreferences, (change: Change) => void] {
  const { t } = useTranslation('components');
  const kept = useContext(ViewerContext)?.tablePreferences.find((one) => one.table === table);
  const [changed, setChanged] = useState<TablePreferences | null>(null);
  const preferences = changed ?? kept ?? none;
  const save = useSaveTablePreferences();

  // Two changes at the same moment must not undo each other: the next one starts from the last.
  const latest = useRef(preferences);
  useEffect(() => {
    latest.current = preferences;
  });
  const unsaved = useRef<TablePreferences | null>(null);
  const saving = useRef(false);

  async function saveAll() {
    if (saving.current) return;
    saving.current = true;
    for (let next = unsaved.current; next; next = unsaved.current) {
      unsaved.current = null;
      const { hiddenColumns, columnOrder, columnWidths, pageSize, density } = next;
      const input = {
        table,
        hiddenColumns: hiddenColumns && [...hiddenColumns],
        columnOrder: columnOrder && [...columnOrder],
        columnWidths: columnWidths?.map(({ column, width }) => ({ column, width })) ?? null,
        pageSize,
        density,
      };
      const saved = await save({ input }).catch(() => null);
      // The choice stays on this page; the user sees that it was not saved.
      if (!saved || saved.userErrors.length > 0) toaster.error({ title: t('table.notSaved') });
    }
    saving.current = false;
  }

  function prefer(change: Change) {
    const changes = typeof change === 'function' ? change(latest.current) : change;
    const { hiddenColumns, columnOrder, columnWidths, pageSize, density } = { ...latest.current, ...changes };
    latest.current = { hiddenColumns, columnOrder, columnWidths, pageSize, density };
    unsaved.current = latest.current;
    setChanged(latest.current);
    void saveAll();
  }
  return [preferences, prefer];
}

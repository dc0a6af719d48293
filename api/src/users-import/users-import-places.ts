import type { Context } from '../shared/context.ts';
import { canAssignGroup, canAssignLocation } from '../users/form/user-form.policy.ts';
import { ownPlaces } from '../users/form/user-form-options.ts';
import { plainText } from '../shared/text.rules.ts';
import { namesIn } from './users-import-columns.ts';
import { shown, type FileRow, type RowError } from './users-import-table.ts';

/** Where the places are, and which of them take new users. */
const LISTS = {
  locations: { table: 'locations', taking: 'p.closed_at is null' },
  groups: { table: 'org_groups', taking: 'true' },
} as const;

/** Locations or groups of a user; the same limit as the form's, so that an entry is never looked up in vain. */
const MOST_NAMES = 200;

/**
 * Returns a function that finds the ids of the locations or groups in a cell. One statement each for the whole file. A
 * place of another organization and one that the viewer may not assign are answered like one that does not exist.
 */
export async function placeFinder(
  ctx: Context,
  orgId: number,
  rows: readonly FileRow[],
): Promise<(column: keyof typeof LISTS, cell: string) => { ids: number[]; errors: RowError[] }> {
  const own = await ownPlaces(ctx);
  const may = { locations: canAssignLocation, groups: canAssignGroup };
  const known = { locations: new Map<string, number[]>(), groups: new Map<string, number[]>() };
  for (const column of ['locations', 'groups'] as const) {
    const names = [...new Set(rows.flatMap(({ cells }) => entriesOf(cells[column])))];
    if (names.length === 0) continue;
    const found = await ctx.em.execute<{ id: number; name: string }[]>(
      `select p.id, plain_text(p.name) as name from ${LISTS[column].table} p where p.org_id = ? and ${LISTS[column].taking}
          and (plain_text(p.name) in (select jsonb_array_elements_text(?::jsonb)) or p.id::text in (select jsonb_array_elements_text(?::jsonb)))`,
      [orgId, JSON.stringify(names), JSON.stringify(names)],
    );
    for (const { id, name } of found) {
      if (!may[column](ctx.viewer, id, own)) continue;
      known[column].set(name, [...(known[column].get(name) ?? []), id]);
      known[column].set(`#${id}`, [id]);
    }
  }
  return (column, cell) => {
    const errors: RowError[] = [];
    const ids = entriesOf(cell).flatMap((entry) => {
      const found = known[column].get(entry) ?? known[column].get(`#${entry}`) ?? [];
      if (found.length === 1) return found;
      const message = found.length === 0 ? 'user_import.unknown_place' : 'user_import.ambiguous_place';
      errors.push({ attribute: column, message, values: { name: shown(entry) } });
      return [];
    });
    return { ids: [...new Set(ids)], errors: errors.slice(0, 1) };
  };
}

const entriesOf = (cell: string) =>
  namesIn(cell)
    .slice(0, MOST_NAMES + 1)
    .map(plainText);

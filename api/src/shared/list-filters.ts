import type { EntityClass, FilterQuery } from '@mikro-orm/core';
import type { Context } from './context.ts';
import { conditionOf, sqlOf, type FilterTree, type ListColumn, type ListFilter } from './list-conditions.ts';
import { onDay } from './list-days.ts';
import { lookedUp } from './list-lookup.ts';
import { refusedColumn } from './list-refusals.ts';
import { filteredByValue } from './list-values.ts';

/** The parts of a list that its filters read. `table`: the one that finds its rows. */
export interface Filtered {
  table: EntityClass<object>;
  columns: Record<string, ListColumn>;
  /** The condition of a part of a list (ListSource). */
  within: FilterQuery<object> | undefined;
}

/** Returns a filter, or filters of which a row must match all or any, as a condition. Refuses unknown columns and conditions. */
export async function filtered(ctx: Context, list: Filtered, tree: FilterTree): Promise<unknown> {
  if ('all' in tree) return { $and: await Promise.all(tree.all.map((one) => filtered(ctx, list, one))) };
  if ('field' in tree) return filteredBy(ctx, list, tree);
  if (tree.any.length === 0) return sqlOf(() => 'false');
  return { $or: await Promise.all(tree.any.map((one) => filtered(ctx, list, one))) };
}

async function filteredBy(ctx: Context, list: Filtered, filter: ListFilter): Promise<unknown> {
  const { columns, within } = list;
  const column = Object.hasOwn(columns, filter.field) ? columns[filter.field] : undefined;
  if (!column || column.isFilter === false) throw refusedColumn(filter, filterable(columns));
  if (column.values) return filteredByValue(ctx, column, filter, within);
  return column.lookup ? lookedUp(ctx, column, filter) : conditionOf(byDay(ctx, list, column), filter, ctx.timezone);
}

const filterable = (columns: Record<string, ListColumn>) =>
  Object.keys(columns).filter((name) => columns[name]!.isFilter !== false);

/** A date is compared with the day of a time in the viewer's time zone, in which the list shows it. */
function byDay({ em }: Context, { table }: Filtered, column: ListColumn): ListColumn {
  if (column.type !== 'date' || column.rowsWhere) return column;
  const { runtimeType, fieldNames } = em.getMetadata(table).properties[column.property as never] as {
    runtimeType: string;
    fieldNames: string[];
  };
  if (runtimeType !== 'Date') return column;
  return {
    ...column,
    rowsWhere: (condition, date, row, zone) => onDay(`${row}.${fieldNames[0]}`, condition, date, zone),
  };
}

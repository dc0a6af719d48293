import type { EntityMetadata, EntityProperty } from '@mikro-orm/core';

export type Where = Record<string, unknown>;
type Meta = EntityMetadata<object>;

const DIRECTION = /^(asc|desc)( nulls (first|last))?$/i;
const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);

/** Returns the column of a property of the table itself; undefined for any other name. */
function columnOf(meta: Meta, name: string): string | undefined {
  const property = Object.hasOwn(meta.properties, name)
    ? (meta.properties[name as never] as EntityProperty)
    : undefined;
  const isColumn = (property?.kind === 'scalar' && !property.formula) || property?.kind === 'm:1';
  return isColumn ? `t0."${property.fieldNames[0]}"` : undefined;
}

function partsOf(meta: Meta, where: Where): { sql: string; values: unknown[] }[] | null {
  const parts: { sql: string; values: unknown[] }[] = [];
  if (Object.getOwnPropertySymbols(where).length > 0) return null;
  for (const [name, wanted] of Object.entries(where)) {
    if (name === '$and' && Array.isArray(wanted)) {
      for (const inner of wanted as Where[]) {
        const found = partsOf(meta, inner);
        if (!found) return null;
        parts.push(...found);
      }
      continue;
    }
    const column = columnOf(meta, name);
    if (column === undefined) return null;
    const list =
      typeof wanted === 'object' && wanted !== null && Object.keys(wanted).join() === '$in'
        ? (wanted as { $in: unknown }).$in
        : null;
    if (isScalar(wanted)) parts.push({ sql: `${column} = ?`, values: [wanted] });
    else if (Array.isArray(list) && list.length > 0 && list.every(isScalar))
      parts.push({ sql: `${column} in (${list.map(() => '?').join(', ')})`, values: list });
    else return null;
  }
  return parts;
}

/** Returns equalities and lists of values on a table's own columns as SQL; null for any other condition. */
export function conditionOf(meta: Meta, where: Where): { sql: string; values: unknown[] } | null {
  const parts = partsOf(meta, where);
  if (!parts) return null;
  const sql = parts.length > 0 ? ` where ${parts.map((part) => part.sql).join(' and ')}` : '';
  return { sql, values: parts.flatMap(({ values }) => values) };
}

/** Returns an order of a table's own columns as SQL; null for any other order. */
export function orderOf(meta: Meta, orderBy: Where | Where[]): string | null {
  const all = [orderBy].flat().flatMap((one) => Object.entries(one));
  const parts = all.map(([name, direction]) => {
    const column = columnOf(meta, name);
    return column && typeof direction === 'string' && DIRECTION.test(direction) ? `${column} ${direction}` : null;
  });
  if (parts.includes(null)) return null;
  return parts.length > 0 ? ` order by ${parts.join(', ')}` : '';
}

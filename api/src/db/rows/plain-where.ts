import type { EntityMetadata, EntityProperty } from '@mikro-orm/core';

export type Where = Record<string, unknown>;
type Meta = EntityMetadata<object>;

const DIRECTION = /^(asc|desc)( nulls (first|last))?$/i;
const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);
const COMPARED: Record<string, string> = { $gt: '>', $gte: '>=', $lt: '<', $lte: '<=', $ne: '<>' };

interface Condition {
  sql: string;
  values: unknown[];
}

/** Returns the conditions on one column; null when only the library knows them. */
function conditionsOf(column: string, wanted: unknown): Condition[] | null {
  if (isScalar(wanted)) return [{ sql: `${column} = ?`, values: [wanted] }];
  if (typeof wanted !== 'object' || wanted === null || Object.getOwnPropertySymbols(wanted).length > 0) return null;
  const operators = Object.entries(wanted as Where);
  const [name, list] = operators[0] ?? [];
  if (name === '$in' && operators.length === 1) {
    if (!Array.isArray(list) || list.length === 0 || !list.every(isScalar)) return null;
    return [{ sql: `${column} in (${list.map(() => '?').join(', ')})`, values: list }];
  }
  const isCompared = operators.every(([operator, value]) => Object.hasOwn(COMPARED, operator) && isScalar(value));
  if (!isCompared || operators.length === 0) return null;
  return operators.map(([operator, value]) => ({ sql: `${column} ${COMPARED[operator]} ?`, values: [value] }));
}

/** Returns the column of a property of the table itself; undefined for any other name. */
function columnOf(meta: Meta, name: string): string | undefined {
  const property = Object.hasOwn(meta.properties, name)
    ? (meta.properties[name as never] as EntityProperty)
    : undefined;
  const isColumn = (property?.kind === 'scalar' && !property.formula) || property?.kind === 'm:1';
  return isColumn ? `t0."${property.fieldNames[0]}"` : undefined;
}

function partsOf(meta: Meta, where: Where): Condition[] | null {
  const parts: Condition[] = [];
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
    const conditions = column === undefined ? null : conditionsOf(column, wanted);
    if (!conditions) return null;
    parts.push(...conditions);
  }
  return parts;
}

/** Returns comparisons with a value and lists of values on a table's own columns as SQL; null for any other condition. */
export function sqlOfWhere(meta: Meta, where: Where): Condition | null {
  const parts = partsOf(meta, where);
  if (!parts) return null;
  const sql = parts.length > 0 ? ` where ${parts.map((part) => part.sql).join(' and ')}` : '';
  return { sql, values: parts.flatMap(({ values }) => values) };
}

/** Returns an order of a table's own columns as SQL; null for any other order. */
export function sqlOfOrder(meta: Meta, orderBy: Where | Where[]): string | null {
  const all = [orderBy].flat().flatMap((one) => Object.entries(one));
  const parts = all.map(([name, direction]) => {
    const column = columnOf(meta, name);
    return column && typeof direction === 'string' && DIRECTION.test(direction) ? `${column} ${direction}` : null;
  });
  if (parts.includes(null)) return null;
  return parts.length > 0 ? ` order by ${parts.join(', ')}` : '';
}

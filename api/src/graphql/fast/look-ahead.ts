import type { Part } from '../../db/rows/flat-pages.ts';
import { NotInPage } from '../../db/rows/flat-pages.ts';
import { isReadWhole } from '../../shared/marks.ts';
import { toGlobalId } from '../../shared/node.ts';
import type { SelectedField } from './by-level-plan.ts';
import { classOf } from './properties.ts';

function partOf(selected: SelectedField): Part | null {
  const { key, field, parent, leaf, objects, isRequired, isList, property, joined } = selected;
  if (!field) return { key, constant: parent.name };
  if (field.args.length > 0) return null;
  const completed = (value: unknown): unknown => {
    if (value != null) return leaf!.serialize(value);
    if (isRequired) throw new NotInPage();
    return null;
  };
  if (field.name === 'id' && leaf) return { key, path: ['id'], value: (id) => toGlobalId(parent.name, id as number) };
  if (field.name === 'databaseId' && leaf) return { key, path: ['id'], value: completed };
  if (objects) {
    const parts = partsOf(objects.fields);
    if (!parts || !joined || 'path' in joined) return null;
    if ('list' in joined) return isList ? { key, ...joined, parts } : null;
    return isList ? null : { key, ...joined, isRequired, parts };
  }
  if (isList) return null;
  if (joined && 'path' in joined) {
    const { path, value = (cell: unknown) => cell } = joined;
    return { key, path, value: (cell) => completed(value(cell)) };
  }
  return !property || property.computedBy ? null : { key, path: [property.name], value: completed };
}

function partsOf(fields: SelectedField[]): Part[] | null {
  const parts = fields.map(partOf);
  return parts.includes(null) ? null : (parts as Part[]);
}

export interface AheadPlan {
  entity: object;
  /** The fields of the rows. */
  fields: SelectedField[];
  parts: Part[];
  /** Whether the page, and the number of matching rows that is asked for with it, is all that is selected. */
  isAll: boolean;
}

const OF_PAGE = new Set(['edges', 'pageInfo', 'totalCount', 'totalCountIsCapped']);
const OF_EDGE = new Set(['cursor', 'node']);

/** Returns how the rows of a connection are read together with all that is selected of them; null when they cannot be. */
export function aheadPlanOf({ objects }: SelectedField): AheadPlan | null {
  if (!objects?.type.name.endsWith('Connection')) return null;
  const edges = objects.fields.filter(({ field }) => field?.name === 'edges');
  const nodes = edges.flatMap((edge) => edge.objects!.fields.filter(({ field }) => field?.name === 'node'));
  const [node] = nodes;
  if (nodes.length !== 1 || !node?.objects) return null;
  const { type, fields } = node.objects;
  const entity = classOf(type.name)?.target;
  if (!entity || isReadWhole(entity)) return null;
  const parts = partsOf(fields);
  if (!parts) return null;
  const isAll =
    objects.fields.every(({ field }) => !field || OF_PAGE.has(field.name)) &&
    edges.every((edge) => edge.objects!.fields.every(({ field }) => !field || OF_EDGE.has(field.name)));
  return { entity, fields, parts, isAll };
}

const isOfItsRow = ({ field, property }: SelectedField): boolean => !field || property !== undefined;

export interface ByKeyPlan {
  entity: object;
  /** The fields that need only the key of the row. */
  fields: SelectedField[];
  /** Whether the row's own properties and these fields, with properties of theirs, are all that is selected. */
  isAll: boolean;
}

/** Returns what is asked for together with the row of a root field, whose argument `id` is its key; null for nothing. */
export function byKeyPlanOf({ field: root, objects }: SelectedField): ByKeyPlan | null {
  const entity = objects && classOf(objects.type.name)?.target;
  const fields = objects?.fields.filter(({ byKeyOf }) => byKeyOf === root!.name) ?? [];
  if (!entity || fields.length === 0) return null;
  const isAll = objects.fields.every((one) =>
    fields.includes(one) ? (one.objects?.fields ?? []).every(isOfItsRow) : isOfItsRow(one),
  );
  return { entity, fields, isAll };
}

/** Whether a field is a connection whose number of matching rows is selected. */
export const isCounted = ({ objects }: SelectedField): boolean =>
  Boolean(objects?.type.name.endsWith('Connection')) &&
  objects!.fields.some(({ field }) => field?.name === 'totalCount' || field?.name === 'totalCountIsCapped');

import type { Part } from '../../db/rows/flat-pages.ts';
import { toGlobalId } from '../../shared/node.ts';
import { NotInPage } from '../../db/rows/flat-pages.ts';
import type { SelectedField } from './by-level.plan.ts';
import { classOf } from './properties.ts';

type Joined =
  { relation: string } | { list: string; order: string } | { path: string[]; value?: (cell: unknown) => unknown };

const of = (...path: string[]): Joined => ({ path });
const ended: Joined = { path: ['endDate'], value: (end) => end === null };

/**
 * The fields with a resolver of their own that are nothing but another row or a value of it, with the same answer for
 * every viewer who sees the row. A field that is not listed here is resolved row by row: never list one with a mask, a
 * policy, or rows of another patient.
 */
const JOINED: Record<string, Record<string, Joined>> = {
  DeviceHistory: {
    guid: of('machine', 'guid'),
    image: of('machine', 'machineModel', 'image'),
    isActive: ended,
    isAssignedToPatient: ended,
    machine: { relation: 'machine' },
    model: of('machine', 'machineModel', 'name'),
    serial: of('machine', 'serial'),
  },
  Machine: {
    image: of('machineModel', 'image'),
    model: of('machineModel', 'name'),
    organization: { relation: 'organization' },
  },
  OrgMessage: { recipient: { relation: 'recipient' }, sender: { relation: 'sender' } },
  Organization: { isClinical: of('organizationType', 'isClinical'), type: of('organizationType', 'type') },
  Patient: {
    clinician: { relation: 'clinician' },
    devices: { list: 'devices', order: 'start_date desc, id desc' },
    organization: { relation: 'organization' },
    physician: { relation: 'physician' },
    provider: { relation: 'provider' },
  },
};

function partOf(selected: SelectedField): Part | null {
  const { key, field, parent, leaf, objects, isRequired, isList, property } = selected;
  if (!field) return { key, constant: parent.name };
  if (field.args.length > 0) return null;
  const completed = (value: unknown): unknown => {
    if (value != null) return leaf!.serialize(value);
    if (isRequired) throw new NotInPage();
    return null;
  };
  if (field.name === 'id' && leaf) return { key, path: ['id'], value: (id) => toGlobalId(parent.name, id as number) };
  if (field.name === 'databaseId' && leaf) return { key, path: ['id'], value: completed };
  const joined = JOINED[parent.name]?.[field.name];
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

/** Types whose rows their service reads before they are an answer: it needs all columns. */
const READ_WHOLE = new Set(['ActivityLine']);

/** Returns how the rows of a connection are read together with all that is selected of them; null when they cannot be. */
export function aheadPlanOf({ objects }: SelectedField): AheadPlan | null {
  if (!objects?.type.name.endsWith('Connection')) return null;
  const edges = objects.fields.filter(({ field }) => field?.name === 'edges');
  const nodes = edges.flatMap((edge) => edge.objects!.fields.filter(({ field }) => field?.name === 'node'));
  const [node] = nodes;
  if (nodes.length !== 1 || !node?.objects) return null;
  const { type, fields } = node.objects;
  if (READ_WHOLE.has(type.name)) return null;
  const parts = partsOf(fields);
  const entity = classOf(type.name)?.target;
  if (!parts || !entity) return null;
  const isAll =
    objects.fields.every(({ field }) => !field || OF_PAGE.has(field.name)) &&
    edges.every((edge) => edge.objects!.fields.every(({ field }) => !field || OF_EDGE.has(field.name)));
  return { entity, fields, parts, isAll };
}

/** Whether a field is a connection whose number of matching rows is selected. */
export const isCounted = ({ objects }: SelectedField): boolean =>
  Boolean(objects?.type.name.endsWith('Connection')) &&
  objects!.fields.some(({ field }) => field?.name === 'totalCount' || field?.name === 'totalCountIsCapped');

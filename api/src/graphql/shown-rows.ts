import {
  defaultFieldResolver,
  getNamedType,
  isInterfaceType,
  isObjectType,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
} from 'graphql';
import { getMetadataStorage } from 'type-graphql';
import type { Operation } from '../auth/operation.ts';
import type { Context } from '../shared/context.ts';
import { isWithoutPatients } from '../shared/marks.ts';
import { patientsOf, type PatientData } from '../shared/patient-data.ts';
import type { FieldMapper, Resolver } from './map-fields.ts';

/** Returns the class of a type; undefined for a type without one, such as an interface. */
const classOf = (name: string) => getMetadataStorage().objectTypes.find((one) => one.name === name)?.target;

/** Whether no value of a type is data of a patient. A connection and its edges have the rows of their type. */
function hasNoPatients(name: string): boolean {
  const type = classOf(name.replace(/(Connection|Edge)$/, '')) ?? classOf(name);
  return type !== undefined && isWithoutPatients(type);
}

/** Whether the rows of a type say whose data they are. */
function isRow(name: string): boolean {
  return typeof (classOf(name)?.prototype as Partial<PatientData> | undefined)?.patientShown === 'function';
}

/** Returns the types that the answer to a root field may contain. */
function reachable(schema: GraphQLSchema, root: GraphQLObjectType): Set<string> {
  const found = new Set<string>();
  const visit = (type: unknown): void => {
    if (isInterfaceType(type)) for (const one of schema.getPossibleTypes(type)) visit(one);
    if (!isObjectType(type) || found.has(type.name) || hasNoPatients(type.name)) return;
    found.add(type.name);
    for (const field of Object.values(type.getFields())) visit(getNamedType(field.type));
  };
  visit(root);
  return found;
}

/**
 * Throws with every root field whose answer may contain data of patients although its operation does not declare it, or
 * whose rows say of no patient that they are shown.
 */
export function assertShownDeclared(
  schema: GraphQLSchema,
  operations: Record<string, Operation>,
  roots: readonly GraphQLObjectType[],
): void {
  const faults = roots.flatMap((root) =>
    Object.values(root.getFields()).flatMap((field) => {
      const name = `${root.name}.${field.name}`;
      const types = [...reachable(schema, getNamedType(field.type) as GraphQLObjectType)];
      const { phi, shows } = operations[name] ?? {};
      return (types.length > 0 && !phi) || (shows === 'rows' && !types.some(isRow)) ? [name] : [];
    }),
  );
  if (faults.length > 0)
    throw new Error(`These root fields do not declare whose data they show: ${faults.join(', ')}.`);
}

function note(ctx: Context, info: GraphQLResolveInfo, rows: readonly unknown[]): void {
  const patients = patientsOf(rows);
  if (patients.length === 0) return;
  let at = info.path;
  while (at.prev) at = at.prev;
  const reading = ctx.readings.get(String(at.key));
  if (!reading) throw new Error(`${at.typename}.${at.key} shows patients and leaves no audit line.`);
  for (const id of patients) reading.patients.add(id);
}

const listed = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);
const isPromise = (value: unknown): value is Promise<unknown> => value instanceof Promise;

/** The field as before; what it resolves to is stated in the audit line of its root field. */
function noting(resolve: Resolver, rowsOf: (value: unknown, source: unknown) => unknown[]): Resolver {
  return (source, args, ctx, info) => {
    const noted = (value: unknown) => {
      note(ctx, info, rowsOf(value, source));
      return value;
    };
    const value = resolve(source, args, ctx, info);
    return isPromise(value) ? value.then(noted) : noted(value);
  };
}

const nodesOf = (page: unknown): unknown[] => (page as { edges: { node: unknown }[] }).edges.map(({ node }) => node);

/**
 * Has every field with rows of patients state them. Of a page all rows are stated at once, also when only its cursors
 * are selected: a cursor contains the value by which the list is sorted.
 */
export const notingShownRows: FieldMapper = (resolvers, field, typeName) => {
  if (typeName.endsWith('Edge')) return resolvers;
  const named = getNamedType(field.type).name;
  const { resolve = defaultFieldResolver } = resolvers;
  const isPage = typeName.endsWith('Connection') && isRow(typeName.slice(0, -'Connection'.length));
  if (isPage && (field.name === 'edges' || field.name === 'pageInfo'))
    return { ...resolvers, resolve: noting(resolve, (_value, page) => nodesOf(page)) };
  return isRow(named) || named === 'Node' ? { ...resolvers, resolve: noting(resolve, listed) } : resolvers;
};

import { HeaderMap, type ApolloServerPlugin } from '@apollo/server';
import {
  getArgumentValues,
  getVariableValues,
  type DocumentNode,
  type GraphQLResolveInfo,
  type GraphQLSchema,
} from 'graphql';
import { endsNow, keyRow, lookAhead } from '../../db/rows/plain-rows.ts';
import { OVER } from '../../db/wire/wire-transaction.ts';
import type { Context } from '../../shared/context.ts';
import { databaseIdOf } from '../../shared/node.ts';
import { levelPlanOf, type LevelPlan, type SelectedField } from './by-level-plan.ts';
import type { FieldMapper } from '../map-fields.ts';
import { aheadPlanOf, byKeyPlanOf, isCounted, type AheadPlan, type ByKeyPlan } from './look-ahead.ts';
import { perDocument } from '../per-document.ts';

/** Off: GraphQL's own execution runs every operation. */
export const byLevel = { isOn: true, looksAhead: true };

/** Where a request has what its root field answered, for an execution that follows. Not in a WeakMap: see ../http.ts. */
const ANSWER = Symbol('answer of the root field');
const answers = (ctx: Context) => ctx.request as { [ANSWER]?: Promise<unknown> };

/** A result with an error, which GraphQL's own execution puts together. */
class NotPlain extends Error {}

const SQLSTATE = /^[0-9A-Z]{5}$/;
const NO_ARGUMENTS = Object.freeze({});
type Info = Omit<GraphQLResolveInfo, 'fieldName' | 'fieldNodes' | 'returnType' | 'parentType' | 'path'>;
type Plan = LevelPlan & { ahead: AheadPlan | null; byKey: ByKeyPlan | null; isCounted: boolean };
type Path = GraphQLResolveInfo['path'];
type Row = Record<string, unknown>;

const isPromise = (value: unknown): value is Promise<unknown> =>
  typeof (value as { then?: unknown } | null | undefined)?.then === 'function';

/** One query that runs level by level. */
class LevelQuery {
  /** Whether the root field has answered. */
  hasRoot = false;
  /** What was asked for together with the row of the root field. */
  private readonly early = new Map<SelectedField, Promise<unknown[]>>();

  constructor(
    readonly ctx: Context,
    readonly info: Info,
    readonly ahead: { fields: SelectedField[]; answers: WeakMap<object, unknown> } | null,
    readonly byKey: ByKeyPlan | null,
  ) {}

  /** Returns the completed values of a field, one for each source. */
  async values(selected: SelectedField, sources: readonly unknown[], prev: Path | undefined): Promise<unknown[]> {
    const { field, key, parent, nodes } = selected;
    if (!field) return sources.map(() => parent.name);
    const path: Path = { prev, key, typename: parent.name };
    const args = field.args.length > 0 ? getArgumentValues(field, nodes[0]!, this.info.variableValues) : NO_ARGUMENTS;
    const info: GraphQLResolveInfo = {
      ...this.info,
      fieldName: field.name,
      fieldNodes: nodes,
      returnType: field.type,
      parentType: parent,
      path,
    };
    let found = sources.map((source) => field.resolve!(source, args, this.ctx, info));
    if (!prev) {
      answers(this.ctx)[ANSWER] = Promise.resolve(found[0]);
      if (this.byKey) {
        this.askByKey(this.byKey, args, path);
        await Promise.allSettled([found[0], ...this.early.values()]);
      }
    }
    if (found.some(isPromise)) found = await Promise.all(found);
    this.hasRoot = true;
    return this.completed(selected, found, info);
  }

  /** Asks for what needs only the key of the root field's row, while that row is read. */
  private askByKey({ entity, fields, isAll }: ByKeyPlan, { id }: { id?: string }, path: Path): void {
    const { em } = this.ctx;
    const key = databaseIdOf(fields[0]!.parent.name, id!);
    const row = key === null ? null : keyRow(em, entity, key);
    if (!row) return;
    for (const one of fields) this.early.set(one, this.values(one, [row], path));
    if (isAll) endsNow(em);
  }

  private async completed(selected: SelectedField, found: unknown[], info: GraphQLResolveInfo): Promise<unknown[]> {
    const { isList, isRequired, isItemRequired, objects, leaf } = selected;
    if (!isList && leaf) return found.map((value) => leafOf(selected, value, isRequired));
    if (!isList) return this.objects(objects!, found, isRequired, info);
    const lists = found.map((value) => {
      if (value == null && !isRequired) return null;
      if (!Array.isArray(value)) throw new NotPlain();
      return value as unknown[];
    });
    const items = lists.flatMap((list) => list ?? []);
    const flat = items.some(isPromise) ? await Promise.all(items) : items;
    const done = leaf
      ? flat.map((value) => leafOf(selected, value, isItemRequired))
      : await this.objects(objects!, flat, isItemRequired, info);
    let at = 0;
    return lists.map((list) => list && done.slice(at, (at += list.length)));
  }

  private async objects(
    { type, fields }: NonNullable<SelectedField['objects']>,
    found: unknown[],
    isRequired: boolean,
    info: GraphQLResolveInfo,
  ): Promise<unknown[]> {
    const present = found.filter((value) => value != null);
    if (isRequired && present.length < found.length) throw new NotPlain();
    for (const value of present)
      if (value instanceof Error || (type.isTypeOf && type.isTypeOf(value, this.ctx, info) !== true))
        throw new NotPlain();
    if (this.ahead?.fields === fields) {
      const { answers } = this.ahead;
      const known = found.map((row) => answers.get(row as object));
      if (!known.includes(undefined)) return known;
    }
    if (present.length === 0) return found.map(() => null);
    const made = await this.made(fields, present as Row[], info.path);
    let at = 0;
    return found.map((value) => (value == null ? null : made[at++]));
  }

  /** Returns the completed objects of these rows. */
  private async made(fields: SelectedField[], rows: readonly Row[], path: Path): Promise<Row[]> {
    const own = fields.map((one) => isOwn(one, rows));
    const made = rows.map((row) => {
      const object: Row = {};
      // Each key now, also of a field that follows: they are in the order of the selection.
      for (let nth = 0; nth < fields.length; nth += 1)
        object[fields[nth]!.key] = own[nth] ? ownOf(fields[nth]!, row) : undefined;
      return object;
    });
    const others = fields.filter((_, nth) => !own[nth]);
    // All fields of the level ask before any of them waits, so that they share their loaders' statements.
    const columns = await settled(others.map((one) => this.early.get(one) ?? this.values(one, rows, path)));
    others.forEach(({ key }, nth) => made.forEach((object, at) => (object[key] = columns[nth]![at])));
    return made;
  }
}

/** Whether the field is a property of each of these rows, which then need no resolver. */
const isOwn = ({ property }: SelectedField, rows: readonly Row[]): boolean => {
  const computedBy = property?.computedBy;
  return property !== undefined && (!computedBy || rows.every((row) => row instanceof computedBy));
};

function ownOf(selected: SelectedField, row: Row): unknown {
  const value = row[selected.property!.name];
  if (isPromise(value)) throw new NotPlain();
  return leafOf(selected, value, selected.isRequired);
}

function leafOf({ leaf }: SelectedField, value: unknown, isRequired: boolean): unknown {
  if (value == null && !isRequired) return null;
  if (value == null || value instanceof Error) throw new NotPlain();
  const serialized: unknown = leaf!.serialize(value);
  if (serialized == null) throw new NotPlain();
  return serialized;
}

/** Waits for all, so that nothing still reads when the first error is thrown. */
async function settled<T>(work: Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}

/**
 * Returns the data of a planned query, whose operation has begun; null when its answer has an error: GraphQL's own
 * execution goes on from what the root field answered.
 */
async function dataOf(
  schema: GraphQLSchema,
  { operation, fragments, root, ahead, ...plan }: Plan,
  ctx: Context,
  variables: Record<string, unknown>,
): Promise<Record<string, unknown> | null> {
  const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], variables);
  if (!coerced) return null;
  ctx.isCounted = plan.isCounted && byLevel.looksAhead;
  const answersOf =
    ahead && byLevel.looksAhead && ctx.signedIn && lookAhead(ctx.em, ahead.entity, ahead.parts, ahead.isAll);
  const query = new LevelQuery(
    ctx,
    { schema, fragments, rootValue: undefined, operation, variableValues: coerced },
    answersOf ? { fields: ahead.fields, answers: answersOf } : null,
    byLevel.looksAhead && ctx.signedIn ? plan.byKey : null,
  );
  try {
    const [value] = await query.values(root, [undefined], undefined);
    return { [root.key]: value };
  } catch (error) {
    answers(ctx)[ANSWER]?.catch(() => undefined);
    const { code = '' } = error as { code?: string };
    if (code === OVER || (query.hasRoot && SQLSTATE.test(code))) await readAgain(ctx);
    return null;
  }
}

/** The transaction is over, by a failed statement or with its page: everything is read again in a new one, so that the same field fails. */
async function readAgain(ctx: Context): Promise<void> {
  delete answers(ctx)[ANSWER];
  ctx.readings.clear(); // the root field begins its audit line again
  await ctx.open('read').catch((error: Error) => {
    const failed = Promise.reject(error);
    failed.catch(() => undefined);
    answers(ctx)[ANSWER] = failed;
  });
}

/** Wraps the query fields, so that a second execution of an operation reuses what they answered. */
export const answeringOnce: FieldMapper = ({ resolve, ...others }, _field, type) => {
  if (type !== 'Query' || !resolve) return { resolve, ...others };
  const once: typeof resolve = (root, args, ctx, info) => answers(ctx)[ANSWER] ?? resolve(root, args, ctx, info);
  return { resolve: once };
};

/** Returns how the queries of a schema run level by level; null for a document without such a plan. */
const planning = (schema: GraphQLSchema): ((document: DocumentNode) => Plan | null) =>
  perDocument((document) => {
    const plan = levelPlanOf(schema, document);
    if (!plan) return null;
    const { root } = plan;
    return { ...plan, ahead: aheadPlanOf(root), byKey: byKeyPlanOf(root), isCounted: isCounted(root) };
  });

/**
 * Executes a query level by level instead of row by row: a field is resolved for all rows of its level, then completed
 * for all of them. Every field that is more than a property of its row runs its resolver, so permissions, masks and the
 * audit are the schema's own. An answer with an error, and an operation without a plan, is left to GraphQL's own
 * execution (decisions/039).
 */
export function executingByLevel(schema: GraphQLSchema): ApolloServerPlugin<Context> {
  const planOf = planning(schema);
  return {
    async requestDidStart() {
      return {
        async responseForOperation({ contextValue, document, operation, request }) {
          // Without an operation of the name that was sent, none has begun.
          const plan = byLevel.isOn && operation ? planOf(document) : null;
          const data = plan && (await dataOf(schema, plan, contextValue, request.variables ?? {}));
          if (!data) return null;
          return { http: { headers: new HeaderMap() }, body: { kind: 'single', singleResult: { data } } };
        },
      };
    },
  };
}

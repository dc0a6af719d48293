import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import { maxDirectivesRule } from '@escape.tech/graphql-armor-max-directives';
import {
  GraphQLError,
  Kind,
  getNamedType,
  getOperationAST,
  getVariableValues,
  isCompositeType,
  specifiedRules,
  validate,
  type ASTVisitor,
  type DocumentNode,
  type GraphQLSchema,
  type ObjectFieldNode,
  type SelectionSetNode,
  type ValidationContext,
  type VariableDefinitionNode,
} from 'graphql';
import { getComplexity, type ComplexityEstimatorArgs } from 'graphql-query-complexity';
import { matrix } from '../auth/matrix.ts';
import { lists } from '../lists.ts';
import { DEFAULT_SIZE } from '../shared/connection.ts';
import { daysBetween } from '../shared/dates.ts';
import { isComputed, MAX_COST, priceOf, priceOfFilters, type Count } from '../shared/list-price.ts';
import { conditionsIn, type Where } from '../shared/list-where.ts';
import { graphqlName } from '../shared/list.rules.ts';
import { RESERVED_NAMES, SHAPE } from '../shared/shape.ts';
import { perDocument } from './per-document.ts';

export const MAX_TOKENS = 2000;
export const MAX_DEPTH = 8;
export const MAX_ALIASES = 15;
const MAX_DIRECTIVES = 5;
/** Rows counted for a plain list: the number of related objects of one patient. */
const LIST_SIZE = 10;
/**
 * Fields that read or call another system for each row. They have their own points, so that a list cannot request all
 * of them.
 */
const EXPENSIVE_FIELDS: Record<string, number> = {
  'Module.networkStatus': 100,
  'DeviceHistory.connectionHistory': 100,
  'Machine.connectionHistory': 100,
  'Machine.dateProposals': 100,
  'Patient.correctedNights': 100,
  'Patient.usagePeriod': 100,
  'Machine.correctedNights': 20,
  'Machine.usage': 500,
  'Machine.usageDateChanges': 100,
  // Of ten groups, as of any list: 500.
  'ComplianceSummaryGroup.nights': 50,
  'UsageSummaryGroup.minutes': 25,
  'UsageSummaryGroup.ahi': 25,
  'UsageSummaryGroup.leak': 25,
};

/** Points of an object in a list of an input, which is checked by itself, and for each alias again. */
const ENTRY = 5;

// Reported, not thrown: a throw inside validation would return 500 (reference/security.md F7).
const report = {
  propagateOnRejection: false,
  onReject: [(context: ValidationContext | null, error: GraphQLError) => context?.reportError(error)],
};

/** The limits of inputs (shared/shape.ts) for values written in the document; MAX_TOKENS limits their number. */
function literalShape(context: ValidationContext): ASTVisitor {
  let depth = 0;
  const excess = (text: string) =>
    context.reportError(new GraphQLError(text, { extensions: { code: 'BAD_USER_INPUT' } }));
  const enter = () => {
    depth += 1;
    if (depth === SHAPE.depth + 1) excess(`A value is nested more than ${SHAPE.depth} levels deep.`);
  };
  const leave = () => void (depth -= 1);
  return {
    ListValue: {
      enter: ({ values }) => {
        if (values.length > SHAPE.list) excess(`A list has more than ${SHAPE.list} entries.`);
        enter();
      },
      leave,
    },
    ObjectValue: { enter, leave },
    ObjectField: ({ name }: ObjectFieldNode) => {
      if (RESERVED_NAMES.has(name.value)) excess('A value contains a reserved name.');
    },
  };
}

/** Rules on the document alone. An empty allowList counts `__typename` aliases too. */
export const documentRules = [
  // Counts the depth of fields. Fragments add no depth, so a client may compose its query from its components'
  // fragments.
  maxDepthRule({ n: MAX_DEPTH, ignoreIntrospection: true, flattenFragments: true, ...report }),
  maxAliasesRule({ n: MAX_ALIASES, allowList: [], ...report }),
  maxDirectivesRule({ n: MAX_DIRECTIVES, ...report }),
  literalShape,
];

const MAX_PROBLEMS = 5;

/** Returns why a document is not valid, at most five reasons; none for a valid one. */
export const problemsOf = (schema: GraphQLSchema, document: DocumentNode): readonly GraphQLError[] =>
  validate(schema, document, [...specifiedRules, ...(documentRules as never[])], {
    maxErrors: MAX_PROBLEMS,
    hideSuggestions: true,
  });

/** The fields that count rows, in every connection. A count of two fields is made, and paid, once. */
const COUNTS: Record<string, Count> = {
  totalCount: 'matching',
  totalCountIsCapped: 'matching',
  unfilteredCount: 'all',
  unfilteredCountIsCapped: 'all',
};

/** The columns of any list whose filters are computed, by their names in GraphQL. */
const COMPUTED = new Set(
  Object.values(lists).flatMap(({ columns }) =>
    Object.entries(columns).flatMap(([name, column]) => (isComputed(column) ? graphqlName(name, column.field) : [])),
  ),
);

/** Points of the filter of a list. No index serves one of several alternatives alone: each is computed for every row. */
const priceOfWhere = (where: unknown): number =>
  priceOfFilters(
    conditionsIn(where as Where | undefined),
    ({ field, isAlternative }) => isAlternative || COMPUTED.has(field),
  );

type Fragments = ReadonlyMap<string, SelectionSetNode>;

/** Names of the selected fields, also through fragments; each fragment is read once. */
function selectedIn({ selections }: SelectionSetNode, fragments: Fragments, read = new Set<string>()): string[] {
  return selections.flatMap((node) => {
    if (node.kind === Kind.FIELD) return node.name.value;
    if (node.kind === Kind.INLINE_FRAGMENT) return selectedIn(node.selectionSet, fragments, read);
    const fragment = read.has(node.name.value) ? undefined : fragments.get(node.name.value);
    read.add(node.name.value);
    return fragment ? selectedIn(fragment, fragments, read) : [];
  });
}

const daysAsked = ({ from, to }: Record<string, unknown>): number =>
  typeof from === 'string' && typeof to === 'string' ? daysBetween(from, to) + 1 : 0;

function rowsOf({ args, field }: ComplexityEstimatorArgs): number {
  const named = getNamedType(field.type);
  if (named.name.endsWith('Connection')) {
    const asked = Math.max(Number(args.first ?? 0), Number(args.last ?? 0)) || DEFAULT_SIZE;
    return Math.max(1, asked);
  }
  if (!String(field.type).includes('[') || named.name.endsWith('Edge')) return 1; // its connection counted the rows
  // A list of ids requests one row per id, a range of dates one per day.
  return Math.max(
    LIST_SIZE,
    daysAsked(args),
    ...Object.values(args).map((value) => (Array.isArray(value) ? value.length : 0)),
  );
}

/** Returns the points of an input: of the objects in its lists, and of the filters of lists. */
function priceOfInput(input: unknown): number {
  if (typeof input !== 'object' || input === null) return 0;
  const isObject = (one: unknown) => typeof one === 'object' && one !== null;
  const own = Array.isArray(input) ? ENTRY * input.filter(isObject).length : 0;
  return Object.entries(input).reduce(
    (sum, [name, one]: [string, unknown]) => sum + (name === 'where' ? priceOfWhere(one) : priceOfInput(one)),
    own,
  );
}

/**
 * Points: an object costs 1, multiplied by the rows of its list; a scalar is free; a list adds its search, filter, and
 * counts; a root field adds its matrix entry and the rows of its input; an expensive field adds its own points. An alias
 * costs as much again.
 */
const estimator = (fragments: Fragments) => (options: ComplexityEstimatorArgs) => {
  const { type, field, childComplexity } = options;
  // The schema is read from memory, by permitted users only (server.ts), so it costs no row.
  if (field.name.startsWith('__') || type.name.startsWith('__')) return 0;
  const name = `${type.name}.${field.name}`;
  const root = (matrix[name]?.cost ?? EXPENSIVE_FIELDS[name] ?? 0) + priceOfInput(options.args.input);
  if (!isCompositeType(getNamedType(field.type))) return root;
  return root + narrowing(options, fragments) + rowsOf(options) * (1 + childComplexity);
};

/** Points of the search, filter, and counts of a list. What is no connection counts its rows itself. */
function narrowing({ args, field, node }: ComplexityEstimatorArgs, fragments: Fragments): number {
  if (!node.selectionSet) return 0;
  const filters = priceOfWhere(args.where);
  if (!getNamedType(field.type).name.endsWith('Connection'))
    return filters === 0 ? 0 : priceOf(args.search as string | null, filters, ['matching']);
  const counts = new Set(selectedIn(node.selectionSet, fragments).flatMap((name) => COUNTS[name] ?? []));
  return priceOf(args.search as string | null, filters, [...counts]);
}

/**
 * Refuses variables of the wrong types by the first reason alone: each reason contains the whole value of its variable,
 * so that those of a large one were the square of it.
 */
function assertValid(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
  variables: Record<string, unknown>,
): void {
  const [reason] =
    getVariableValues(schema, definitions, variables, { maxErrors: 1, hideSuggestions: true }).errors ?? [];
  if (!reason) return;
  throw new GraphQLError(reason.message, {
    nodes: reason.nodes,
    extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } },
  });
}

/** Returns the points of an operation with its variables; throws when these are not valid. */
export function pointsOf(
  schema: GraphQLSchema,
  query: DocumentNode,
  operationName: string | undefined,
  variables: Record<string, unknown>,
): number {
  const definitions = getOperationAST(query, operationName)?.variableDefinitions ?? [];
  assertValid(schema, definitions, variables);
  return knownCostOf(schema, query, operationName, variables);
}

/** Returns the points of an operation with its variables; throws when these are not valid, and when it exceeds the limit. */
export function assertAffordable(...asked: Parameters<typeof pointsOf>): number {
  const cost = pointsOf(...asked);
  if (cost > MAX_COST) {
    throw new GraphQLError(
      `The operation costs ${cost} points; the limit is ${MAX_COST}. Ask for fewer rows or fields.`,
      { extensions: { code: 'TOO_EXPENSIVE', cost, http: { status: 400 } } },
    );
  }
  return cost;
}

/** Costs that are kept for each document: by variables as short as those of a page. */
const MAX_KEPT = 50;
const MAX_KEY = 300;
const keptOf = perDocument(() => new Map<string, number>());

/** Returns the points, added up once for a document with the same variables. */
function knownCostOf(...[schema, query, operationName, variables]: Parameters<typeof pointsOf>): number {
  const key = JSON.stringify([operationName, variables]);
  if (key.length > MAX_KEY) return costOf(schema, query, operationName, variables);
  const kept = keptOf(query);
  const known = kept.get(key);
  if (known !== undefined) return known;
  const cost = costOf(schema, query, operationName, variables);
  if (kept.size >= MAX_KEPT) kept.clear();
  kept.set(key, cost);
  return cost;
}

/** Returns the points. A document of fragments that contain fragments can have more fields than anyone can add up. */
function costOf(...[schema, query, operationName, variables]: Parameters<typeof pointsOf>): number {
  const fragments = new Map(
    query.definitions.flatMap((node) =>
      node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node.selectionSet] as const] : [],
    ),
  );
  try {
    return getComplexity({ schema, query, operationName, variables, estimators: [estimator(fragments)] });
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    throw new GraphQLError(error.message, { extensions: { code: 'TOO_EXPENSIVE', http: { status: 400 } } });
  }
}

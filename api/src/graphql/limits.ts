import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import { maxDirectivesRule } from '@escape.tech/graphql-armor-max-directives';
import {
  GraphQLError,
  getNamedType,
  getOperationAST,
  getVariableValues,
  isCompositeType,
  type DocumentNode,
  type GraphQLSchema,
  type ValidationContext,
} from 'graphql';
import { getComplexity, type ComplexityEstimatorArgs } from 'graphql-query-complexity';
import { matrix } from '../auth/matrix.ts';

export const MAX_TOKENS = 2000;
export const MAX_COST = 5000;
const MAX_DEPTH = 8;
const MAX_ALIASES = 15;
const MAX_DIRECTIVES = 5;
/** Rows counted for a plain list: the number of related objects of one patient. */
const LIST_SIZE = 10;
const DEFAULT_PAGE = 50;
/**
 * Fields that read or call another system for each row. They have their own points, so that a list cannot request all
 * of them.
 */
const EXPENSIVE_FIELDS: Record<string, number> = {
  'Module.networkStatus': 100,
  'DeviceHistory.connectionHistory': 100,
  'Machine.connectionHistory': 100,
};

// Reported, not thrown: a throw inside validation would return 500 (reference/security.md F7).
const report = {
  propagateOnRejection: false,
  onReject: [(context: ValidationContext | null, error: GraphQLError) => context?.reportError(error)],
};

/** Rules on the document alone. An empty allowList counts `__typename` aliases too. */
export const documentRules = [
  // Counts the depth of fields. Fragments add no depth, so a client may compose its query from its components'
  // fragments.
  maxDepthRule({ n: MAX_DEPTH, ignoreIntrospection: true, flattenFragments: true, ...report }),
  maxAliasesRule({ n: MAX_ALIASES, allowList: [], ...report }),
  maxDirectivesRule({ n: MAX_DIRECTIVES, ...report }),
];

function rowsOf({ args, field }: ComplexityEstimatorArgs): number {
  const named = getNamedType(field.type);
  if (named.name.endsWith('Connection')) {
    const asked = Math.max(Number(args.first ?? 0), Number(args.last ?? 0)) || DEFAULT_PAGE;
    return Math.max(1, asked);
  }
  if (!String(field.type).includes('[') || named.name.endsWith('Edge')) return 1; // its connection counted the rows
  // A list of ids requests one row per id.
  return Math.max(LIST_SIZE, ...Object.values(args).map((value) => (Array.isArray(value) ? value.length : 0)));
}

/**
 * Points: an object costs 1, multiplied by the rows of its list; a scalar is free; a root field adds its matrix entry;
 * an expensive field adds its own points.
 */
function estimate(options: ComplexityEstimatorArgs): number {
  const { type, field, childComplexity } = options;
  // The schema is read from memory, by permitted users only (server.ts), so it costs no row.
  if (field.name.startsWith('__') || type.name.startsWith('__')) return 0;
  const name = `${type.name}.${field.name}`;
  const root = matrix[name]?.cost ?? EXPENSIVE_FIELDS[name] ?? 0;
  if (!isCompositeType(getNamedType(field.type))) return root;
  return root + rowsOf(options) * (1 + childComplexity);
}

/** Returns the cost of an operation with its variables; throws when it exceeds the limit. */
export function assertAffordable(
  schema: GraphQLSchema,
  query: DocumentNode,
  operationName: string | undefined,
  variables: Record<string, unknown>,
): number {
  const definitions = getOperationAST(query, operationName)?.variableDefinitions ?? [];
  // Invalid variables: execution does not begin and reports them.
  if (getVariableValues(schema, definitions, variables).errors) return 0;
  const cost = getComplexity({ schema, query, operationName, variables, estimators: [estimate] });
  if (cost > MAX_COST) {
    throw new GraphQLError(
      `The operation costs ${cost} points; the limit is ${MAX_COST}. Ask for fewer rows or fields.`,
      { extensions: { code: 'TOO_EXPENSIVE', cost, http: { status: 400 } } },
    );
  }
  return cost;
}

import {
  getLocation,
  getNamedType,
  GraphQLError,
  isEnumType,
  isInputObjectType,
  Kind,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type ASTNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { MAX_TOKENS, problemsOf } from '../graphql/limits.ts';
import { InvalidInput, type Refusal } from '../shared/errors.ts';
import type { MessageKey, MessageValues } from '../shared/messages.ts';

/** A document that the job runs page by page. */
export interface BulkDocument {
  document: DocumentNode;
  /** The root field, which is a list. */
  list: string;
  /** Whether its rows show patients, of whatever list. */
  hasPatients: boolean;
  /** Names of the variables of a page. */
  first: string;
  after: string;
}

/** Orders in which a row stays where it is, whatever changes in it: the first one that a list has. */
const STEADY_ORDERS = ['DATABASE_ID', 'CREATED_AT'];
/** Arguments that the job writes. */
const OWN_ARGUMENTS = ['first', 'after', 'last', 'before', 'page', 'orderBy'];
const LONGEST_PROBLEM = 300;

const refusal = (message: MessageKey, at: { line: number; column: number } | undefined, values?: MessageValues) => ({
  field: 'query',
  code: message,
  message,
  values: { line: at?.line ?? 1, column: at?.column ?? 1, ...values },
});

const placeOf = ({ loc }: ASTNode) => loc && getLocation(loc.source, loc.start);
const refusedAt = (node: ASTNode, message: MessageKey, values?: MessageValues): Refusal =>
  refusal(message, placeOf(node), values);

/** Returns the refusal of what GraphQL itself refuses. */
const refusedBy = ({ message, locations }: GraphQLError): Refusal =>
  refusal('bulk.invalid', locations?.[0], { problem: message.slice(0, LONGEST_PROBLEM) });

function parsed(text: string): DocumentNode {
  try {
    return parse(text, { maxTokens: MAX_TOKENS });
  } catch (error) {
    if (error instanceof GraphQLError) throw new InvalidInput([refusedBy(error)]);
    throw error;
  }
}

/** Returns the one query of a document. */
function queryIn({ definitions }: DocumentNode): OperationDefinitionNode {
  const operations = definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION);
  const wrong =
    operations.length === 1
      ? operations.filter(({ operation }) => operation !== 'query').map((one) => refusedAt(one, 'bulk.query_only'))
      : [refusedAt(operations[1] ?? definitions[0]!, 'bulk.one_operation')];
  if (wrong.length > 0) throw new InvalidInput(wrong);
  return operations[0]!;
}

/**
 * Returns the only field of a selection, under its own name and without a condition: the job reads its answer by that
 * name. `name`: of the field where only one fits.
 */
function onlyField({ selections }: SelectionSetNode, message: MessageKey, name?: string): FieldNode {
  const fits = (node: (typeof selections)[number]) =>
    node.kind === Kind.FIELD && !node.alias && !node.directives?.length && (!name || node.name.value === name);
  const wrong = [...selections.filter((node) => !fits(node)), ...selections.slice(1)][0];
  if (wrong) throw new InvalidInput([refusedAt(wrong, message)]);
  return selections[0] as FieldNode;
}

const isConnection = (field: GraphQLField<unknown, unknown> | null | undefined): boolean =>
  field != null && getNamedType(field.type).name.endsWith('Connection');

/** The list of a document as the schema has it; refuses a field that is no list. */
function listOf(schema: GraphQLSchema, root: FieldNode): GraphQLField<unknown, unknown> {
  const field = schema.getQueryType()!.getFields()[root.name.value]!;
  const isPaged = ['first', 'after'].every((name) => field.args.some((one) => one.name === name));
  if (!isConnection(field) || !isPaged) throw new InvalidInput([refusedAt(root, 'bulk.one_list')]);
  const own = (root.arguments ?? []).filter(({ name }) => OWN_ARGUMENTS.includes(name.value));
  if (own.length > 0)
    throw new InvalidInput(own.map((one) => refusedAt(one, 'bulk.own_argument', { argument: one.name.value })));
  return field;
}

/** Refuses lists with pages inside the rows, also in fragments: each page of theirs would be cut off. */
function assertFlat(schema: GraphQLSchema, document: DocumentNode, root: FieldNode): void {
  const types = new TypeInfo(schema);
  const nested: Refusal[] = [];
  visit(
    document,
    visitWithTypeInfo(types, {
      Field(node) {
        if (node !== root && isConnection(types.getFieldDef()))
          nested.push(refusedAt(node, 'bulk.nested', { list: node.name.value }));
      },
    }),
  );
  if (nested.length > 0) throw new InvalidInput(nested);
}

/** Whether a document reads patients anywhere in its rows. */
export function readsPatients(schema: GraphQLSchema, document: DocumentNode): boolean {
  const types = new TypeInfo(schema);
  let found = false;
  visit(
    document,
    visitWithTypeInfo(types, {
      Field() {
        found ||= getNamedType(types.getType())?.name === 'Patient';
      },
    }),
  );
  return found;
}

/** Returns the argument of an order in which no row changes its place; empty for a list without one. */
function steadyOrder(list: GraphQLField<unknown, unknown>): string {
  const input = getNamedType(list.args.find(({ name }) => name === 'orderBy')?.type);
  const field = isInputObjectType(input) && getNamedType(input.getFields().field!.type);
  const found = isEnumType(field) && STEADY_ORDERS.find((name) => field.getValue(name));
  return found ? `, orderBy: { field: ${found}, direction: ASC }` : '';
}

/** Returns a name that no variable of the query has. */
function freeName({ variableDefinitions = [] }: OperationDefinitionNode, wanted: string): string {
  const isTaken = variableDefinitions.some(({ variable }) => variable.name.value === wanted);
  return isTaken ? freeName({ variableDefinitions } as OperationDefinitionNode, `${wanted}_`) : wanted;
}

/** Returns the query of one page: with its arguments, its order, and where the next one begins. */
function ofOnePage(query: OperationDefinitionNode, list: GraphQLField<unknown, unknown>, first: string, after: string) {
  const own = parse(
    `query ($${first}: Int!, $${after}: String) { ${list.name}(first: $${first}, after: $${after}${steadyOrder(list)}) { pageInfo { hasNextPage endCursor } } }`,
    { noLocation: true },
  ).definitions[0] as OperationDefinitionNode;
  const [ownRoot, root] = [own, query].map(({ selectionSet }) => selectionSet.selections[0] as FieldNode);
  const page: FieldNode = {
    ...root!,
    arguments: [...(root!.arguments ?? []), ...ownRoot!.arguments!],
    selectionSet: {
      kind: Kind.SELECTION_SET,
      selections: [...root!.selectionSet!.selections, ...ownRoot!.selectionSet!.selections],
    },
  };
  return {
    ...query,
    variableDefinitions: [...(query.variableDefinitions ?? []), ...own.variableDefinitions!],
    selectionSet: { kind: Kind.SELECTION_SET as const, selections: [page] },
  };
}

/**
 * Returns a query of exactly one list as the job runs it. Throws InvalidInput, with the line and the column of each
 * problem, for a document that is not valid or has more than `list { edges { node { … } } }` with one list.
 */
export function bulkDocument(schema: GraphQLSchema, text: string): BulkDocument {
  const document = parsed(text);
  const query = queryIn(document);
  const problems = problemsOf(schema, document);
  if (problems.length > 0) throw new InvalidInput(problems.map(refusedBy));
  const root = onlyField(query.selectionSet, 'bulk.one_list');
  const list = listOf(schema, root);
  const edges = onlyField(root.selectionSet!, 'bulk.edges', 'edges');
  onlyField(edges.selectionSet!, 'bulk.edges', 'node');
  assertFlat(schema, document, root);
  const [first, after] = [freeName(query, 'bulkFirst'), freeName(query, 'bulkAfter')];
  const definitions = document.definitions.map((one) => (one === query ? ofOnePage(query, list, first, after) : one));
  const hasPatients = readsPatients(schema, document);
  return { document: { ...document, definitions }, list: list.name, hasPatients, first, after };
}

import {
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  visit,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import type { JoinedField } from '../../shared/marks.ts';
import { classOf, type OwnProperty } from './properties.ts';

/** One field of a selection, with all places of the document that select it. */
export interface SelectedField {
  /** Its name in the response. */
  key: string;
  nodes: FieldNode[];
  parent: GraphQLObjectType;
  /** Undefined for `__typename`. */
  field: GraphQLField<unknown, unknown> | undefined;
  isRequired: boolean;
  isList: boolean;
  isItemRequired: boolean;
  /** Of a field of objects: their type and selection. */
  objects: { type: GraphQLObjectType; fields: SelectedField[] } | undefined;
  /** Of any other field. */
  leaf: GraphQLLeafType | undefined;
  /** Of a leaf without a resolver of its own. */
  property: OwnProperty | undefined;
  /** Of a field that its page may read with its rows. */
  joined: JoinedField | undefined;
  /** The root field with which it can be asked for. */
  byKeyOf: string | undefined;
}

export interface LevelPlan {
  operation: OperationDefinitionNode;
  fragments: Record<string, FragmentDefinitionNode>;
  root: SelectedField;
}

class NotPlanned extends Error {}

/**
 * Returns what a query selects, by type; null for a document that is not one query with one root field, or that has
 * directives, fields of an interface or a union, lists of lists, or a field under the name `__proto__`. It depends on the document alone, not on variables.
 */
export function levelPlanOf(schema: GraphQLSchema, document: DocumentNode): LevelPlan | null {
  const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  const [operation] = operations;
  if (operations.length !== 1 || operation!.operation !== 'query') return null;
  const fragments = Object.fromEntries(
    document.definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [])),
  );
  try {
    visit(document, {
      Directive() {
        throw new NotPlanned();
      },
    });
    const [root, ...others] = fieldsOf(schema, schema.getQueryType()!, [operation!.selectionSet], fragments);
    if (!root?.objects || others.length > 0) return null;
    return { operation: operation!, fragments, root };
  } catch (error) {
    if (error instanceof NotPlanned) return null;
    throw error;
  }
}

/** Adds the fields that a selection has for an object type, by their names in the response. */
function collect(
  schema: GraphQLSchema,
  type: GraphQLObjectType,
  { selections }: SelectionSetNode,
  fragments: LevelPlan['fragments'],
  into: Map<string, FieldNode[]>,
): void {
  for (const node of selections) {
    if (node.kind === Kind.FIELD) {
      const key = (node.alias ?? node.name).value;
      if (key === '__proto__') throw new NotPlanned(); // no name of a value in a plain object, but its prototype
      into.set(key, [...(into.get(key) ?? []), node]);
      continue;
    }
    const inner = node.kind === Kind.INLINE_FRAGMENT ? node : fragments[node.name.value]!;
    const condition = inner.typeCondition && schema.getType(inner.typeCondition.name.value);
    const applies = !condition || condition === type || type.getInterfaces().some((one) => one === condition);
    if (applies) collect(schema, type, inner.selectionSet, fragments, into);
  }
}

function fieldsOf(
  schema: GraphQLSchema,
  parent: GraphQLObjectType,
  selections: SelectionSetNode[],
  fragments: LevelPlan['fragments'],
): SelectedField[] {
  const collected = new Map<string, FieldNode[]>();
  for (const selection of selections) collect(schema, parent, selection, fragments, collected);
  const rows = classOf(parent.name);
  return [...collected].map(([key, nodes]) => {
    const name = nodes[0]!.name.value;
    const none = { isRequired: true, isList: false, isItemRequired: false };
    if (name === '__typename')
      return {
        key,
        nodes,
        parent,
        field: undefined,
        ...none,
        objects: undefined,
        leaf: undefined,
        property: undefined,
        joined: undefined,
        byKeyOf: undefined,
      };
    const field = parent.getFields()[name];
    if (!field) throw new NotPlanned(); // the schema itself
    const outer = getNullableType(field.type);
    const item = isListType(outer) ? outer.ofType : outer;
    const named = getNamedType(field.type);
    if (isListType(getNullableType(item)) || !(isLeafType(named) || isObjectType(named))) throw new NotPlanned();
    const below = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
    return {
      key,
      nodes,
      parent,
      field,
      isRequired: isNonNullType(field.type),
      isList: isListType(outer),
      isItemRequired: isListType(outer) && isNonNullType(item),
      objects: isObjectType(named) ? { type: named, fields: fieldsOf(schema, named, below, fragments) } : undefined,
      leaf: isLeafType(named) ? named : undefined,
      property: isLeafType(named) && !isListType(outer) ? rows?.propertyOf(name) : undefined,
      joined: rows?.joinedOf(name),
      byKeyOf: rows?.byKeyOf(name),
    };
  });
}

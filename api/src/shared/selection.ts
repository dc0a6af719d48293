import {
  Kind,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLResolveInfo,
  type SelectionSetNode,
} from 'graphql';

type Fragments = Record<string, FragmentDefinitionNode>;

function collect({ selections }: SelectionSetNode, fragments: Fragments, names: Set<string>): void {
  for (const node of selections) {
    if (node.kind === Kind.FIELD) names.add(node.name.value);
    else
      collect((node.kind === Kind.FRAGMENT_SPREAD ? fragments[node.name.value]! : node).selectionSet, fragments, names);
  }
}

/** By the nodes of a field, which a query that was run before has again (graphql/fast/by-level.ts). */
const known = new WeakMap<readonly FieldNode[], readonly string[]>();

/** Returns the names of the fields that a query selects of the objects of the field that is resolved, without `__typename`. */
export function selectedFields({ fieldNodes, fragments }: GraphQLResolveInfo): readonly string[] {
  let names = known.get(fieldNodes);
  if (!names) {
    const found = new Set<string>();
    for (const { selectionSet } of fieldNodes) if (selectionSet) collect(selectionSet, fragments, found);
    found.delete('__typename');
    known.set(fieldNodes, (names = [...found]));
  }
  return names;
}

const nodesNamed = ({ selections }: SelectionSetNode, fragments: Fragments, name: string): FieldNode[] =>
  selections.flatMap((node) => {
    if (node.kind === Kind.FIELD) return node.name.value === name ? node : [];
    const { selectionSet } = node.kind === Kind.FRAGMENT_SPREAD ? fragments[node.name.value]! : node;
    return nodesNamed(selectionSet, fragments, name);
  });

/** Whether a query selects the field at the end of a path below the field that is resolved. */
export const isSelected = ({ fieldNodes, fragments }: GraphQLResolveInfo, path: readonly string[]): boolean =>
  path.reduce<readonly FieldNode[]>(
    (nodes, name) =>
      nodes.flatMap(({ selectionSet }) => (selectionSet ? nodesNamed(selectionSet, fragments, name) : [])),
    fieldNodes,
  ).length > 0;

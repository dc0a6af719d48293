import type { PluginFunction } from '@graphql-codegen/plugin-helpers';
import { Kind, visit, type FragmentDefinitionNode, type OperationDefinitionNode } from 'graphql';
import { documentDigest } from '../api/src/graphql/document-digest.ts';
import { sentDocument } from './sent-text.ts';

/** Emits the digests of all operations of the client, as it sends them: the server serves its pages nothing else. */
export const plugin: PluginFunction = (_schema, sources) => {
  const definitions = sources.flatMap(({ document }) => document?.definitions ?? []);
  const fragments = new Map(
    definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one] as const] : [])),
  );
  const digestOf = (operation: OperationDefinitionNode) =>
    documentDigest(
      sentDocument({ kind: Kind.DOCUMENT, definitions: [operation, ...fragmentsOf(operation, fragments)] }),
    );
  const operations = definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION);
  return JSON.stringify(operations.map(digestOf).toSorted());
};

/** Returns the fragments that an operation spreads, and those that these spread, each once. */
function fragmentsOf(
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): FragmentDefinitionNode[] {
  const found = new Set<FragmentDefinitionNode>();
  const collect = (node: OperationDefinitionNode | FragmentDefinitionNode): unknown =>
    visit(node, {
      FragmentSpread({ name }) {
        const fragment = fragments.get(name.value)!;
        if (found.has(fragment)) return;
        found.add(fragment);
        collect(fragment);
      },
    });
  collect(operation);
  return [...found];
}

import type { PluginFunction } from '@graphql-codegen/plugin-helpers';
import { Kind, type OperationDefinitionNode } from 'graphql';

const hooks = ['useLazyQuery', 'useMutation', 'useQuery', 'useSubscription'];

/**
 * Emits `usePatientPageQuery`, `useAssignDeviceMutation`, … over the client preset's documents.
 * A local plugin because `@graphql-codegen/typescript-react-apollo` does not type-check with Apollo Client 4.
 */
export const plugin: PluginFunction = (_schema, sources) => {
  const operations = sources
    .flatMap(({ document }) => document?.definitions ?? [])
    .filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  const content = operations.map(hooksOf).join('\n');
  const used = hooks.filter((hook) => content.includes(`return ${hook}(`));
  const imports = [
    `import { ${used.join(', ')} } from '@apollo/client/react';`,
    "import * as documents from './graphql.ts';",
  ];
  return { prepend: used.length > 0 ? imports : ['export {};'], content };
};

function hooksOf({ name, operation, variableDefinitions }: OperationDefinitionNode): string {
  if (!name) throw new Error('Every GraphQL operation of the web client needs a name.');
  const kind = operation.charAt(0).toUpperCase() + operation.slice(1);
  const types = `documents.${name.value}${kind}, documents.${name.value}${kind}Variables`;
  const document = `documents.${name.value}Document`;
  const optional = variableDefinitions?.some((v) => v.type.kind === Kind.NON_NULL_TYPE && !v.defaultValue) ? '' : '?';

  if (operation === 'mutation') {
    // Variables are given with the call, where their type is checked; given here they would all become optional there.
    return `export function use${name.value}Mutation(
  options?: Omit<useMutation.Options<${types}>, 'variables' | 'errorPolicy'>,
): useMutation.ResultTuple<${types}> {
  return useMutation(${document}, options);
}
`;
  }
  if (operation === 'subscription') {
    return `export function use${name.value}Subscription(
  options${optional}: useSubscription.Options<${types}>,
): useSubscription.Result<documents.${name.value}${kind}> {
  return useSubscription(${document}, options);
}
`;
  }
  return `export function use${name.value}Query(
  options${optional}: useQuery.Options<${types}>,
): useQuery.Result<${types}, 'empty' | 'complete' | 'streaming'> {
  return useQuery(${document}, options);
}

export function use${name.value}LazyQuery(
  options?: useLazyQuery.Options<${types}>,
): useLazyQuery.ResultTuple<${types}, 'empty' | 'complete' | 'streaming'> {
  return useLazyQuery(${document}, options);
}
`;
}

import { dirname, relative } from 'node:path';
import type { PluginFunction } from '@graphql-codegen/plugin-helpers';
import { Kind, type OperationDefinitionNode } from 'graphql';

/** The functions that hooks may call; each is imported only if used. */
const imports = [
  { from: '@apollo/client/react', names: ['useQuery', 'useSubscription'] },
  { from: 'web/src/lib/payloads.ts', names: ['useQueryPayload', 'useMutationPayload'] },
];

/**
 * Emits one hook for each operation of a file, after its documents:
 * - query PatientPage → `usePatientPageQuery`, subscription … → `use…Subscription`: as Apollo Client's own
 * - mutation AssignDevice → `useAssignDevice`, query CheckAssignDevice → `useCheckAssignDevice`, query FindRecipients →
 *   `useFindRecipients`: a function that takes the variables and resolves to the payload (lib/payloads.ts)
 * A local plugin because `@graphql-codegen/typescript-react-apollo` does not type-check with Apollo Client 4.
 */
export const plugin: PluginFunction = (_schema, sources, _config, info) => {
  const operations = sources
    .flatMap(({ document }) => document?.definitions ?? [])
    .filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  const content = operations.map(hooksOf).join('\n');
  const prepend = imports.flatMap(({ from, names }) => {
    const used = names.filter((name) => content.includes(`return ${name}(`));
    const path = from.startsWith('@') ? from : relative(dirname(info!.outputFile!), from);
    return used.length > 0 ? [`import { ${used.join(', ')} } from '${path}';`] : [];
  });
  return { prepend, content };
};

function hooksOf(definition: OperationDefinitionNode): string {
  const name = definition.name?.value;
  if (!name) throw new Error('Every GraphQL operation of the web client needs a name.');
  if (definition.operation === 'mutation') return payloadHook(name, 'Mutation', definition);
  if (definition.operation === 'query' && /^(Check|Find)[A-Z]/.test(name))
    return payloadHook(name, 'Query', definition);

  const kind = definition.operation === 'query' ? 'Query' : 'Subscription';
  const types = `${name}${kind}, ${name}${kind}Variables`;
  const document = `${name}Document`;
  const required = definition.variableDefinitions?.some((v) => v.type.kind === Kind.NON_NULL_TYPE && !v.defaultValue);
  const optional = required ? '' : '?';

  if (kind === 'Subscription') {
    return `export function use${name}Subscription(
  options${optional}: useSubscription.Options<${types}>,
): useSubscription.Result<${name}${kind}> {
  return useSubscription(${document}, options);
}
`;
  }
  return `export function use${name}Query(
  options${optional}: useQuery.Options<${types}>,
): useQuery.Result<${types}, 'empty' | 'complete' | 'streaming'> {
  return useQuery(${document}, options);
}
`;
}

function payloadHook(name: string, kind: 'Mutation' | 'Query', { selectionSet }: OperationDefinitionNode): string {
  const [field, ...others] = selectionSet.selections;
  if (field?.kind !== Kind.FIELD || others.length > 0) throw new Error(`${name} needs exactly one root field.`);
  const helper = kind === 'Mutation' ? 'useMutationPayload' : 'useQueryPayload';
  return `export function use${name}() {
  return ${helper}(${name}Document, '${field.alias?.value ?? field.name.value}');
}
`;
}

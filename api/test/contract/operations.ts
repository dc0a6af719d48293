import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isRequiredArgument,
  isRequiredInputField,
  type GraphQLInputType,
  type GraphQLSchema,
} from 'graphql';
import { operationOf } from '../../src/rest/router.ts';
import type { Route } from '../../src/rest/route.ts';
import { routes } from '../../src/routes.ts';

export interface RootField {
  /** As in the matrix: `Query.patient`. */
  operation: string;
  kind: 'query' | 'mutation' | 'subscription';
  document: string;
  /** The smallest input that passes validation. */
  variables: Record<string, unknown>;
  /** Names of the arguments and input fields that take an id, dotted: `input.patientId`. */
  ids: string[];
}

function sample(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return sample(type.ofType);
  if (isListType(type)) return [];
  if (isInputObjectType(type))
    return Object.fromEntries(
      Object.values(type.getFields())
        .filter(isRequiredInputField)
        .map((field) => [field.name, sample(field.type)]),
    );
  if (isEnumType(type)) return type.getValues()[0]!.name;
  if (type.name === 'Date') return '2026-01-31';
  return ['Int', 'ID', 'Version'].includes(type.name) ? 1 : type.name === 'Boolean' ? true : 'x';
}

/** `within`: the inputs around it. The filter of a list contains itself. */
function idsIn(name: string, type: GraphQLInputType, within: readonly GraphQLInputType[] = []): string[] {
  const named = getNamedType(type);
  if (within.includes(named)) return [];
  if (isInputObjectType(named))
    return Object.values(named.getFields()).flatMap((field) =>
      idsIn(`${name}.${field.name}`, field.type, [...within, named]),
    );
  return named.name === 'ID' ? [name] : [];
}

/** Every root field of a schema with a document that calls it. A new field is included automatically. */
export function rootFields(schema: GraphQLSchema): RootField[] {
  const roots = [
    ['query', schema.getQueryType()],
    ['mutation', schema.getMutationType()],
    ['subscription', schema.getSubscriptionType()],
  ] as const;
  return roots.flatMap(([kind, type]) =>
    Object.values(type?.getFields() ?? {}).map((field) => {
      const required = field.args.filter(isRequiredArgument);
      const declared = required.map((arg) => `$${arg.name}: ${arg.type}`).join(', ');
      const passed = required.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
      const selection = isLeafType(getNamedType(field.type)) ? '' : ' { __typename }';
      return {
        operation: `${type!.name}.${field.name}`,
        kind,
        ids: field.args.flatMap((arg) => idsIn(arg.name, arg.type)),
        document: `${kind}${declared && `(${declared})`} { ${field.name}${passed && `(${passed})`}${selection} }`,
        variables: Object.fromEntries(required.map((arg) => [arg.name, sample(arg.type)])),
      };
    }),
  );
}

export interface RestOperation extends Route {
  operation: string;
  /** The path with 1 for every parameter. */
  address: string;
  parameters: string[];
}

/** Every REST route. */
export const restOperations: RestOperation[] = routes.map((route) => ({
  ...route,
  operation: operationOf(route),
  address: route.path.replace(/\{\w+\}/g, '1'),
  parameters: [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!),
}));

/** Returns the refusal in an answer of REST: below /fhir it is an OperationOutcome of one issue. */
export function refusalIn(body: { message: string } | { issue: { details: { text: string } }[] }): { message: string } {
  return 'issue' in body ? { message: body.issue.map(({ details }) => details.text).join(' ') } : body;
}

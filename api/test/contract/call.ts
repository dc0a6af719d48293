import { getNamedType, isObjectType } from 'graphql';
import { createSchema } from '../../src/schema.ts';
import type { Client } from '../harness.ts';
import { GRAPHQL, REST } from './contracts.ts';
import { restOperations } from './operations.ts';
import type { Things } from './permissions.fixture.ts';

let made: ReturnType<typeof createSchema> | undefined;

/** Calls an operation with what serves a holder of its permission. 'done', 'FORBIDDEN', or how else it was answered. */
export async function call(who: Client, operation: string, things: Things): Promise<string> {
  if (operation in GRAPHQL) return graphql(who, operation, things);
  const { method, path } = restOperations.find((route) => route.operation === operation)!;
  const { path: parameters, body, query } = REST[operation]!(things);
  const address = path.replace(/\{(\w+)\}/g, (_all, name: string) => String(parameters[name]));
  const answer = await who.rest(method, `${address}${query ? `?${query}` : ''}`, body);
  if (answer.status < 300) return 'done';
  return answer.status === 403 ? 'FORBIDDEN' : `${answer.status} ${answer.body?.code ?? answer.text}`;
}

async function graphql(who: Client, operation: string, things: Things): Promise<string> {
  const schema = await (made ??= createSchema());
  const variables = GRAPHQL[operation]!(things);
  const [root, name] = operation.split('.') as ['Query' | 'Mutation', string];
  const field = (root === 'Query' ? schema.getQueryType() : schema.getMutationType())!.getFields()[name]!;
  const type = getNamedType(field.type);
  const args = field.args.filter((arg) => arg.name in variables);
  const declared = args.map((arg) => `$${arg.name}: ${arg.type}`).join(', ');
  const passed = args.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
  const refusals =
    isObjectType(type) && 'userErrors' in type.getFields()
      ? '{ userErrors { code } }'
      : type.name === 'UserError'
        ? '{ code }'
        : '{ __typename }';
  const { data, errors } = await who.gql(
    `${root.toLowerCase()}${declared && `(${declared})`} { ${name}${passed && `(${passed})`} ${refusals} }`,
    variables,
  );
  const refused = errors?.[0]?.extensions.code ?? data[name]?.userErrors?.[0]?.code ?? data[name]?.[0]?.code;
  return refused === undefined ? 'done' : String(refused);
}

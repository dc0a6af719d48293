import type { GraphQLSchema } from 'graphql';
import { matrix } from '../auth/matrix.ts';
import { SCOPES } from '../auth/scopes.ts';
import { operationOf } from '../rest/router.ts';
import type { Route } from '../rest/route.ts';
import { routes } from '../routes.ts';
import { translate, type MessageKey } from '../shared/messages.ts';
import { release } from '../version.ts';
import { twinOf } from './developer-operations.ts';
import { bodySchema } from './openapi-body.ts';
import { formOf, queryOf, responsesOf } from './openapi-media.ts';

const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });
const text = { type: 'string' };

/** GET /api/patients/{id} → getApiPatientsById. */
const idOf = ({ method, path }: Route): string =>
  method.toLowerCase() +
  path
    .replaceAll(/\{(\w+)\}/g, 'by_$1')
    .split(/[/._-]/)
    .filter(Boolean)
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join('');

const isTable = ({ path }: Route): boolean => path.endsWith('/datatable');

const parametersOf = (route: Route): object[] => [
  ...[...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: text })),
  ...(route.method === 'GET' ? queryOf(route) : []),
  ...(isTable(route) ? TABLE.map((name) => ref('parameters', name)) : []),
  ...(matrix[operationOf(route)]!.export ? [ref('parameters', 'csv')] : []),
  ...(matrix[operationOf(route)]!.repeat === 'once' ? [ref('parameters', 'idempotencyKey')] : []),
];

/** Returns who may call it: one of these is enough. */
function securityOf(operation: string): object[] {
  const { permission, scope } = matrix[operation]!;
  if (operation === 'POST /oauth/token') return [{ client: [] }, {}];
  if (permission === 'public') return [{}];
  if (permission === 'device') return [{ device: [] }];
  if (scope === 'none') return [{ session: [] }];
  const scopes = scope === 'any' ? [[]] : scope.map((name) => [name]);
  return [...scopes.map((names) => ({ oauth: names })), { session: [] }];
}

const REFUSALS = ['401', '403', '404', '422', '429'];

function requestBody(route: Route): object {
  if (route.method === 'GET') return {};
  if (route.media) return formOf(route);
  if (route.upload) return { requestBody: { content: { 'multipart/form-data': { schema: { type: 'object' } } } } };
  const schema = route.body ? bodySchema(route.body) : { type: 'object' };
  const type = route.path === '/oauth/token' ? 'application/x-www-form-urlencoded' : 'application/json';
  return { requestBody: { ...(route.body && { required: true }), content: { [type]: { schema } } } };
}

function operation(schema: GraphQLSchema, route: Route): object {
  const name = operationOf(route);
  const twin = twinOf(schema, name);
  return {
    operationId: idOf(route),
    ...(twin && { summary: `As the field ${twin.name} of GraphQL`, description: twin.text }),
    'x-points': matrix[name]!.cost,
    security: securityOf(name),
    parameters: parametersOf(route),
    ...requestBody(route),
    responses: route.media
      ? responsesOf(route.media)
      : {
          '2XX': { description: 'Done.' },
          ...Object.fromEntries(REFUSALS.map((status) => [status, ref('responses', `refused${status}`)])),
        },
  };
}

const parameter = (name: string, description: string, schema: object = text, where = 'query') => ({
  name,
  in: where,
  description,
  schema,
});
const PARAMETERS = {
  page: parameter('page', 'Number of the page, from 1.', { type: 'integer', minimum: 1 }),
  limit: parameter('limit', 'Rows of a page.', { type: 'integer', minimum: 1, maximum: 500, default: 50 }),
  next: parameter('next', 'The next_token of the page before, in place of page.'),
  searchTerm: parameter('searchTerm', 'Words: a row must match all of them.'),
  orderBy: parameter('orderBy', 'Name of the column by which the rows are sorted.'),
  orderDir: parameter('orderDir', 'Direction of the order.', { enum: ['asc', 'desc'] }),
  filters: {
    ...parameter('filters', 'filters[column][condition]=value.', { type: 'object' }),
    style: 'deepObject',
    explode: true,
  },
  csv: parameter('csv', 'true: all rows as a file.', { type: 'boolean' }),
  idempotencyKey: parameter(
    'Idempotency-Key',
    'UUID of version 4 or 7 for one intention: the request is carried out once, and repeats are answered from it.',
    { type: 'string', format: 'uuid' },
    'header',
  ),
};
const TABLE = ['page', 'limit', 'next', 'searchTerm', 'orderBy', 'orderDir', 'filters'];

const refused = (description: string, properties: object = {}) => ({
  description,
  headers: { 'X-Request-Id': { schema: { type: 'string', format: 'uuid' } } },
  content: {
    'application/json': {
      schema: { type: 'object', required: ['message'], properties: { message: text, ...properties } },
    },
  },
});
const texts = { type: 'array', items: text };
const RESPONSES = {
  refused401: refused('No valid proof; WWW-Authenticate names what is missing.'),
  refused403: refused('Not allowed; scopes: the token lacks one of these.', { scopes: texts }),
  refused404: refused('It does not exist, or is not visible.'),
  refused422: refused('The input is refused; errors: by field.', {
    code: text,
    errors: { type: 'object', additionalProperties: texts },
  }),
  refused429: refused('A limit is reached: wait for Retry-After.'),
};

const SECURITY = {
  oauth: {
    type: 'oauth2',
    description: 'A token of POST /oauth/token, or a personal access token.',
    flows: {
      clientCredentials: {
        tokenUrl: '/oauth/token',
        scopes: Object.fromEntries(SCOPES.map((scope) => [scope, translate('en', `scope.${scope}` as MessageKey)])),
      },
    },
  },
  client: { type: 'http', scheme: 'basic', description: 'Client ID and client secret of an API key.' },
  session: { type: 'apiKey', in: 'cookie', name: '__Host-airlog', description: 'A person who is signed in.' },
  device: { type: 'http', scheme: 'bearer', description: 'The secret of a device.' },
};

/**
 * Returns the description of the REST layer (OpenAPI 3.1), from the routes, the matrix and the rules of the bodies. A route
 * without `body` takes an object that is described in words only (decisions/182).
 */
export function openApi(schema: GraphQLSchema): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) (paths[route.path] ??= {})[route.method.toLowerCase()] = operation(schema, route);
  return {
    openapi: '3.1.1',
    info: { title: 'Airlog REST', version: release.version, description: 'Guides: /developers' },
    servers: [{ url: '/' }],
    paths,
    components: { parameters: PARAMETERS, responses: RESPONSES, securitySchemes: SECURITY },
  };
}

import type { Reply, RestRequest, Route } from '../rest/route.ts';
import type { Context } from '../shared/context.ts';
import { NotFound } from '../shared/errors.ts';
import { bundleOf, CURSOR, START, unsealed } from './fhir-bundle.ts';
import { capabilityStatement, searchTexts } from './fhir-capability.ts';
import type { Resource } from './fhir-resource.ts';
import { RESOURCES } from './fhir-resources.ts';
import { isStrict, pairsOf, searchOf, type Pair } from './fhir-search.ts';
import { BASE, MEDIA_TYPE } from './fhir-systems.ts';

async function readOne(ctx: Context, { read, suffixes = [''] }: Resource, { params }: RestRequest): Promise<Reply> {
  const [, id, suffix = ''] = /^(\d{1,9})(-[a-z]+)?$/.exec(params.id!) ?? [];
  if (id === undefined || !suffixes.includes(suffix)) throw new NotFound();
  return { body: await read(ctx, Number(id), suffix) };
}

/** Returns a page of a search: the first one, or that of a next link, which has the whole search in it. */
async function search(ctx: Context, resource: Resource, request: RestRequest): Promise<Reply> {
  const { type, parameters } = resource;
  const asked = pairsOf({ ...request.query, ...request.body });
  const cursor = asked.find(([name]) => name === CURSOR);
  const at = cursor && unsealed(ctx, type, cursor[1]);
  // Of the other parameters of a next link, only those are known that no search has in it.
  const added: Pair[] = at ? asked.filter((pair) => pair !== cursor && pair[0] !== '_format') : [];
  const pairs = at ? [...at.pairs, ...added.map(([name, value]): Pair => [`${CURSOR}.${name}`, value])] : asked;
  const found = await searchOf(ctx, type, parameters, { pairs, strict: isStrict(request.prefer) });
  const page = await resource.search(ctx, found, at ?? START);
  const self = cursor ? [cursor] : found.used;
  return { body: bundleOf(ctx, { origin: request.origin, type, self, used: found.used }, page) };
}

/** The paths of a resource: they are as in the access file, in which a test finds each. */
const routesOf = (resource: Resource): Route[] => [
  {
    method: 'GET',
    path: `${BASE}/${resource.type}`,
    media: { type: MEDIA_TYPE, parameters: searchTexts(resource) },
    handler: (ctx, request) => search(ctx, resource, request),
  },
  {
    method: 'GET',
    path: `${BASE}/${resource.type}/{id}`,
    media: { type: MEDIA_TYPE },
    handler: (ctx, request) => readOne(ctx, resource, request),
  },
  {
    method: 'POST',
    path: `${BASE}/${resource.type}/_search`,
    readOnly: true,
    media: { type: MEDIA_TYPE, parameters: searchTexts(resource) },
    handler: (ctx, request) => search(ctx, resource, request),
  },
];

export const fhirRoutes: Route[] = [
  {
    method: 'GET',
    path: `${BASE}/metadata`,
    guest: true,
    media: { type: MEDIA_TYPE },
    handler: async (_ctx, { origin }) => ({ body: capabilityStatement(origin) }),
  },
  ...RESOURCES.flatMap(routesOf),
];

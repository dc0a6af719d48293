import { beforeAll, describe, expect, test } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import Ajv2020 from 'ajv/dist/2020.js';
import { REST } from '../../test/contract/contracts.ts';
import { restOperations } from '../../test/contract/operations.ts';
import { arrange, type Things } from '../../test/contract/permissions.fixture.ts';
import { PERMISSIONS } from '../auth/permissions.ts';
import { anonymous, asViewer, usePortal, type TestViewer } from '../../test/harness.ts';

usePortal();

interface Described {
  operationId: string;
  security: Record<string, string[]>[];
  parameters: { name: string; in: string }[];
  requestBody?: { required?: boolean; content: Record<string, { schema: { required?: string[] } }> };
  'x-points': number;
}
interface Description {
  openapi: string;
  paths: Record<string, Record<string, Described>>;
}

let viewer: TestViewer;
let things: Things;
let described: Description;
let operations: [name: string, Described][];
beforeAll(async () => {
  viewer = await asViewer({ can: [...PERMISSIONS] });
  things = await arrange(viewer.orgId, viewer);
  described = (await anonymous().rest('GET', '/openapi.json')).body as Description;
  operations = Object.entries(described.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]): [string, Described] => [`${method.toUpperCase()} ${path}`, one]),
  );
});
const of = (name: string) => new Map(operations).get(name)!;
const schemaOf = ({ requestBody }: Described) => requestBody!.content['application/json']!.schema;

test('the description is valid OpenAPI 3.1, and served to anyone', async () => {
  const { status, headers } = await anonymous().rest('GET', '/openapi.json');
  expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=3600']);
  const { valid, errors } = await new Validator().validate(described as unknown as Record<string, unknown>);
  expect([valid, errors]).toEqual([true, undefined]);
  expect(described.openapi).toBe('3.1.1');
});

test('it has every path that is served and no other, each with an id of its own', () => {
  expect(operations.map(([name]) => name).sort()).toEqual(restOperations.map(({ operation }) => operation).sort());
  const ids = operations.map(([, { operationId }]) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toContain('getApiPatientsById');
  // Generators make names of functions of them.
  expect(ids.filter((id) => !/^[a-z][A-Za-z0-9]*$/.test(id))).toEqual([]);
});

test('each operation is there under its method, and asks for the proof that it names', async () => {
  const wrong: unknown[] = [];
  for (const [name, { security }] of operations) {
    const [method, path] = name.split(' ') as [string, string];
    const { status } = await anonymous().rest(method, path.replace(/\{\w+\}/g, '1'), method === 'GET' ? undefined : {});
    const isOpen = security.some((one) => Object.keys(one).length === 0);
    if ([404, 405].includes(status) && !isOpen) wrong.push([name, status]);
    if ((status === 401) === isOpen && name !== 'POST /oauth/token') wrong.push([name, status, security]);
  }
  expect(wrong).toEqual([]);
  expect(operations.length).toBeGreaterThan(100);
});

test('a path names its parameters, its scopes and its points', () => {
  expect(of('GET /api/patients/{id}').parameters).toEqual([
    { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
  ]);
  expect(of('GET /api/patients/{id}').security).toEqual([
    { oauth: ['view.patient'] },
    { oauth: ['viewAny.patient'] },
    { session: [] },
  ]);
  expect(of('GET /api/users/datatable').security).toEqual([{ session: [] }]);
  expect(of('POST /device/v1/nights').security).toEqual([{ device: [] }]);
  expect([of('POST /api/patients')['x-points'], of('POST /api/uploads')['x-points']]).toEqual([10, 1000]);
});

test('the paths of FHIR have its media type and the search parameters of the CapabilityStatement', async () => {
  interface Media {
    parameters: { name: string; in: string; description: string }[];
    requestBody?: { content: Record<string, { schema: { properties: Record<string, { description: string }> } }> };
    responses: Record<string, { content: object }>;
  }
  const fhir = (name: string) => of(name) as unknown as Media;
  const { body, headers } = await viewer.rest('GET', '/fhir/r4/metadata');
  const type = headers.get('content-type')!.split(';')[0]!;
  expect(type).toBe('application/fhir+json');
  for (const { type: resource, searchParam } of body.rest[0].resource) {
    const known = [...searchParam, ...body.rest[0].searchParam].map(
      ({ name, documentation }: { name: string; documentation: string }) => [name, documentation],
    );
    const { parameters, responses } = fhir(`GET /fhir/r4/${resource}`);
    expect(parameters.map((one) => [one.name, one.description])).toEqual(known);
    expect(parameters.every((one) => one.in === 'query')).toBe(true);
    const form = fhir(`POST /fhir/r4/${resource}/_search`);
    const { schema } = form.requestBody!.content['application/x-www-form-urlencoded']!;
    expect(form.parameters).toEqual([]);
    expect(Object.entries(schema.properties).map(([name, one]) => [name, one.description])).toEqual(known);
    for (const answers of [responses, form.responses, fhir(`GET /fhir/r4/${resource}/{id}`).responses])
      expect(Object.values(answers).map(({ content }) => Object.keys(content))).toEqual([[type], [type], [type]]);
  }
  expect(fhir('GET /fhir/r4/Patient').parameters.map(({ name }) => name)).toContain('_lastUpdated');
});

/** The paths whose body is described by the rules of its service. */
const DESCRIBED = [
  'POST /api/patients',
  'POST /api/patients/{id}/devices',
  'PATCH /api/patients/{id}/devices/{deviceId}',
  'POST /api/patients/{id}/devices/{deviceId}/add-pin',
  'POST /api/patients/{id}/devices/{deviceId}/void',
  'POST /api/patients/{id}/decline',
  'POST /api/icode-reports',
];

test('the bodies that are described', () => {
  expect(
    operations
      .filter(([, one]) => one.requestBody?.required)
      .map(([name]) => name)
      .sort(),
  ).toEqual(DESCRIBED.toSorted());
});

describe.each(DESCRIBED)('the body of %s', (name) => {
  const bodyOf = () => REST[name]!(things);

  test('that the portal takes is one of the description', () => {
    const validate = new Ajv2020({ strict: false }).compile(schemaOf(of(name)));
    expect([validate(bodyOf().body), validate.errors]).toEqual([true, null]);
  });

  test('without a field that the description requires is refused at that field', async () => {
    const required = schemaOf(of(name)).required!;
    expect(required.length).toBeGreaterThan(0);
    const { path, body } = bodyOf();
    const [method, template] = name.split(' ') as [string, string];
    const address = template.replace(/\{(\w+)\}/g, (_all, key: string) => String(path[key]));
    for (const field of required) {
      const { [field]: _left, ...rest } = body as Record<string, unknown>;
      const answer = await viewer.rest(method, address, rest, { precognition: 'true' });
      expect([name, field, answer.status, Object.keys(answer.body.errors)]).toEqual([
        name,
        field,
        422,
        expect.arrayContaining([field]),
      ]);
    }
  });
});

import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  isEnumType,
  isInputObjectType,
  isIntrospectionType,
  isScalarType,
  isSpecifiedScalarType,
  type GraphQLSchema,
} from 'graphql';
import { assertMatrixComplete, matrix } from '../../src/auth/matrix.ts';
import { PERMISSIONS } from '../../src/auth/permissions.ts';
import en from '../../src/locales/en.json' with { type: 'json' };
import es from '../../src/locales/es.json' with { type: 'json' };
import { rootOperations } from '../../src/graphql/root-fields.ts';
import { createSchema } from '../../src/schema.ts';
import { createServer } from '../../src/server.ts';
import { admin, anonymous, asViewer, running, usePortalHere, type TestViewer } from '../harness.ts';
import { OPERATIONS, permissionsOf } from './contracts.ts';
import { refusalIn, restOperations, rootFields } from './operations.ts';
import { firstAnswer, openSocket } from './socket.ts';

usePortalHere();

// Built before the tests are declared, because each operation has its own test.
const schema: GraphQLSchema = await createSchema();
const fields = rootFields(schema);
const named = <T extends { operation: string }>(operations: T[]) =>
  operations.map((operation) => [operation.operation, operation] as const);
const permissionOf = (operation: string) => permissionsOf(operation)[0]!;
const isOpen = (operation: string) => permissionOf(operation) === 'public';
const NOT_PERMISSIONS = ['public', 'session', 'verify', 'enroll', 'device'];
const needsPermission = (operation: string) => !NOT_PERMISSIONS.includes(permissionOf(operation));

let powerless: TestViewer;
beforeAll(async () => {
  powerless = await asViewer({ can: [] });
});

describe('a guest', () => {
  test.each(named(fields.filter(({ operation, kind }) => !isOpen(operation) && kind !== 'subscription')))(
    'are refused %s',
    async (_name, { document, variables }) => {
      const answer = await anonymous().gql(document, variables);
      expect(answer.errors?.map(({ extensions }) => extensions)).toEqual([{ code: 'UNAUTHENTICATED' }]);
      expect(Object.values(answer.data ?? {}).filter(Boolean)).toEqual([]);
    },
  );

  test.each(named(fields.filter(({ kind }) => kind === 'subscription')))(
    'are refused %s',
    async (_name, { document, variables }) => {
      expect(await firstAnswer(openSocket(anonymous()), document, variables)).toEqual({ closed: 4401 });
    },
  );

  test.each(named(restOperations.filter(({ operation }) => !isOpen(operation))))(
    'are refused %s',
    async (_name, { method, address }) => {
      const answer = await anonymous().rest(method, address, method === 'GET' ? undefined : {});
      expect([answer.status, refusalIn(answer.body)]).toEqual([401, { message: 'Unauthenticated.' }]);
    },
  );
});

describe('a user without the permission', () => {
  const denials = async (operation: string) =>
    (
      await admin.query("select 1 from audit_log where operation = $1 and actor_user_id = $2 and outcome = 'denied'", [
        operation,
        powerless.userId,
      ])
    ).rowCount;

  test.each(named(fields.filter(({ operation, kind }) => needsPermission(operation) && kind !== 'subscription')))(
    'is forbidden %s, and the denial is recorded',
    async (operation, { document, variables }) => {
      const answer = await powerless.gql(document, variables);
      expect(answer.errors?.map(({ extensions }) => extensions)).toEqual([{ code: 'FORBIDDEN' }]);
      expect(await denials(operation)).toBe(1);
    },
  );

  test.each(named(fields.filter(({ operation, kind }) => needsPermission(operation) && kind === 'subscription')))(
    'is forbidden %s, and the denial is recorded',
    async (operation, { document, variables }) => {
      const socket = openSocket(powerless);
      const answer = await firstAnswer(socket, document, variables);
      await socket.dispose();
      expect(answer.errors?.map(({ extensions }) => extensions)).toEqual([{ code: 'FORBIDDEN' }]);
      expect(await denials(operation)).toBe(1);
    },
  );

  test.each(named(restOperations.filter(({ operation }) => needsPermission(operation))))(
    'is forbidden %s, and the denial is recorded',
    async (operation, { method, address }) => {
      const answer = await powerless.rest(method, address, method === 'GET' ? undefined : {});
      expect(answer.status).toBe(403);
      expect(Object.keys(refusalIn(answer.body))).toEqual(['message']);
      expect(await denials(operation)).toBe(1);
    },
  );

  test.each(named(restOperations.filter(({ operation, check }) => check && needsPermission(operation))))(
    'is also forbidden to validate %s',
    async (_name, { method, address }) => {
      const answer = await powerless.rest(method, address, {}, { precognition: 'true' });
      expect([answer.status, answer.headers.get('precognition'), answer.headers.get('precognition-success')]).toEqual([
        403,
        'true',
        null,
      ]);
    },
  );
});

describe('the gateway', () => {
  const ofDevices = restOperations.filter(({ device }) => device);

  test('serves only the routes for devices, which are below /device/v1', () => {
    expect(ofDevices.length).toBeGreaterThan(0);
    for (const { operation, path } of restOperations)
      expect([operation, permissionOf(operation) === 'device']).toEqual([operation, path.startsWith('/device/v1/')]);
    expect(ofDevices.map(({ operation }) => operation).sort()).toEqual(
      Object.keys(OPERATIONS)
        .filter((operation) => permissionOf(operation) === 'device')
        .sort(),
    );
  });

  test.each(named(ofDevices))('ignores staff sessions at %s', async (_name, { method, address }) => {
    const answer = await (await asViewer()).rest(method, address, {});
    expect([answer.status, answer.body]).toEqual([401, { message: 'Unauthenticated.' }]);
  });
});

describe('the matrix', () => {
  const served = [...rootOperations(schema), ...restOperations.map(({ operation }) => operation)];

  test('has an entry for every root field and route, and no others', () => {
    expect(Object.keys(matrix).sort()).toEqual([...served].sort());
    expect(() => assertMatrixComplete(served)).not.toThrow();
  });

  test.each(served)(
    'stops the start of the server without an entry for %s, and with an extra entry',
    async (operation) => {
      const entry = matrix[operation]!;
      delete matrix[operation];
      expect(() => assertMatrixComplete(served)).toThrow(operation);
      matrix[operation] = entry;
      expect(() => assertMatrixComplete(served.filter((one) => one !== operation))).toThrow(operation);
    },
  );

  test('is checked when the server is created', async () => {
    matrix['Query.invented'] = matrix['Query.viewer']!;
    await expect(createServer(running().app)).rejects.toThrow('Query.invented');
    delete matrix['Query.invented'];
  });

  test('names only permissions that some seeded role has, and roles have only permissions that exist', async () => {
    const { rows } = await admin.query<{ permission: string }>(
      "select distinct permission from role_permissions p join roles r on r.id = p.role_id where r.name not like 'test.%'",
    );
    const held = rows.map(({ permission }) => permission).sort();
    expect([...PERMISSIONS].sort()).toEqual(held);
    const asked = Object.values(matrix).flatMap(({ permission }): readonly string[] =>
      typeof permission === 'string' ? [permission] : permission,
    );
    expect(
      asked.filter((permission) => !NOT_PERMISSIONS.includes(permission) && !(held as string[]).includes(permission)),
    ).toEqual([]);
  });

  test('opens only sign-in, its next step, sign-out, the viewer, the token, the links of mails, the report of bounces, the public keys of reports, and the description of FHIR to guests', () => {
    const open = Object.keys(matrix).filter((operation) => matrix[operation]!.permission === 'public');
    expect(open.sort()).toEqual([
      'GET /.well-known/airlog-report-keys.json',
      'GET /csrf-token',
      'GET /fhir/r4/metadata',
      'Mutation.acceptInvitation',
      'Mutation.requestPasswordReset',
      'Mutation.resetPassword',
      'Mutation.signIn',
      'Mutation.signOut',
      'POST /accept-invitation',
      'POST /api/mail/bounces',
      'POST /forgot-password',
      'POST /login',
      'POST /logout',
      'POST /oauth/token',
      'POST /reset-password',
      'Query.accountLink',
      'Query.signInStep',
      'Query.viewer',
    ]);
  });

  test('audits every operation that writes patient data', () => {
    const silent = Object.entries(matrix).filter(
      ([operation, { phi, audit }]) => phi && audit !== 'write' && operation.startsWith('Mutation.'),
    );
    expect(silent).toEqual([]);
    const writing = restOperations.filter(
      ({ method, readOnly, guest, device }) => method !== 'GET' && !readOnly && !guest && !device,
    );
    const unaudited = writing.filter(({ operation }) => matrix[operation]!.audit !== 'write');
    // That a user has read something is a row of its own, as in the inbox.
    expect(unaudited.map(({ operation }) => operation)).toEqual(['POST /api/announcements/{id}/read']);
  });
});

describe('the contract', () => {
  test('describes every type, field, argument and value', () => {
    const missing: string[] = [];
    const look = (name: string, { description }: { description?: string | null }) =>
      description?.trim() || missing.push(name);
    for (const type of Object.values(schema.getTypeMap()).filter(
      (one) => !isIntrospectionType(one) && !isSpecifiedScalarType(one),
    )) {
      const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
      if (!roots.includes(type as never)) look(type.name, type);
      if (isEnumType(type)) for (const value of type.getValues()) look(`${type.name}.${value.name}`, value);
      if (isScalarType(type) || isEnumType(type) || !('getFields' in type)) continue;
      for (const field of Object.values(type.getFields())) {
        look(`${type.name}.${field.name}`, field);
        if (!isInputObjectType(type) && 'args' in field)
          for (const arg of field.args) look(`${type.name}.${field.name}(${arg.name})`, arg);
      }
    }
    expect(missing).toEqual([]);
  });

  test('has both languages: the same keys and the same placeholders', () => {
    expect(Object.keys(es).sort()).toEqual(Object.keys(en).sort());
    const placeholders = (text: string) => [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map((match) => match[1]).sort();
    for (const [key, text] of Object.entries(en))
      expect([key, placeholders(es[key as keyof typeof es])]).toEqual([key, placeholders(text)]);
    expect(Object.entries({ ...en, ...es }).filter(([, text]) => !text.trim())).toEqual([]);
  });
});

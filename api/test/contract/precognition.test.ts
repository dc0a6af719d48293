import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { PERMISSIONS } from '../../src/auth/permissions.ts';
import { askedBy } from '../../src/rest/precognition.ts';
import type { Route } from '../../src/rest/route.ts';
import { isWriting, operationOf } from '../../src/rest/router.ts';
import { routes } from '../../src/routes.ts';
import {
  admin,
  anonymous,
  asViewer,
  makeMachine,
  makePatient,
  usePortalHere,
  type Ref,
  type RestAnswer,
  type TestViewer,
} from '../harness.ts';
import { restOperations } from './operations.ts';

usePortalHere();

const VALIDATE = { precognition: 'true' };
const only = (names: string) => ({ ...VALIDATE, 'precognition-validate-only': names });
/** Each of its fields may be absent. */
const ALL_OPTIONAL = ['PATCH /api/users/my-org'];
/** The object is named in the body. */
const NAMED_INSIDE = ['PATCH /api/users'];
/** Writes of support staff, which the viewer of these tests is not. */
const OF_SUPPORT = [
  'PATCH /api/announcements/{id}',
  'POST /api/announcements',
  'POST /api/migrate/patients',
  'POST /api/orgs',
  'POST /api/orgs/get-location',
  'POST /api/orgs/{dme_id}/migrate',
];
/** Writes without input, which have nothing to validate (decisions/095). */
const WITHOUT_INPUT = [
  'DELETE /api/users/{id}/personal-access-tokens/{tokenId}',
  'POST /api/announcements/{id}/read',
  'POST /api/api-key/{id}/revoke',
  'POST /api/dashboard/initial-compliance/patients/{id}/compliance',
];
const checked = restOperations.filter(({ check }) => check);
const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date());

let viewer: TestViewer;
let patient: Ref;
let equipment: { serial_number: string; pin_number: string; start_date: string };
beforeAll(async () => {
  viewer = await asViewer();
});
beforeEach(async () => {
  patient = await makePatient(viewer.orgId);
  equipment = { serial_number: (await makeMachine(viewer.orgId)).serial, pin_number: '1234', start_date: today };
});

const marks = ({ status, headers }: RestAnswer) => ({
  status,
  marker: headers.get('precognition'),
  success: headers.get('precognition-success'),
  vary: /Precognition/.test(headers.get('vary') ?? ''),
});
const add = (body: unknown, headers: Record<string, string>) =>
  viewer.rest('POST', `/api/patients/${patient.id}/devices`, body, headers);
const codes = (...icodes: string[]) => ({
  serial: equipment.serial_number,
  patient_id: patient.id,
  codes: icodes.map((icode) => ({ collected: 'someday', icode })),
});
const report = (body: unknown, headers: Record<string, string>) =>
  viewer.rest('POST', '/api/icode-reports', body, headers);
const histories = async () =>
  (await admin.query<{ count: number }>('select count(*)::int from device_history')).rows[0]!.count;

describe('a validate-only request', () => {
  test('has the marker and Vary on every status: 204, 422, 401, 404, 419 and 500, on every route that checks', async () => {
    for (const { operation, method, address } of checked) {
      const unknown = address.replaceAll('/1', '/999999999');
      const seen = [
        marks(await anonymous().rest(method, unknown, {}, VALIDATE)),
        marks(await viewer.rest(method, unknown, {}, { ...VALIDATE, 'x-xsrf-token': 'x' })),
        marks(await viewer.rest(method, unknown, {}, VALIDATE)),
      ];
      const answered = address === unknown && !NAMED_INSIDE.includes(operation) ? 422 : 404;
      const allowed = ALL_OPTIONAL.includes(operation) ? 204 : answered;
      const last = OF_SUPPORT.includes(operation) ? 403 : allowed;
      expect([operation, ...seen]).toEqual([
        operation,
        ...[401, 419, last].map((status) => ({
          status,
          marker: 'true',
          success: status === 204 ? 'true' : null,
          vary: true,
        })),
      ]);
    }
    expect(marks(await add(equipment, VALIDATE))).toEqual({ status: 204, marker: 'true', success: 'true', vary: true });
    expect(marks(await add({}, VALIDATE))).toEqual({ status: 422, marker: 'true', success: null, vary: true });
    await admin.query('revoke select on machines from airlog_org');
    const fault = add(equipment, VALIDATE);
    await Promise.allSettled([fault]);
    await admin.query('grant select on machines to airlog_org');
    expect(marks(await fault)).toEqual({ status: 500, marker: 'true', success: null, vary: true });
  });

  test.each([
    [400, '{'],
    [413, JSON.stringify({ serial_number: 'x'.repeat(300_000) })],
  ])('has the marker when its body cannot be read: %i', async (status, body) => {
    const answer = await add(body, { ...VALIDATE, 'content-type': 'application/json' });
    expect(marks(answer)).toEqual({ status, marker: 'true', success: null, vary: true });
    const ordinary = await add(body, { 'content-type': 'application/json' });
    expect(marks(ordinary)).toMatchObject({ status, marker: null });
  });

  test('never runs the action, even with valid input, and returns an empty 204', async () => {
    const before = await histories();
    const answer = await add(equipment, VALIDATE);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(await histories()).toBe(before);
    expect((await add(equipment, {})).status).toBe(201);
    expect(await histories()).toBe(before + 1);
  });

  test('is answered on every route of a user that writes: by its check, or without input by doing nothing', async () => {
    const silent = routes.filter((route) => isWriting(route) && !route.check && !route.guest && !route.device);
    expect(silent.map(operationOf).sort()).toEqual(WITHOUT_INPUT);
    const able = await asViewer({ orgId: viewer.orgId, can: [...PERMISSIONS] });
    for (const route of silent) {
      const { handler, method, path } = route;
      route.handler = () => Promise.reject(new Error('The handler ran.'));
      const answer = await able
        .rest(method, path.replace(/\{\w+\}/g, '1'), {}, VALIDATE)
        .finally(() => (route.handler = handler));
      expect([operationOf(route), marks(answer)]).toEqual([
        operationOf(route),
        { status: 204, marker: 'true', success: 'true', vary: true },
      ]);
    }
  });

  /** The answer to a request with these headers while the route has another check. */
  async function addChecked(by: NonNullable<Route['check']>, headers: Record<string, string>) {
    const route = routes.find(({ path, method }) => method === 'POST' && path === '/api/patients/{id}/devices')!;
    const { check } = route;
    route.check = by;
    return add(equipment, headers).finally(() => (route.check = check));
  }

  test('reads in a read-only transaction', async () => {
    const answer = await addChecked((ctx) => ctx.em.execute("update patients set note = 'written'"), VALIDATE);
    expect(answer.status).toBe(500);
    expect((await admin.query("select from patients where note = 'written'")).rowCount).toBe(0);
  });

  test('without field names validates nothing and succeeds, but still needs permission and CSRF proof', async () => {
    expect(marks(await add({}, only(''))).status).toBe(204);
    expect(marks(await add({}, only(' , '))).status).toBe(204);
    const fails = () => Promise.reject(new Error('The check ran.'));
    expect((await addChecked(fails, only(''))).status).toBe(204);
    expect((await addChecked(fails, only('serial_number'))).status).toBe(500);
    // Nothing is compared either, so no guess of the PIN is counted.
    await admin.query('delete from attempt_counters');
    expect(marks(await add({ ...equipment, pin_number: '9999' }, only(''))).status).toBe(204);
    expect((await admin.query('select from attempt_counters')).rowCount).toBe(0);
    const powerless = await asViewer({ orgId: viewer.orgId, can: [] });
    expect((await powerless.rest('POST', `/api/patients/${patient.id}/devices`, {}, only(''))).status).toBe(403);
    expect((await anonymous().rest('POST', `/api/patients/${patient.id}/devices`, {}, only(''))).status).toBe(401);
  });

  test('returns the errors of the named fields only; a wildcard matches one segment', async () => {
    const body = codes('1', '2');
    expect(Object.keys((await report(body, VALIDATE)).body.errors).sort()).toEqual([
      'codes.0.collected',
      'codes.0.icode',
      'codes.1.collected',
      'codes.1.icode',
    ]);
    expect(Object.keys((await report(body, only('codes.1.icode'))).body.errors)).toEqual(['codes.1.icode']);
    expect(Object.keys((await report(body, only('codes.*.icode'))).body.errors).sort()).toEqual([
      'codes.0.icode',
      'codes.1.icode',
    ]);
    expect(Object.keys((await report(body, only('codes.*.icode,codes.0.collected'))).body.errors).sort()).toEqual([
      'codes.0.collected',
      'codes.0.icode',
      'codes.1.icode',
    ]);
    expect((await report(body, only('serial,codes.*,*.icode,CODES.0.icode'))).status).toBe(204);
    expect(
      Object.keys((await add({ ...equipment, start_date: '' }, only('start_date,pin_number'))).body.errors),
    ).toEqual(['start_date']);
    expect((await add({ ...equipment, start_date: '' }, only('serial_number'))).status).toBe(204);
  });

  test.each(['1', 'True', 'TRUE', 'false', ''])(
    'is not triggered by the header value "%s": the action runs, without the marker',
    async (value) => {
      expect(marks(await add(equipment, { precognition: value }))).toEqual({
        status: 201,
        marker: null,
        success: null,
        vary: true,
      });
    },
  );
});

test('a name matches exactly itself, and * any one segment', () => {
  expect(askedBy(['codes.*.icode'])('codes.0.icode')).toBe(true);
  expect(askedBy(['codes.*'])('codes.0.icode')).toBe(false);
  expect(askedBy(['*'])('codes.0.icode')).toBe(false);
  expect(askedBy(['*'])('serial')).toBe(true);
  expect(askedBy(['seria.'])('serial')).toBe(false);
  expect(askedBy(undefined)('serial')).toBe(true);
  expect(askedBy([])('serial')).toBe(false);
});

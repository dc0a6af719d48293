import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { deviceAuthorization } from '../../src/auth/device.ts';
import { createSchema } from '../../src/schema.ts';
import {
  admin,
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makePatient,
  running,
  usePortal,
  type TestViewer,
} from '../harness.ts';
import { refusalIn, restOperations, rootFields } from './operations.ts';

usePortal();

/** Writes of support staff, which the viewer of these tests is not. */
const OF_SUPPORT = /^\/api\/(announcements(\/\{id\})?|migrate\/patients|orgs(\/get-location|\/\{dme_id\}\/migrate)?)$/;

let viewer: TestViewer;
const ids: Record<string, number> = {};
let serial: string;
beforeAll(async () => {
  viewer = await asViewer();
  const patient = await makePatient(viewer.orgId);
  const machine = await makeMachine(viewer.orgId);
  const history = await makeHistory(patient, machine);
  // DELETE ignores any body, so each call has its own assignment.
  const deletable = await makeHistory(patient, await makeMachine(viewer.orgId), { end_date: '2026-01-01' });
  const row = { org_id: viewer.orgId, patient_id: patient.id };
  const record = await make('settings_records', {
    ...row,
    history_id: history,
    status: 'pending',
    values: {},
    is_edit: true,
    created_at: new Date(),
  });
  const session = await make('connections', {
    ...row,
    machine_org_id: viewer.orgId,
    machine_id: machine.id,
    start_time: new Date(),
  });
  serial = machine.serial;
  Object.assign(ids, {
    record,
    session,
    patient: patient.id,
    id: patient.id,
    history,
    deviceId: history,
    machineId: machine.id,
    deletable,
    org: viewer.orgId,
  });
});
/** Valid device bodies, to which each test adds one invalid value. */
const ofDevice = (value: unknown): unknown[] => {
  const now = new Date().toISOString();
  return [
    { terminal_type: 1, device_time: value },
    { terminal_type: value, device_time: now },
    { terminal_type: 1, device_time: now, iccid: value },
    { result: 'refused', reason: value },
    { result: 'clamped', values: value },
    { values: { mode: value } },
    { values: { mode: 'CPAP', [typeof value === 'string' ? value : 'x']: 1 } },
    { values: { mode: 'CPAP' }, device_time: now, changed_at: value },
    { device_time: now, nights: [value] },
    ...['night', 'minutes', 'ahi', 'leak'].map((field) => ({
      device_time: now,
      nights: [{ night: '2026-01-02', minutes: 1, [field]: value }],
    })),
  ];
};
/** Invalid values that a device sends instead of a session. */
const proof = (device: boolean | undefined): Record<string, string> =>
  device ? { authorization: deviceAuthorization(running().app.config, serial) } : {};
/** Signing out, and too many wrong PINs, end the session. */
const signInAgain = async () => void (viewer = await asViewer({ orgId: ids.org! }));
beforeEach(signInAgain);

const addressOf = (path: string, method = 'GET') =>
  (method === 'DELETE' ? path.replace('{deviceId}', '{deletable}') : path).replace(/\{(\w+)\}/g, (_all, name: string) =>
    String(ids[name] ?? 1),
  );
const HOSTILE: unknown[] = [
  null,
  true,
  -1,
  1e300,
  '',
  "%' or 1=1 --",
  '\0',
  '\u{1F9E8}',
  '\ud800',
  'x'.repeat(5000),
  '{{7*7}}',
  [],
  [null],
  [{}],
  {},
  { toString: 1 },
  ['x', 'y'],
];
const FIELDS = [
  'name',
  'serial_number',
  'pin_number',
  'start_date',
  'end_date',
  'serial',
  'patient_id',
  'codes',
  'email',
  'password',
  'iccid',
  'terminal_type',
  'device_time',
  'exit_flag',
  'result',
  'values',
  'reason',
  'changed_at',
  'nights',
];
const LEAKS = /<html|syntax error|violates|relation "|column "|node_modules|\.ts:|at async|ECONN|PostgreSQL|MikroORM/i;

describe.each(
  restOperations.filter(({ method }) => method !== 'GET').map((route) => [route.operation, route] as const),
)('%s', (operation, { method, path, device }) => {
  test('returns a documented error in JSON for any value in any field, and never a fault', async () => {
    const faults: unknown[] = [];
    for (const value of HOSTILE) {
      const inner =
        operation === 'POST /api/icode-reports'
          ? [
              { serial: 'A00000000001', codes: [value] },
              { serial: 'A00000000001', codes: [{ collected: value, icode: value }] },
            ]
          : device
            ? ofDevice(value)
            : [];
      const bodies: unknown[] = [Object.fromEntries(FIELDS.map((field) => [field, value])), ...inner];
      for (const body of bodies) {
        const answer = await viewer.rest(method, addressOf(path, method), body, proof(device));
        if (answer.status === 401) await signInAgain();
        if (answer.status >= 500 || LEAKS.test(answer.text) || (answer.text && !answer.body))
          faults.push([JSON.stringify(value)?.slice(0, 40), answer.status, answer.text.slice(0, 200)]);
      }
    }
    expect(faults).toEqual([]);
  });

  test.each<[string, string, Record<string, string>, number]>([
    ['malformed JSON', '{"a":', {}, 400],
    ['a text', '"x"', {}, 400],
    ['2 MB', JSON.stringify({ a: 'x'.repeat(2 * 1024 * 1024) }), {}, 413],
    ['plain text', 'a=b', { 'content-type': 'text/plain' }, 415],
    ['XML', '<a/>', { 'content-type': 'application/xml' }, 415],
    ['a broken compression', 'x', { 'content-encoding': 'gzip' }, 400],
    ['an unknown compression', 'x', { 'content-encoding': 'x-unknown' }, 415],
  ])('returns the right status in JSON for %s', async (_title, body, headers, status) => {
    const answer = await viewer.rest(method, addressOf(path, method), body, {
      'content-type': 'application/json',
      ...proof(device),
      ...headers,
    });
    // Who may not write is refused before the body is looked at.
    const expected =
      status === 415 && OF_SUPPORT.test(path) && headers['content-encoding'] === undefined ? 403 : status;
    expect([answer.status, Object.keys(refusalIn(answer.body))]).toEqual([expected, ['message']]);
  });
});

describe.each(
  restOperations.filter(({ method }) => method === 'GET').map((route) => [route.operation, route] as const),
)('%s', (_operation, { path }) => {
  test('returns its own answer or an error for any query, and never a fault', async () => {
    const queries = [
      'page=0',
      'page=-1',
      'page=9999',
      'page=1e9',
      'page[]=1',
      'limit=1e9',
      'limit=0',
      'limit[a]=1',
      'orderBy=password',
      'orderBy=id;drop table users',
      'orderBy[]=x',
      'orderBy=__proto__',
      'orderDir=sideways',
      'searchTerm=%25',
      "searchTerm='",
      'searchTerm=%00',
      'searchTerm=_',
      'searchTerm[]=x',
      `searchTerm=${'x'.repeat(3000)}`,
      'searchTerm=%E0%A4%A',
      'filters[password][equal]=x',
      'filters[__proto__][equal]=x',
      'filters[last_name][like]=x',
      'filters=x',
      'last_name[contain]=%25',
      'constructor=x',
      'csv=maybe',
      'serial[]=x',
      'serial=%00',
      'patient_id=x',
      'patient_id[]=1',
      `patient_id=${'9'.repeat(30)}`,
    ];
    const faults: unknown[] = [];
    await Promise.all(
      queries.map(async (query) => {
        const answer = await viewer.rest('GET', `${addressOf(path)}?${query}`);
        if (answer.status >= 500 || LEAKS.test(answer.text))
          faults.push([query.slice(0, 60), answer.status, answer.text.slice(0, 200)]);
      }),
    );
    expect(faults).toEqual([]);
  });
});

const fields = rootFields(await createSchema()).filter(
  ({ kind, variables }) => kind !== 'subscription' && Object.keys(variables).length > 0,
);

type Tree = Record<string, unknown>;
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);
const leaves = (tree: Tree): string[][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    isTree(value) ? leaves(value).map((path) => [key, ...path]) : [[key]],
  );
const replaced = (tree: Tree, [key, ...rest]: string[], value: unknown): Tree => ({
  ...tree,
  [key!]: rest.length === 0 ? value : replaced(tree[key!] as Tree, rest, value),
});

describe('every root field', () => {
  test.each(fields.map((field) => [field.operation, field] as const))(
    '%s returns a documented error for any variable, and never a fault',
    async (operation, { document, variables }) => {
      const faults: unknown[] = [];
      // Replaces one leaf at a time and keeps the rest valid.
      for (const path of leaves(variables)) {
        for (const value of HOSTILE) {
          const { status, body, text } = await viewer.rest('POST', '/graphql', {
            query: document,
            variables: replaced(variables, path, value),
          });
          if (text.includes('UNAUTHENTICATED')) await signInAgain();
          const codes = (body.errors ?? []).map(({ extensions }: { extensions: { code: string } }) => extensions.code);
          if (status >= 500 || codes.includes('INTERNAL_SERVER_ERROR') || LEAKS.test(text))
            faults.push([operation, path, JSON.stringify(value)?.slice(0, 80), status, text.slice(0, 200)]);
        }
      }
      expect(faults).toEqual([]);
    },
  );
});

describe('an address that is not served', () => {
  test('is a 404 below /api, and a 405 that names the methods when another method is served', async () => {
    const missing = await viewer.rest('GET', '/api/nothing/here');
    expect([missing.status, missing.body]).toEqual([
      404,
      { message: 'The route api/nothing/here could not be found.' },
    ]);
    const wrong = await viewer.rest('DELETE', '/api/icode-reports');
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
    // One path, whose segment the documents name {patient} for one method and {id} for the other.
    expect((await viewer.rest('DELETE', '/api/patients/1/devices')).headers.get('allow')).toBe('GET, HEAD, POST');
    // Not the methods of /api/patients/{id}, whose parameter the last segment could be.
    expect((await viewer.rest('PUT', '/api/patients/datatable')).headers.get('allow')).toBe('GET, HEAD');
    const options = await viewer.rest('OPTIONS', '/api/icode-reports');
    expect([options.status, options.headers.get('allow'), options.text]).toEqual([200, 'GET, HEAD, POST', '']);
    expect((await viewer.rest('GET', '/api/patients/%E0%A4%A/devices')).status).toBe(400);
  });

  test('none of these requests changed the database beyond its own rows', async () => {
    // Of the values that are sent as a reason of Void, the texts are one.
    const { rows } = await admin.query(
      'select (select count(*) from device_history)::int + (select count(*) from voided_assignments)::int as histories',
    );
    expect(rows).toEqual([{ histories: 1 }]);
  });
});

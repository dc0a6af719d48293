import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import { faultsOf } from '../../test/fhir-schema.ts';
import {
  admin,
  anonymous,
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makeOrganization,
  makePatient,
  running,
  usePortalHere,
  type Client,
  type Ref,
  type TestViewer,
} from '../../test/harness.ts';
import { asToken, holdPoints } from '../../test/token.ts';

usePortalHere();

let staff: TestViewer, limited: TestViewer, partner: TestViewer;
let here: Ref, there: Ref, foreign: Ref;
type Machine = Awaited<ReturnType<typeof makeMachine>>;
let ofHere: Machine, ofThere: Machine, ofForeign: Machine;
let nightHere: number, nightThere: number, nightForeign: number;

const get = (path: string, who: Client = staff, headers: Record<string, string> = {}) =>
  who.rest('GET', `/fhir/r4/${path}`, undefined, headers);
const found = async (path: string, who: Client = staff): Promise<string[]> =>
  ((await get(path, who)).body.entry ?? []).map(({ resource }: { resource: { id: string } }) => resource.id);

const nightOf = (machine: Machine) =>
  make('usage_nights', {
    machine_org_id: machine.orgId,
    machine_id: machine.id,
    night: '2026-02-03',
    usage_date: '2026-02-03',
    source: 'wireless',
    minutes: 300,
  });

beforeAll(async () => {
  staff = await asViewer();
  const { orgId } = staff;
  partner = await asViewer({ orgId: await makeOrganization('ep', { name: 'Northern Sleep' }) });
  const place = (name: string) => make('locations', { org_id: orgId, name, country: 'US', is_primary: false });
  const [one, other] = [await place('here'), await place('there')];
  limited = await asViewer({ orgId, locationIds: [one] });
  here = await makePatient(orgId, { location_id: one });
  there = await makePatient(orgId, { location_id: other });
  foreign = await makePatient(partner.orgId);
  [ofHere, ofThere] = [await makeMachine(orgId), await makeMachine(orgId)];
  ofForeign = await makeMachine(partner.orgId);
  await makeHistory(here, ofHere, { start_date: '2026-01-01' });
  await makeHistory(there, ofThere, { start_date: '2026-01-01' });
  await makeHistory(foreign, ofForeign, { start_date: '2026-01-01' });
  [nightHere, nightThere, nightForeign] = [await nightOf(ofHere), await nightOf(ofThere), await nightOf(ofForeign)];
});

const NOT_FOUND = { severity: 'error', code: 'not-found', details: { text: 'Not found.' } };

describe("another organization's rows", () => {
  test('are not found by their ids, and the answer is that to an id of nothing', async () => {
    const paths = [
      `Patient/${foreign.id}`,
      `Device/${ofForeign.id}`,
      `Observation/${nightForeign}-usage`,
      `Organization/${partner.orgId}`,
    ];
    const missing = ['Patient/999999999', 'Device/999999999', 'Observation/999999999-usage', 'Organization/999999999'];
    const wrong = [
      'Patient/x',
      `Patient/0x1`,
      'Patient/_search',
      `Observation/${nightHere}`,
      `Patient/${here.id}-usage`,
    ];
    for (const path of [...paths, ...missing, ...wrong]) {
      const { status, headers, body } = await get(path);
      const diagnostics = `X-Request-Id: ${headers.get('x-request-id')}`;
      expect([path, status, body]).toEqual([
        path,
        404,
        { resourceType: 'OperationOutcome', issue: [{ ...NOT_FOUND, diagnostics }] },
      ]);
      expect(faultsOf(body)).toEqual([]);
    }
    for (const path of paths) expect([path, (await get(path, partner)).status]).toEqual([path, 200]);
  });

  test('are in no search', async () => {
    expect(await found('Patient')).toEqual([String(here.id), String(there.id)]);
    expect(await found(`Patient?_id=${foreign.id}`)).toEqual([]);
    expect(await found('Device')).toEqual([String(ofHere.id), String(ofThere.id)]);
    expect(await found(`Device?patient=${foreign.id}`)).toEqual([]);
    expect(await found('Observation?date=2026-02-03&code=usage')).toEqual([
      `${nightHere}-usage`,
      `${nightThere}-usage`,
    ]);
    expect(await found(`Observation?patient=${foreign.id}`)).toEqual([]);
    expect(await found('Organization')).toEqual([String(staff.orgId)]);
  });
});

test('a user of a location finds the rows of that location alone', async () => {
  expect(await found('Patient', limited)).toEqual([String(here.id)]);
  expect((await get('Patient', limited)).body.total).toBe(1);
  expect(await found('Device', limited)).toEqual([String(ofHere.id)]);
  expect(await found('Observation?date=2026-02-03&code=usage', limited)).toEqual([`${nightHere}-usage`]);
  for (const path of [`Patient/${there.id}`, `Device/${ofThere.id}`, `Observation/${nightThere}-usage`])
    expect([path, (await get(path, limited)).status]).toEqual([path, 404]);
});

describe('a token', () => {
  test('without the scope is forbidden, and the answer names the scopes', async () => {
    const viewer = await asViewer({ can: ['view.patient', 'org.user.device', 'upload.device.usage'] });
    const token = await asToken(viewer, ['upload.device.usage']);
    for (const [path, scopes] of [
      ['Patient', 'view.patient, viewAny.patient'],
      ['Patient/1', 'view.patient, viewAny.patient'],
      ['Observation', 'view.patient, viewAny.patient'],
      ['Device', 'org.user.device, support.user.device, viewAny.device'],
      ['Organization', 'view.patient, viewAny.patient, org.user.device, support.user.device, viewAny.device'],
    ] as const) {
      const { status, headers, body } = await get(path, token);
      expect([path, status, body.issue[0].code, faultsOf(body)]).toEqual([path, 403, 'forbidden', []]);
      expect(body.issue[0].details.text).toBe(`Invalid scope(s) provided. One of these scopes is missing: ${scopes}.`);
      expect(headers.get('www-authenticate')).toContain('insufficient_scope');
    }
    expect((await get('metadata', token)).status).toBe(200);
  });

  test('of patients sees no device, and one of devices no patient, not even as a reference', async () => {
    const { orgId } = staff;
    const viewer = await asViewer({ orgId, can: ['view.patient', 'org.user.device'] });
    const [patients, devices, both] = [
      await asToken(viewer, ['view.patient']),
      await asToken(viewer, ['org.user.device']),
      await asToken(viewer, ['view.patient', 'org.user.device']),
    ];
    const night = `Observation/${nightHere}-usage`;
    expect((await get(night, both)).body.device).toEqual({ reference: `Device/${ofHere.id}` });
    expect((await get(night, patients)).body).not.toHaveProperty('device');
    expect((await get(night, devices)).status).toBe(403);
    expect((await get(`Device/${ofHere.id}`, both)).body.patient).toEqual({ reference: `Patient/${here.id}` });
    expect((await get(`Device/${ofHere.id}`, devices)).body).not.toHaveProperty('patient');
    expect(await found(`Device?patient=${here.id}`, both)).toEqual([String(ofHere.id)]);
    expect(await found(`Device?patient=${here.id}`, devices)).toEqual([]);
    expect((await get(`Device/${ofHere.id}`, patients)).status).toBe(403);
    for (const token of [patients, devices]) expect((await get(`Organization/${orgId}`, token)).status).toBe(200);
  });

  test('pays for a search as for a list of GraphQL, and is refused when its points are spent', async () => {
    const token = await asToken(await asViewer({ can: ['view.patient'] }), ['view.patient']);
    const left = async (path: string) => Number((await get(path, token)).headers.get('x-ratelimit-remaining'));
    const limit = running().app.config.tokenPointsPerHour;
    await holdPoints(token, 1);
    expect(limit - (await left('Patient?_count=10')) - 1).toBe(31);
    await holdPoints(token, 1);
    expect(limit - (await left('Patient?_count=10&family=a')) - 1).toBe(36);
    await holdPoints(token, 1);
    expect(limit - (await left('Patient?_count=10&name=a')) - 1).toBe(131);
    await holdPoints(token, 1);
    expect(limit - (await left('Patient?_count=0&family=a')) - 1).toBe(56);
    await holdPoints(token, limit);
    const { status, headers, body } = await get('Patient', token);
    expect([status, body.issue[0].code, faultsOf(body)]).toEqual([429, 'throttled', []]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('may search with many parameters, until they cost more than one request may', async () => {
    const query = Array.from({ length: 8 }, (_, n) => `name=a${n},b${n}`).join('&');
    const { status, body } = await get(`Patient?_count=0&${query}`);
    expect([status, body.issue[0].code]).toEqual([400, 'too-costly']);
  });
});

describe('every refusal and fault is an OperationOutcome with the id of the request', () => {
  test.each<[string, string, string, number, string]>([
    ['without a sign-in', 'GET', '/fhir/r4/Patient', 401, 'login'],
    ['at an unknown address', 'GET', '/fhir/r4/Practitioner', 404, 'not-found'],
    ['at the base', 'GET', '/fhir/r4', 404, 'not-found'],
    ['at another version', 'GET', '/fhir/r5/metadata', 404, 'not-found'],
    ['above the base', 'GET', '/fhir', 404, 'not-found'],
    ['for a method that is not served', 'PUT', '/fhir/r4/Patient/1', 405, 'not-supported'],
    ['for a resource that is created', 'POST', '/fhir/r4/Patient', 405, 'not-supported'],
  ])('%s', async (_title, method, path, expected, code) => {
    const { status, headers, body } = await anonymous().rest(method, path);
    expect([status, headers.get('content-type')]).toEqual([expected, 'application/fhir+json; charset=utf-8']);
    expect([body.issue[0].code, body.issue[0].diagnostics]).toEqual([
      code,
      `X-Request-Id: ${headers.get('x-request-id')}`,
    ]);
    expect(faultsOf(body)).toEqual([]);
  });

  test('for a body that cannot be read', async () => {
    const { status, body } = await staff.rest('POST', '/fhir/r4/Patient/_search', '{"family"');
    expect([status, body.issue[0].code, faultsOf(body)]).toEqual([400, 'invalid', []]);
  });

  test('and says nothing of a fault', async () => {
    await admin.query('alter table organizations rename column name to title');
    const errors = jest.spyOn(running().app.log, 'error').mockImplementation(() => undefined);
    try {
      const { status, body } = await get(`Organization/${staff.orgId}`);
      expect([status, body.issue[0].code, faultsOf(body)]).toEqual([500, 'exception', []]);
      expect(JSON.stringify(body)).not.toMatch(/title|column|select/i);
      expect(errors).toHaveBeenCalled();
    } finally {
      errors.mockRestore();
      await admin.query('alter table organizations rename column title to name');
    }
  });

  test('in the language of the client', async () => {
    const { body } = await get('Patient/x', anonymous(), { 'accept-language': 'es' });
    expect(body.issue[0].details.text).toBe('No ha iniciado sesión.');
  });
});

test('each read leaves a line with the patients that it showed', async () => {
  const viewer = await asViewer({ orgId: staff.orgId });
  const lines = async (operation: string) => {
    await running().app.readLog.flush();
    const { rows } = await admin.query<{ patient_ids: number[] }>(
      "select patient_ids from audit_log where actor_user_id = $1 and operation = $2 and outcome = 'read' order by id",
      [viewer.userId, operation],
    );
    return rows.map((row) => row.patient_ids.map(Number).sort((a, b) => a - b));
  };
  await get(`Patient/${here.id}`, viewer);
  await get('Patient', viewer);
  await get('Patient?family=none', viewer);
  await get(`Device/${ofHere.id}`, viewer);
  await get('Device', viewer);
  await get(`Observation/${nightHere}-ahi`, viewer);
  await get('Observation?date=2026-02-03', viewer);
  await get('Observation?date=2026-02-03&_count=1', viewer);
  await viewer.rest('POST', '/fhir/r4/Patient/_search', `_id=${there.id}`, {
    'content-type': 'application/x-www-form-urlencoded',
  });
  const both = [here.id, there.id];
  expect(await lines('GET /fhir/r4/Patient/{id}')).toEqual([[here.id]]);
  expect(await lines('GET /fhir/r4/Patient')).toEqual([both, []]);
  expect(await lines('GET /fhir/r4/Device/{id}')).toEqual([[here.id]]);
  expect(await lines('GET /fhir/r4/Device')).toEqual([both]);
  expect(await lines('GET /fhir/r4/Observation/{id}')).toEqual([[here.id]]);
  expect(await lines('GET /fhir/r4/Observation')).toEqual([both, [here.id]]);
  expect(await lines('POST /fhir/r4/Patient/_search')).toEqual([[there.id]]);
});

import { beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { faultsOf } from '../../test/fhir-schema.ts';
import {
  admin,
  anonymous,
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makePatient,
  running,
  usePortal,
  type Ref,
  type TestViewer,
} from '../../test/harness.ts';

usePortal();

let staff: TestViewer;
let robin: Ref;
let machine: Awaited<ReturnType<typeof makeMachine>>;
let system: string;
const get = (path: string, who: { rest: TestViewer['rest'] } = staff) => who.rest('GET', `/fhir/r4/${path}`);

beforeAll(async () => {
  staff = await asViewer();
  system = running().app.config.publicUrl;
  await admin.query("update organizations set timezone = 'America/Los_Angeles', name = 'Bay Sleep' where id = $1", [
    staff.orgId,
  ]);
  robin = await makePatient(staff.orgId, {
    first_name: 'Robin',
    last_name: 'Reyes',
    assigned_id: 'N-17',
    birth_date: '1960-05-17',
    sex: 'f',
    email: 'robin@example.test',
    phone: '5185550100',
    mobile_phone: '5185550101',
    address1: '1 Main St',
    address2: 'Apt 2',
    city: 'Albany',
    state: 'NY',
    zip: '12207',
  });
  machine = await makeMachine(staff.orgId);
  await makeHistory(robin, machine, { start_date: '2026-01-01' });
  for (const [table, { id }, time] of [
    ['patients', robin, '2026-02-04T16:30:00Z'],
    ['machines', machine, '2026-02-05T16:30:00Z'],
  ] as const) {
    await admin.query(`alter table ${table} disable trigger user`);
    await admin.query(`update ${table} set updated_at = $2 where id = $1`, [id, time]);
    await admin.query(`alter table ${table} enable trigger user`);
  }
});

async function makeNight(row: object): Promise<number> {
  const night = { machine_org_id: staff.orgId, machine_id: machine.id, source: 'wireless', minutes: 415, ahi: 2.5 };
  return make('usage_nights', { ...night, ...row });
}

describe('a patient', () => {
  test('has the identifiers, the name, the addresses and the organization that the portal shows', async () => {
    const { status, headers, body } = await get(`Patient/${robin.id}`);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/fhir+json; charset=utf-8']);
    expect(body).toEqual({
      resourceType: 'Patient',
      id: String(robin.id),
      meta: { lastUpdated: '2026-02-04T16:30:00.000Z' },
      identifier: [
        { use: 'official', system: `${system}/fhir/sid/patient`, value: String(robin.id) },
        { use: 'secondary', system: `${system}/fhir/sid/patient-number`, value: 'N-17' },
      ],
      active: true,
      name: [{ use: 'official', family: 'Reyes', given: ['Robin'] }],
      telecom: [
        { system: 'phone', use: 'home', value: '5185550100' },
        { system: 'phone', use: 'mobile', value: '5185550101' },
        { system: 'email', value: 'robin@example.test' },
      ],
      gender: 'female',
      birthDate: '1960-05-17',
      address: [{ line: ['1 Main St', 'Apt 2'], city: 'Albany', state: 'NY', postalCode: '12207', country: 'US' }],
      managingOrganization: { reference: `Organization/${staff.orgId}` },
    });
    expect(faultsOf(body)).toEqual([]);
  });

  test('has no empty part for what is not known', async () => {
    const none = { assigned_id: null, birth_date: null, sex: null, email: null, phone: null, mobile_phone: null };
    const place = { city: null, state: null, zip: null };
    const { id } = await makePatient(staff.orgId, { ...none, ...place, is_rules_active: false });
    const { body } = await get(`Patient/${id}`);
    expect(Object.keys(body)).toEqual([
      'resourceType',
      'id',
      'meta',
      'identifier',
      'active',
      'name',
      'managingOrganization',
    ]);
    expect([body.active, body.identifier]).toEqual([false, [expect.objectContaining({ value: String(id) })]]);
    expect(faultsOf(body)).toEqual([]);
  });

  test('is valid whatever its fields are, alone and in a Bundle', async () => {
    const text = fc.option(fc.string({ unit: 'grapheme', maxLength: 20 }).map((one) => one.replaceAll('\0', '')));
    const rows = fc.sample(
      fc.record({
        first_name: text.map((one) => one ?? ''),
        last_name: text.map((one) => one ?? ' '),
        assigned_id: text,
        email: text,
        phone: text,
        mobile_phone: text,
        address1: text,
        address2: text,
        city: text,
        state: text,
        zip: text,
        sex: fc.option(fc.constantFrom('f', 'm', 'o')),
        birth_date: fc.option(fc.constantFrom('1900-01-01', '2000-02-29', '1999-12-31')),
      }),
      { numRuns: 60, seed: 4716 },
    );
    const { orgId } = staff;
    const other = await asViewer();
    for (const row of rows) await makePatient(other.orgId, row);
    expect(orgId).not.toBe(other.orgId);
    const { body } = await get('Patient?_count=100', other);
    expect(body.entry).toHaveLength(60);
    expect(faultsOf(body)).toEqual([]);
    for (const { resource } of body.entry) expect([resource, faultsOf(resource)]).toEqual([resource, []]);
  });
});

describe('a night', () => {
  test('is its use in minutes and its events per hour, from noon to noon in the zone of the organization', async () => {
    const night = await makeNight({
      night: '2026-02-03',
      usage_date: '2026-02-03',
      arrived_at: '2026-02-04T16:30:00Z',
    });
    const { body } = await get(`Observation/${night}-usage`);
    expect(body).toEqual({
      resourceType: 'Observation',
      id: `${night}-usage`,
      meta: { lastUpdated: '2026-02-04T16:30:00.000Z' },
      status: 'final',
      category: [
        {
          coding: [{ system: 'http://terminology.hl7.org/CodeSystem/observation-category', code: 'therapy' }],
        },
      ],
      code: { coding: [{ system: `${system}/fhir/cs/night`, code: 'usage' }], text: 'Device-reported use in a night' },
      subject: { reference: `Patient/${robin.id}` },
      effectivePeriod: { start: '2026-02-03T12:00:00-08:00', end: '2026-02-04T11:59:59-08:00' },
      issued: '2026-02-04T16:30:00.000Z',
      valueQuantity: { value: 415, unit: 'min', system: 'http://unitsofmeasure.org', code: 'min' },
      method: {
        coding: [{ system: `${system}/fhir/cs/night-source`, code: 'wireless' }],
        text: 'Sent by the device',
      },
      device: { reference: `Device/${machine.id}` },
    });
    const { body: ahi } = await get(`Observation/${night}-ahi`);
    expect([ahi.code.coding[0].code, ahi.valueQuantity]).toEqual([
      'ahi',
      { value: 2.5, unit: 'events/h', system: 'http://unitsofmeasure.org', code: '/h' },
    ]);
    expect([...faultsOf(body), ...faultsOf(ahi)]).toEqual([]);
  });

  test('in which the clock changes ends with the other offset', async () => {
    const night = await makeNight({ night: '2026-03-07', usage_date: '2026-03-07' });
    expect((await get(`Observation/${night}-usage`)).body.effectivePeriod).toEqual({
      start: '2026-03-07T12:00:00-08:00',
      end: '2026-03-08T11:59:59-07:00',
    });
  });

  test('without use is zero, and what its source does not have is absent', async () => {
    const night = await makeNight({
      night: '2026-02-10',
      usage_date: '2026-02-10',
      source: 'qr',
      minutes: 0,
      ahi: null,
    });
    const [usage, ahi] = [await get(`Observation/${night}-usage`), await get(`Observation/${night}-ahi`)];
    expect(usage.body.valueQuantity.value).toBe(0);
    expect(usage.body).not.toHaveProperty('dataAbsentReason');
    expect(ahi.body).not.toHaveProperty('valueQuantity');
    expect(ahi.body.dataAbsentReason).toEqual({
      coding: [{ system: 'http://terminology.hl7.org/CodeSystem/data-absent-reason', code: 'unknown' }],
    });
    expect([...faultsOf(usage.body), ...faultsOf(ahi.body)]).toEqual([]);
    const { body } = await get('Observation?date=2026-02-11');
    expect(body).not.toHaveProperty('entry');
    expect(body.total).toBe(0);
  });

  test('whose date was corrected is corrected, and has the date that counts', async () => {
    const night = await makeNight({ night: '2026-04-02', usage_date: '2026-04-05' });
    const { body } = await get(`Observation/${night}-usage`);
    expect([body.status, body.effectivePeriod.start]).toEqual(['corrected', '2026-04-05T12:00:00-07:00']);
    expect(faultsOf(body)).toEqual([]);
  });

  test.each([
    ['that was voided', { source: 'sd', state: 9 }],
    ['that is not valid', { state: 2 }],
    ['of a device without a patient', { usage_date: '2025-06-01', night: '2025-06-01' }],
  ])('%s is not found', async (_title, row) => {
    const night = await makeNight({ night: '2026-05-01', usage_date: '2026-05-01', ...row });
    expect((await get(`Observation/${night}-usage`)).status).toBe(404);
    await admin.query('delete from usage_nights where id = $1', [night]);
  });
});

test('a device has its serial number, its model, its patient and its owner', async () => {
  const { body } = await get(`Device/${machine.id}`);
  const model = (await admin.query('select name, kind from machine_models where id = 1')).rows[0];
  expect(body).toEqual({
    resourceType: 'Device',
    id: String(machine.id),
    meta: { lastUpdated: '2026-02-05T16:30:00.000Z' },
    identifier: [{ use: 'official', system: `${system}/fhir/sid/serial`, value: machine.serial }],
    serialNumber: machine.serial,
    deviceName: [{ name: model.name, type: 'model-name' }],
    type: { coding: [{ system: `${system}/fhir/cs/device-kind`, code: model.kind }], text: model.kind },
    patient: { reference: `Patient/${robin.id}` },
    owner: { reference: `Organization/${staff.orgId}` },
  });
  expect(faultsOf(body)).toEqual([]);
  const free = await makeMachine(staff.orgId);
  expect((await get(`Device/${free.id}`)).body).not.toHaveProperty('patient');
});

test('an organization has its name and its type', async () => {
  const { body } = await get(`Organization/${staff.orgId}`);
  expect(body).toEqual({
    resourceType: 'Organization',
    id: String(staff.orgId),
    identifier: [{ use: 'official', system: `${system}/fhir/sid/organization`, value: String(staff.orgId) }],
    name: 'Bay Sleep',
    type: [{ coding: [{ system: `${system}/fhir/cs/organization-type`, code: 'ep' }], text: 'Equipment Provider' }],
  });
  expect(faultsOf(body)).toEqual([]);
});

test('the CapabilityStatement names to anyone what is served, and is valid', async () => {
  const { status, body } = await get('metadata', anonymous());
  expect(status).toBe(200);
  expect(faultsOf(body)).toEqual([]);
  expect([body.fhirVersion, body.kind, body.implementation.url]).toEqual([
    '4.0.1',
    'instance',
    `${staff.origin}/fhir/r4`,
  ]);
  const served = Object.fromEntries(
    body.rest[0].resource.map((one: { type: string; searchParam: { name: string }[] }) => [
      one.type,
      one.searchParam.map(({ name }) => name),
    ]),
  );
  expect(served).toEqual({
    Device: ['_id', 'identifier', 'patient', '_lastUpdated', '_since'],
    Observation: ['patient', 'subject', 'code', 'date', '_lastUpdated', '_since'],
    Organization: ['_id', 'identifier', 'name'],
    Patient: ['_id', 'identifier', 'family', 'given', 'name', 'birthdate', '_lastUpdated', '_since'],
  });
  for (const { interaction } of body.rest[0].resource)
    expect(interaction).toEqual([{ code: 'read' }, { code: 'search-type' }]);
});

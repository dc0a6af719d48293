import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { admin, asViewer, make, makePatient, usePortal, type TestViewer } from '../../test/harness.ts';

usePortal();

/** Document 001, section 3, in its order. */
const DOCUMENTED = [
  'id',
  'assigned_id',
  'is_rules_active',
  'first_name',
  'last_name',
  'birth_date',
  'sex',
  'therapy_start',
  'current_serial',
  'device_pin',
  'note',
  'address1',
  'address2',
  'country',
  'city',
  'state',
  'zip',
  'phone',
  'mobile_phone',
  'clinician_id',
  'physician_id',
  'dme_id',
  'last_report',
  'adherence_category_id',
  'prescription_id',
];

let viewer: TestViewer;
let location: number;
let body: Record<string, unknown>;
beforeAll(async () => {
  viewer = await asViewer();
  location = await make('locations', { org_id: viewer.orgId, name: 'Here', country: 'US', is_primary: false });
  body = {
    assigned_id: 'A-17',
    is_rules_active: 1,
    first_name: 'Grace',
    last_name: 'Hopper',
    birth_date: '1956-12-09',
    sex: 'f',
    therapy_start: null, // with one, a job computes compliance between two answers
    current_serial: null,
    device_pin: '',
    note: 'Calls at night.',
    address1: '1 Main St',
    address2: '',
    country: 'US',
    city: 'Albany',
    state: 'NY',
    zip: '12207',
    phone: '(518) 555-0100',
    mobile_phone: null,
    clinician_id: viewer.userId,
    physician_id: null,
    dme_id: viewer.orgId,
    location_id: location,
    email: 'grace@example.test',
  };
});
const add = (change: object = {}, headers = {}) =>
  viewer.rest('POST', '/api/patients', { ...body, ...change }, headers);
const patch = (id: number, change: object, headers = {}) =>
  viewer.rest('PATCH', `/api/patients/${id}`, change, headers);

describe('POST /api/patients', () => {
  test('answers 201 with every documented field, and GET answers the same', async () => {
    const { status, body: answer } = await add();
    expect([status, answer.data]).toEqual([
      201,
      expect.objectContaining({
        ...body,
        is_rules_active: true,
        device_pin: null,
        address2: null,
        phone: '5185550100',
        last_report: null,
        adherence_category_id: null,
        prescription_id: null,
      }),
    ]);
    expect(Object.keys(answer.data)).toEqual(expect.arrayContaining(DOCUMENTED));
    expect((await viewer.rest('GET', `/api/patients/${answer.data.id}`)).body).toEqual(answer);
  });

  test('answers 422 under the documented names; a validate-only request only those asked for, and stores nothing', async () => {
    const count = async () => (await admin.query('select count(*)::int as n from patients')).rows[0].n;
    const before = await count();
    const wrong = {
      last_name: '',
      birth_date: '1899-12-31',
      zip: '1',
      dme_id: 999_999,
      mobile_phone: 'x',
      city: null,
    };
    const answer = await add(wrong);
    expect([answer.status, Object.keys(answer.body.errors).sort()]).toEqual([
      422,
      ['birth_date', 'city', 'last_name', 'mobile_phone', 'zip'],
    ]);
    for (const dme_id of [999_999, -2_147_483_649, 2_147_483_648])
      expect(Object.keys((await add({ dme_id })).body.errors)).toEqual(['dme_id']);
    const asking = (names: string) => ({ precognition: 'true', 'precognition-validate-only': names });
    expect(Object.keys((await add(wrong, asking('zip,first_name'))).body.errors)).toEqual(['zip']);
    expect((await add({}, asking('dme_id,zip'))).status).toBe(204);
    expect(Object.keys((await add({ color: 'red', id: 4 })).body.errors)).toEqual(['color', 'id']);
    expect(await count()).toBe(before);
  });

  test('with an Idempotency-Key adds one patient, however often it is sent', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const [first, second] = [await add({}, headers), await add({}, headers)];
    expect([second.status, second.text]).toEqual([201, first.text]);
  });
});

describe('PATCH /api/patients/{id}', () => {
  test('changes what is sent, and takes the whole object back as it was read', async () => {
    const { data } = (await add()).body;
    const changed = await patch(data.id, { note: null, city: 'Troy' });
    expect([changed.status, changed.body.data]).toEqual([
      200,
      { ...data, note: null, city: 'Troy', version: data.version + 1 },
    ]);
    const whole = await patch(data.id, changed.body.data);
    expect([whole.status, whole.body]).toEqual([200, changed.body]);
  });

  test('answers 422 for an older version with the values of now, for read-only fields, and under documented names', async () => {
    const { id } = await makePatient(viewer.orgId, { dme_id: viewer.orgId });
    await patch(id, { note: 'first' });
    const late = await patch(id, { note: 'second', version: 1 });
    expect([late.status, late.body.code, late.body.conflict]).toEqual([
      422,
      'conflict',
      expect.objectContaining({ note: 'first', version: 2 }),
    ]);
    for (const [field, value] of Object.entries({
      id: 1,
      last_report: '2026-01-01',
      adherence_category_id: 2,
      prescription_id: 3,
      current_serial: 'A1',
      device_pin: '1234',
      dme_id: 999_999,
      therapy_start: '1999-01-01',
    }))
      expect([field, ...Object.keys((await patch(id, { [field]: value })).body.errors)]).toEqual([field, field]);
    expect((await patch(id, { adherence_category_id: null, prescription_id: null })).status).toBe(200);
  });

  test("a partner's change of the owner's fields is 422 at each of them", async () => {
    const { id } = await makePatient((await asViewer()).orgId, { dme_id: viewer.orgId });
    const refused = await patch(id, { note: 'x', zip: '10001', dme_id: null });
    expect([refused.status, Object.keys(refused.body.errors).sort()]).toEqual([422, ['dme_id', 'zip']]);
    expect((await patch(id, { note: 'x', therapy_start: '2026-05-01' })).status).toBe(200);
  });
});

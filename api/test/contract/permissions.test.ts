import { beforeAll, describe, expect, test } from '@jest/globals';
import type { GraphQLObjectType } from 'graphql';
import { PERMISSIONS, type Permission } from '../../src/auth/permissions.ts';
import { createSchema } from '../../src/schema.ts';
import { admin, asViewer, makeOrganization, usePortal, type Client, type TestViewer } from '../harness.ts';
import { call } from './call.ts';
import { GRAPHQL, OPERATIONS, REST, permissionsOf } from './contracts.ts';
import { arrange, type Things } from './permissions.fixture.ts';

usePortal();

/** Section 6: "Permission names". {host} is the portal that a user signs in to. */
const SECTION_6 = [
  'org.user.device',
  'support.user.device',
  'viewAny.device',
  'update.device',
  'delete.device',
  'update.device.pin',
  'update.device.settings',
  'create.device',
  'upload.device.icode',
] as const satisfies Permission[];

const schema = await createSchema();
const operationsOf = (permission: string) =>
  Object.keys(OPERATIONS).filter((operation) => permissionsOf(operation).includes(permission));

let orgId: number;
let reader: TestViewer;
let shared: Things;
beforeAll(async () => {
  orgId = await makeOrganization();
  reader = await asViewer({ orgId, can: ['view.patient'] });
  shared = await arrange(orgId, reader);
});

/** What an operation is about: reads share it. */
const thingsFor = (operation: string) => (OPERATIONS[operation]![1] === 'write' ? arrange(orgId, reader) : shared);

const done = async () =>
  (await admin.query("select count(*)::int as n from audit_log where outcome = 'done'")).rows[0].n as number;

describe.each(SECTION_6)('%s', (permission) => {
  const operations = operationsOf(permission);

  test('is required by exactly the operations of both APIs in this table', () => {
    expect(operations.filter((operation) => !(operation in GRAPHQL) && !(operation in REST))).toEqual([]);
    const [root, path] = [
      operations.filter((operation) => operation in GRAPHQL),
      operations.filter((operation) => operation in REST),
    ];
    expect([root.length > 0, path.length > 0]).toEqual([true, true]);
  });

  test('admits its holder, without any other documented permission, in GraphQL and in REST', async () => {
    const isSupport = permission === 'support.user.device';
    const holder = await asViewer({
      can: [isSupport ? 'viewAny.patient' : 'view.patient', permission],
      ...(isSupport ? { kind: 'support' as const } : { orgId }),
    });
    const answers: [string, string][] = [];
    for (const operation of operations)
      answers.push([operation, await call(holder, operation, await thingsFor(operation))]);
    expect(answers).toEqual(operations.map((operation) => [operation, 'done']));
  });

  test('cannot be replaced by all other permissions together: forbidden in GraphQL and in REST, and nothing changes', async () => {
    const things = await arrange(orgId, reader);
    const before = await done();
    const answers: [string, string][] = [];
    for (const operation of operations) {
      const other = await asViewer({
        orgId,
        can: PERMISSIONS.filter((name) => !permissionsOf(operation).includes(name)),
      });
      answers.push([operation, await call(other, operation, things)]);
    }
    expect(answers).toEqual(operations.map((operation) => [operation, 'FORBIDDEN']));
    expect(await done()).toBe(before);
  });
});

/** Each viewerCan… field that the page reads, and the mutation behind it. */
const OFFERS: [
  field: string,
  place: 'patient' | 'shared' | 'device' | 'unpinned',
  operation: string,
  rest: string | null,
  permission: Permission,
][] = [
  ['viewerCanAssignDevice', 'patient', 'Mutation.assignDevice', 'POST /api/patients/{id}/devices', 'create.device'],
  ['viewerCanEdit', 'device', 'Mutation.updateDevice', 'PATCH /api/patients/{id}/devices/{deviceId}', 'update.device'],
  [
    'viewerCanDelete',
    'device',
    'Mutation.deleteDevice',
    'DELETE /api/patients/{id}/devices/{deviceId}',
    'delete.device',
  ],
  [
    'viewerCanVoid',
    'device',
    'Mutation.voidDevice',
    'POST /api/patients/{id}/devices/{deviceId}/void',
    'delete.device',
  ],
  [
    'viewerCanAddPin',
    'unpinned',
    'Mutation.addDevicePin',
    'POST /api/patients/{id}/devices/{deviceId}/add-pin',
    'update.device.pin',
  ],
  // The documents name no path that submits settings.
  ['viewerCanEditSettings', 'device', 'Mutation.submitSettings', null, 'update.device.settings'],
  [
    'viewerCanDismissSettings',
    'device',
    'Mutation.dismissSettings',
    'POST /api/patients/{patient}/devices/{history}/pending_settings/dismiss',
    'update.device.settings',
  ],
  ['viewerCanWriteNotes', 'patient', 'Mutation.createPatientNote', null, 'create.patient.note'],
  ['viewerCanDecline', 'shared', 'Mutation.declinePatient', 'POST /api/patients/{id}/decline', 'update.patient'],
  ['viewerCanUpdate', 'patient', 'Mutation.updatePatient', 'PATCH /api/patients/{id}', 'update.patient'],
  ['viewerCanUploadICode', 'patient', 'Mutation.createICodeReports', 'POST /api/icode-reports', 'upload.device.icode'],
  [
    'viewerCanRecalculateCompliance',
    'patient',
    'Mutation.recalculateCompliance',
    'POST /api/dashboard/initial-compliance/patients/{id}/compliance',
    'update.device',
  ],
];

async function offered(
  who: Client,
  field: string,
  place: 'patient' | 'shared' | 'device' | 'unpinned',
  { patient, shared, history, unpinned }: Things,
): Promise<boolean> {
  const [owner, device] =
    place === 'unpinned' ? [unpinned.patient, unpinned.history] : [place === 'shared' ? shared : patient, history];
  const ofPatient = place === 'patient' || place === 'shared';
  const query = ofPatient
    ? `query ($id: ID!) { patient(id: $id) { ${field} } }`
    : `query ($id: ID!, $device: ID!) { patient(id: $id) { device(id: $device) { ${field} } } }`;
  const { patient: seen } = (
    await who.gql(query, { id: String(owner.id), ...(ofPatient ? {} : { device: String(device) }) })
  ).data;
  return ofPatient ? seen[field] : seen.device[field];
}

describe('an offered action succeeds and a hidden one is forbidden', () => {
  test('for every viewerCan… field of a patient and a device', () => {
    const names = ['Patient', 'DeviceHistory'].flatMap((name) =>
      Object.keys((schema.getType(name) as GraphQLObjectType).getFields()),
    );
    // The names of the fields that viewerCanUpdate is about: patients/patient-form.test.ts.
    const offers = names.filter((name) => name.startsWith('viewerCan') && name !== 'viewerCanUpdateFields');
    expect(offers.sort()).toEqual(OFFERS.map(([field]) => field).sort());
  });

  test.each(OFFERS)('%s with and without the permission', async (field, place, operation, rest, permission) => {
    const holder = await asViewer({ orgId, can: ['view.patient', permission] });
    const other = await asViewer({ orgId, can: PERMISSIONS.filter((name) => name !== permission) });
    for (const [who, may] of [
      [holder, true],
      [other, false],
    ] as const) {
      const things = await arrange(orgId, reader);
      expect(await offered(who, field, place, things)).toBe(may);
      expect(await call(who, operation, things)).toBe(may ? 'done' : 'FORBIDDEN');
      // What is refused changes nothing.
      const again = may ? await arrange(orgId, reader) : things;
      if (rest) expect(await call(who, rest, again)).toBe(may ? 'done' : 'FORBIDDEN');
    }
  });
});

describe('Serial link', () => {
  test.each<[string, Permission[], 'org' | 'support', RegExp | null]>([
    ['org-device route with {host}.user.device', ['org.user.device', 'viewAny.device'], 'org', /^\/org-device\//],
    ['the host of support staff is support', ['support.user.device', 'viewAny.device'], 'support', /^\/org-device\//],
    ['else devices route with viewAny.device', ['viewAny.device'], 'org', /^\/devices\//],
    ['else plain text', [], 'org', null],
  ])('%s', async (_sentence, can, host, path) => {
    const things = await arrange(orgId, reader);
    const who = await asViewer(
      host === 'support'
        ? { kind: 'support', can: ['viewAny.patient', ...can] }
        : { orgId, can: ['view.patient', ...can] },
    );
    const { data } = await who.gql('query ($id: ID!) { patient(id: $id) { devices { serialPath serial guid } } }', {
      id: String(things.patient.id),
    });
    const { serialPath, serial, guid } = data.patient.devices[0];
    expect([serial, guid]).toEqual([things.machine.serial, things.machine.guid]);
    if (path) expect([path.test(serialPath), serialPath.endsWith(`/${serial}/${guid}`)]).toEqual([true, true]);
    else expect(serialPath).toBeNull();
    // A link opens a page; where there is no link, the machine cannot be read.
    expect(await call(who, 'Query.machine', things)).toBe(path ? 'done' : 'FORBIDDEN');
  });
});

test('iCode Reports is shown to all', async () => {
  const { patient } = shared;
  expect((await reader.rest('GET', `/api/icode-reports?patient_id=${patient.id}`)).status).toBe(200);
  expect(
    (
      await reader.gql(
        'query ($id: Int!) { icodeReports(where: { patientId: { equal: $id } }) { edges { node { serial } } } }',
        { id: patient.id },
      )
    ).errors,
  ).toBeUndefined();
});

describe('Add Pin', () => {
  const ways = [
    'Mutation.addDevicePin',
    'POST /api/patients/{id}/devices/{deviceId}/add-pin',
    'Query.checkAddDevicePin',
    'POST /api/patients/{id}/devices/{machineId}/check-add-pin',
  ];
  const allow = (allowed: boolean) =>
    admin.query('update organizations set physician_can_add_missing_pin = $1 where id = $2', [allowed, orgId]);

  async function answers(who: TestViewer): Promise<[boolean, string[]]> {
    let things = await arrange(orgId, reader);
    const offers = await offered(who, 'viewerCanAddPin', 'unpinned', things);
    const outcomes: string[] = [];
    for (const operation of ways) {
      if (outcomes.at(-1) === 'done') things = await arrange(orgId, reader);
      outcomes.push(await call(who, operation, things));
    }
    return [offers, outcomes];
  }
  const may = [true, ways.map(() => 'done')];
  const mayNot = [false, ways.map(() => 'FORBIDDEN')];

  test.each([['org.physician'], ['org.clinical.staff'], ['org.clinical.admin']])(
    "a user with exactly one role, %s, needs the patient organization's physician_can_add_missing_pin",
    async (role) => {
      const who = await asViewer({ orgId, roles: [role] });
      await allow(false);
      expect(await answers(who)).toEqual(mayNot);
      await allow(true);
      expect(await answers(who)).toEqual(may);
    },
  );

  test.each([
    [['org.physician', 'org.clinical.staff']],
    [['org.physician', 'org.clinical.admin', 'org.clinical.staff']],
    [['org.physician', 'org.ep.staff']],
    [['org.ep.admin']],
    [['location.ep.staff']],
  ])('others need only update.device.pin: %j', async (roles) => {
    await allow(false);
    expect(await answers(await asViewer({ orgId, roles }))).toEqual(may);
  });

  test('the setting is that of the patient organization, not of the user', async () => {
    const clinic = await makeOrganization('clinical', { physician_can_add_missing_pin: true });
    const who = await asViewer({ orgId: clinic, roles: ['org.physician'] });
    const things = await arrange(orgId, reader, { patient: { physician_org_id: clinic } });
    await allow(false);
    expect([await offered(who, 'viewerCanAddPin', 'unpinned', things), await call(who, ways[0]!, things)]).toEqual([
      false,
      'FORBIDDEN',
    ]);
    await allow(true);
    expect([await offered(who, 'viewerCanAddPin', 'unpinned', things), await call(who, ways[0]!, things)]).toEqual([
      true,
      'done',
    ]);
  });

  test('a role without update.device.pin may not, even if the organization allows it', async () => {
    await allow(true);
    expect(await answers(await asViewer({ orgId, roles: ['group.clinical.staff'] }))).toEqual(mayNot);
  });

  test('is available only when the device has no pin and no end date', async () => {
    const who = await asViewer({ orgId, roles: ['org.ep.admin'] });
    const ended = await arrange(orgId, reader, { history: { end_date: '2026-03-01' } });
    expect([
      await offered(who, 'viewerCanAddPin', 'unpinned', ended),
      await call(who, ways[0]!, ended),
      await call(who, ways[1]!, ended),
    ]).toEqual([false, 'pin.device_ended', '422 pin.device_ended']);
    const things = await arrange(orgId, reader);
    await admin.query('update device_history set has_pin = true where id = $1', [things.unpinned.history]);
    expect([
      await offered(who, 'viewerCanAddPin', 'unpinned', things),
      await call(who, ways[0]!, things),
      await call(who, ways[1]!, things),
    ]).toEqual([false, 'pin.present', '422 pin.present']);
  });
});

describe('Editing or adding settings', () => {
  const SUBMIT = 'Mutation.submitSettings';
  const block = (blocked: boolean) =>
    admin.query('update organizations set disallow_external_device_edit = $1 where id = $2', [blocked, orgId]);
  const answers = async (who: TestViewer, things: Things) => [
    await offered(who, 'viewerCanEditSettings', 'device', things),
    await call(who, SUBMIT, things),
  ];

  test("is blocked when the patient organization sets disallow_external_device_edit and the user's organization differs from the patient's", async () => {
    const clinic = await makeOrganization('clinical');
    const external = await asViewer({ orgId: clinic, can: ['view.patient', 'update.device.settings'] });
    const own = await asViewer({ orgId, can: ['view.patient', 'update.device.settings'] });
    const shared = () => arrange(orgId, reader, { patient: { physician_org_id: clinic } });
    await block(true);
    expect(await answers(external, await shared())).toEqual([false, 'FORBIDDEN']);
    expect(await answers(own, await shared())).toEqual([true, 'done']);
    await block(false);
    expect(await answers(external, await shared())).toEqual([true, 'done']);
  });

  test('Edit shows only for devices assigned to the patient', async () => {
    const who = await asViewer({ orgId, can: ['view.patient', 'update.device.settings'] });
    expect(await answers(who, await arrange(orgId, reader, { history: { end_date: '2026-03-01' } }))).toEqual([
      false,
      'edit_settings.device_ended',
    ]);
  });
});

test('Settings History shows when history_size > 0, which both APIs return alike', async () => {
  const { patient, unpinned } = shared;
  const sizes = async ({ id }: { id: number }) => [
    (await reader.gql('query ($id: ID!) { patient(id: $id) { devices { historySize } } }', { id: String(id) })).data
      .patient.devices[0].historySize,
    (await reader.rest('GET', `/api/patients/${id}/devices`)).body.data[0].history_size,
  ];
  expect([await sizes(patient), await sizes(unpinned.patient)]).toEqual([
    [2, 2],
    [0, 0],
  ]);
});

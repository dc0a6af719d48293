import { beforeAll, describe, expect, test } from '@jest/globals';
import { countQueries } from '../../test/count-queries.ts';
import { linesOf } from '../../test/audit-lines.ts';
import {
  admin,
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makeOrganization,
  makePatient,
  type Ref,
  type TestViewer,
  usePortalHere,
} from '../../test/harness.ts';
import { runJob } from '../../test/run-job.ts';
import { asToken } from '../../test/token.ts';
import { matchHandOffJob } from '../hand-offs/hand-offs.jobs.ts';
import { toGlobalId } from '../shared/node.ts';

usePortalHere();

let viewer: TestViewer;
/** Ids of settings records, by what they are. */
const ids: Record<string, number> = {};

interface Device {
  history: number;
  patient: Ref;
  machine: Ref & { serial: string };
}

async function makeDevice(
  orgId: number,
  patientRow: object = {},
  machineRow: object = {},
  historyRow: object = {},
): Promise<Device> {
  const [patient, machine] = [await makePatient(orgId, { ...patientRow }), await makeMachine(orgId, { ...machineRow })];
  return {
    patient,
    machine,
    history: await makeHistory(patient, machine, { start_date: '2025-01-01', ...historyRow }),
  };
}

const addChange = (device: Device, status: string, at: string, row: object = {}) =>
  make('settings_records', {
    org_id: device.patient.orgId,
    patient_id: device.patient.id,
    history_id: device.history,
    status,
    values: { mode: 'CPAP', treat_p: 8 },
    is_edit: true,
    submitted_by_name: 'Doe, Jane',
    submitted_at: at,
    created_at: at,
    ...row,
  });

/** The changes that the list shows, by the names of `ids`, in its order. */
async function namesOf(args = '', as: Pick<TestViewer, 'gql'> = viewer): Promise<string[]> {
  const { data, errors } = await as.gql(`{ settingsChanges${args && `(${args})`} { edges { node { id } } } }`);
  expect(errors).toBeUndefined();
  const names = new Map(Object.entries(ids).map(([name, id]) => [toGlobalId('SettingsRecord', id), name]));
  return data.settingsChanges.edges.map(({ node }: { node: { id: string } }) => names.get(node.id) ?? node.id);
}

let first: Device;
let second: Device;
let locations: [number, number];
let orgName: string;

// Two devices of two models; each state and each reason once, days apart.
beforeAll(async () => {
  viewer = await asViewer();
  const { orgId } = viewer;
  orgName = (await admin.query<{ name: string }>('select name from organizations where id = $1', [orgId])).rows[0]!
    .name;
  const place = (name: string) => make('locations', { org_id: orgId, name, country: 'US', is_primary: false });
  locations = [await place('here'), await place('there')];
  first = await makeDevice(
    orgId,
    { last_name: 'Quill', location_id: locations[0] },
    { serial: 'A3900077001', model_id: 3 },
    { end_date: '2026-02-27' },
  );
  second = await makeDevice(
    orgId,
    { last_name: 'Zorn', location_id: locations[1] },
    { serial: 'B4800088002', model_id: 6 },
  );
  ids.replaced = await addChange(first, 'void', '2026-02-01T15:00:00Z');
  ids.delivered = await addChange(first, 'past', '2026-02-03T15:00:00Z', {
    sent_at: '2026-02-03T16:00:00Z',
    answered_at: '2026-02-03T16:00:05Z',
  });
  ids.refused = await addChange(first, 'failed', '2026-02-10T15:00:00Z', {
    failure: 'refused',
    refusal: 'No humidifier.',
    sent_at: '2026-02-10T16:00:00Z',
    answered_at: '2026-02-10T16:00:05Z',
  });
  ids.ended = await addChange(first, 'void', '2026-02-26T15:00:00Z', { failure: 'device-ended' });
  ids.expired = await addChange(second, 'failed', '2026-03-04T15:00:00Z', {
    failure: 'expired',
    expires_at: '2026-03-09T15:00:00Z',
  });
  ids.current = await addChange(second, 'current', '2026-03-08T15:00:00Z', { collected_at: '2026-03-09T15:00:00Z' });
  ids.pending = await addChange(second, 'pending', '2026-03-12T02:00:00Z');
  const collected = { is_edit: false, submitted_by_name: null, submitted_at: null, source: 'wireless' };
  await addChange(first, 'past', '2026-02-02T15:00:00Z', { ...collected, collected_at: '2026-02-02T15:00:00Z' });
  await addChange(first, 'current', '2026-02-05T15:00:00Z', { ...collected, collected_at: '2026-02-05T15:00:00Z' });
});

const ALL = ['pending', 'current', 'expired', 'ended', 'refused', 'delivered', 'replaced'];

test('one query answers which changes failed in a month, with the model and the reason', async () => {
  const { data, errors } = await viewer.gql(`{
    settingsChanges(where: {
      status: { equal: FAILED }
      createdAt: { greaterThan: "2026-01-31", lessThan: "2026-03-01" }
    }) {
      totalCount
      edges { node {
        createdAt status failure refusal failureText submittedBy submittedAt sentAt answeredAt expiresAt
        device { serial model machine { serial model } }
        patient { lastName location { name } organization { name } provider { name } }
      } }
    }
  }`);
  expect(errors).toBeUndefined();
  expect(data.settingsChanges).toEqual({
    totalCount: 1,
    edges: [
      {
        node: {
          createdAt: '2026-02-10T15:00:00.000Z',
          status: 'FAILED',
          failure: 'REFUSED',
          refusal: 'No humidifier.',
          failureText: 'The device refused the change: No humidifier.',
          submittedBy: 'Doe, Jane',
          submittedAt: '2026-02-10T15:00:00.000Z',
          sentAt: '2026-02-10T16:00:00.000Z',
          answeredAt: '2026-02-10T16:00:05.000Z',
          expiresAt: null,
          device: {
            serial: 'A3900077001',
            model: 'Luna G3 Auto',
            machine: { serial: 'A3900077001', model: 'Luna G3 Auto' },
          },
          patient: { lastName: 'Quill', location: { name: 'here' }, organization: { name: orgName }, provider: null },
        },
      },
    ],
  });
});

test('the list has every submitted change, newest first, and no settings that a device reported', async () => {
  expect(await namesOf()).toEqual(ALL);
  expect(await namesOf('orderBy: { field: CREATED_AT, direction: ASC }')).toEqual(ALL.toReversed());
});

test('a change shows its state, and its reason when it was not delivered', async () => {
  const { data } = await viewer.gql('{ settingsChanges { edges { node { status failure refusal expiresAt } } } }');
  const shown = data.settingsChanges.edges.map(({ node }: { node: object }) => node);
  const none = { failure: null, refusal: null, expiresAt: null };
  expect(shown).toEqual([
    { ...none, status: 'PENDING' },
    { ...none, status: 'CURRENT' },
    { ...none, status: 'FAILED', failure: 'EXPIRED', expiresAt: '2026-03-09T15:00:00.000Z' },
    { ...none, status: 'VOID', failure: 'DEVICE_ENDED' },
    { ...none, status: 'FAILED', failure: 'REFUSED', refusal: 'No humidifier.' },
    { ...none, status: 'DELIVERED' },
    { ...none, status: 'VOID' },
  ]);
});

describe('a filter leaves the rows that meet it, and its opposite the others', () => {
  const both = async (condition: string) => [
    await namesOf(`where: { ${condition} }`),
    await namesOf(`where: { not: { ${condition} } }`),
  ];
  const others = (names: string[]) => ALL.filter((name) => !names.includes(name));

  test.each<[condition: string, names: string[]]>([
    ['status: { equal: PENDING }', ['pending']],
    ['status: { equal: CURRENT }', ['current']],
    ['status: { equal: DELIVERED }', ['delivered']],
    ['status: { equal: FAILED }', ['expired', 'refused']],
    ['status: { equal: VOID }', ['ended', 'replaced']],
    ['failure: { equal: REFUSED }', ['refused']],
    ['failure: { equal: EXPIRED }', ['expired']],
    ['failure: { equal: DEVICE_ENDED }', ['ended']],
    ['model: { equal: "RESmart Y-30T" }', ['pending', 'current', 'expired']],
    ['model: { contain: "y-30" }', ['pending', 'current', 'expired']],
    ['serial: { equal: "a3900077001" }', ['ended', 'refused', 'delivered', 'replaced']],
    ['serial: { startWith: "B48" }', ['pending', 'current', 'expired']],
    ['patient: { equal: "quill" }', ['ended', 'refused', 'delivered', 'replaced']],
    ['patient: { contain: "or" }', ['pending', 'current', 'expired']],
    ['organization: { equal: "no such organization" }', []],
    // The day of a time is that of New York, where it was the evening of March 11.
    ['createdAt: { equal: "2026-03-11" }', ['pending']],
    ['createdAt: { greaterThan: "2026-03-03" }', ['pending', 'current', 'expired']],
    ['createdAt: { lessThan: "2026-02-03" }', ['replaced']],
  ])('%s', async (condition, names) => {
    expect(await both(condition)).toEqual([names, others(names)]);
  });

  test.each(['PAST', 'DEFAULTS'])('%s, which no change has, is refused with the states that it has', async (status) => {
    const { errors } = await viewer.gql(`{ settingsChanges(where: { status: { equal: ${status} } }) { totalCount } }`);
    expect(errors![0]!.message).toContain('PENDING, CURRENT, DELIVERED, FAILED, VOID');
  });

  test('a search finds a serial number and a patient', async () => {
    expect(await namesOf('search: "77001"')).toEqual(['ended', 'refused', 'delivered', 'replaced']);
    expect(await namesOf('search: "zorn"')).toEqual(['pending', 'current', 'expired']);
  });
});

test('a page of changes of many devices takes as many statements as one of two', async () => {
  const staff = await asViewer();
  const page = () =>
    staff.gql(
      '{ settingsChanges(first: 50) { edges { node { id status failure device { serial model machine { serial } } patient { lastName location { name } organization { name } } } } } }',
    );
  const add = async () => addChange(await makeDevice(staff.orgId), 'pending', '2026-03-01T12:00:00Z');
  await add();
  await add();
  await page();
  const two = await countQueries(page);
  for (let nth = 0; nth < 8; nth++) await add();
  const ten = await countQueries(page);
  expect([two, ten].map(({ result }) => result.data.settingsChanges.edges.length)).toEqual([2, 10]);
  expect(ten.statements).toBe(two.statements);
});

describe('who sees which changes', () => {
  test('a user without view.patient and viewAny.patient is refused, also one who lists devices', async () => {
    const { orgId } = viewer;
    const technician = await asViewer({ orgId, can: ['org.user.device', 'viewAny.device'] });
    const { data, errors } = await technician.gql('{ settingsChanges { totalCount } }');
    expect([data, errors![0]!.extensions.code]).toEqual([null, 'FORBIDDEN']);
    const reader = await asViewer({ orgId, can: ['view.patient'] });
    expect(await namesOf('', reader)).toEqual(ALL);
  });

  test('a token needs the scope that the settings history needs', async () => {
    expect(await namesOf('', await asToken(viewer, ['view.patient']))).toEqual(ALL);
    const { errors } = await (await asToken(viewer, ['upload.device.usage'])).gql('{ settingsChanges { totalCount } }');
    expect(errors![0]!.extensions.code).toBe('FORBIDDEN');
  });

  test('the list has the changes that the settings histories show the viewer, and no others', async () => {
    const { orgId } = viewer;
    const unplaced = await makeDevice(orgId, { location_id: null });
    await addChange(unplaced, 'failed', '2026-02-01T12:00:00Z', { failure: 'expired' });
    const devices = [first, second, unplaced];
    const { rows } = await admin.query<{ id: number }>(
      'select id from settings_records where history_id = any ($1) and is_edit',
      [devices.map(({ history }) => history)],
    );
    const known = new Set(rows.map(({ id }) => toGlobalId('SettingsRecord', id)));
    const counts: number[] = [];
    for (const options of [
      { orgId },
      { orgId, can: ['view.patient'] },
      { orgId, locationIds: [locations[0]] },
      { orgId, locationIds: locations },
      {},
      { kind: 'support' },
    ] as Parameters<typeof asViewer>[0][]) {
      const one = await asViewer(options);
      const histories: string[] = [];
      for (const { patient, history } of devices) {
        const { data } = await one.gql(
          'query ($id: ID!, $device: ID!) { patient(id: $id) { device(id: $device) { settingsHistory { rows { id submittedAt } } } } }',
          { id: patient.id, device: history },
        );
        const shown: { id: string; submittedAt: string | null }[] = data.patient?.device.settingsHistory.rows ?? [];
        histories.push(...shown.filter(({ submittedAt }) => submittedAt !== null).map(({ id }) => id));
      }
      const { data } = await one.gql('{ settingsChanges(first: 500) { edges { node { id } } } }');
      const listed = (data.settingsChanges.edges as { node: { id: string } }[]).map(({ node }) => node.id);
      expect(listed.filter((id) => known.has(id)).sort()).toEqual(histories.sort());
      counts.push(histories.length);
    }
    expect(counts).toEqual([8, 8, 4, 7, 0, 8]);
    await admin.query('delete from device_history where id = $1', [unplaced.history]);
  });

  test('users of a location see those of their patients alone', async () => {
    const { orgId } = viewer;
    const [here, there] = [
      await asViewer({ orgId, locationIds: [locations[0]] }),
      await asViewer({ orgId, locationIds: [locations[1]] }),
    ];
    expect(await namesOf('', here)).toEqual(['ended', 'refused', 'delivered', 'replaced']);
    expect(await namesOf('where: { status: { equal: FAILED } }', there)).toEqual(['expired']);
  });

  test('another organization sees none, whatever it filters by', async () => {
    const other = await asViewer();
    for (const args of [
      '',
      'search: "quill"',
      'where: { serial: { equal: "A3900077001" } }',
      `where: { organization: { equal: ${JSON.stringify(orgName)} } }`,
      'where: { or: [{ status: { equal: FAILED } }, { not: { status: { equal: FAILED } } }] }',
    ])
      expect([args, await namesOf(args, other)]).toEqual([args, []]);
  });

  test('an organization with which a patient is shared sees those of the patient, until it is shared no longer', async () => {
    const [owner, partner] = [await asViewer(), await asViewer()];
    const shared = await makeDevice(owner.orgId, { dme_id: partner.orgId });
    ids.shared = await addChange(shared, 'failed', '2026-03-01T12:00:00Z', { failure: 'expired' });
    ids.own = await addChange(await makeDevice(owner.orgId), 'pending', '2026-03-02T12:00:00Z');
    expect([await namesOf('', owner), await namesOf('', partner)]).toEqual([['own', 'shared'], ['shared']]);
    await admin.query('update patients set dme_id = null where id = $1', [shared.patient.id]);
    expect([await namesOf('', owner), await namesOf('', partner)]).toEqual([['own', 'shared'], []]);
  });

  test('of a device that went to another organization each of the two sees the changes of its own patient', async () => {
    const [asker, holder] = [await asViewer(), await asViewer()];
    const patient = await makePatient(holder.orgId);
    const machine = await makeMachine(holder.orgId, { pin: '4321' });
    const history = await makeHistory(patient, machine, { start_date: '2025-01-01', end_date: null });
    const before = { patient, machine, history };
    ids.before = await addChange(before, 'failed', '2026-03-01T12:00:00Z', { failure: 'expired' });
    const step = async (who: TestViewer, name: string, type: string, input: object) => {
      const { data, errors } = await who.gql(
        `mutation ($input: ${type}!) { ${name}(input: $input) { handOff { databaseId state } userErrors { code } } }`,
        { input },
      );
      expect([errors, data?.[name].userErrors]).toEqual([undefined, []]);
      return data[name].handOff as { databaseId: number; state: string };
    };
    const asked = await step(asker, 'askForDevice', 'AskForDeviceInput', {
      serialNumber: machine.serial,
      pinNumber: '4321',
    });
    await runJob(matchHandOffJob, { handOffId: asked.databaseId });
    const theirs = (await holder.gql('{ handOffs { edges { node { databaseId } } } }')).data.handOffs.edges[0].node;
    const today = new Date().toLocaleDateString('en-CA', { timeZone: 'America/New_York' });
    const input = { handOffId: String(theirs.databaseId), startsOn: today };
    expect((await step(holder, 'acceptHandOff', 'AcceptHandOffInput', input)).state).toBe('ACCEPTED');
    expect((await asker.gql(`{ machine(id: "${machine.id}") { serial } }`)).data.machine).toEqual({
      serial: machine.serial,
    });
    expect([await namesOf('', holder), await namesOf('', asker)]).toEqual([['before'], []]);

    const received = await makePatient(asker.orgId);
    const after = {
      patient: received,
      machine,
      history: await makeHistory(received, machine, { start_date: today, end_date: null }),
    };
    ids.after = await addChange(after, 'failed', '2026-03-02T12:00:00Z', { failure: 'expired' });
    const bySerial = `where: { serial: { equal: "${machine.serial}" } }`;
    expect([await namesOf(bySerial, holder), await namesOf(bySerial, asker)]).toEqual([['before'], ['after']]);
    const ofHolder = await holder.gql('{ settingsChanges { edges { node { device { serial } } } } }');
    expect(ofHolder.data.settingsChanges.edges).toEqual([{ node: { device: { serial: machine.serial } } }]);
  });

  test('support staff sees those of every organization, filters by organization, and while acting sees those of one', async () => {
    const support = await asViewer({ kind: 'support' });
    const other = await makeOrganization('ep', { name: 'Harbor Respiratory 185' });
    ids.elsewhere = await addChange(await makeDevice(other), 'failed', '2026-03-01T12:00:00Z', { failure: 'expired' });
    const named = (name: string) => `where: { organization: { equal: ${JSON.stringify(name)} } }`;
    expect(await namesOf(named('Harbor Respiratory 185'), support)).toEqual(['elsewhere']);
    expect(await namesOf(named(orgName), support)).toEqual(ALL);
    await admin.query('update sessions set acting_org_id = $1 where user_id = $2', [other, support.userId]);
    expect(await namesOf('', support)).toEqual(['elsewhere']);
  });

  test('a removed assignment takes its changes with it, as in the settings history', async () => {
    const staff = await asViewer();
    const device = await makeDevice(staff.orgId);
    ids.removed = await addChange(device, 'failed', '2026-03-01T12:00:00Z', { failure: 'expired' });
    expect(await namesOf('', staff)).toEqual(['removed']);
    await admin.query('delete from device_history where id = $1', [device.history]);
    expect(await namesOf('', staff)).toEqual([]);
  });

  test('the audit line names each patient whose change is shown', async () => {
    const staff = await asViewer();
    const devices = [await makeDevice(staff.orgId), await makeDevice(staff.orgId)];
    for (const device of devices) await addChange(device, 'pending', '2026-03-01T12:00:00Z');
    await staff.gql('{ settingsChanges { edges { node { status } } } }');
    const [line] = await linesOf(staff);
    expect([line!.operation, [...line!.patients].sort()]).toEqual([
      'Query.settingsChanges',
      devices.map(({ patient }) => patient.id).sort(),
    ]);
  });
});

test('pages follow one another by cursor, also where two changes are of the same moment', async () => {
  const staff = await asViewer();
  const device = await makeDevice(staff.orgId);
  for (const nth of [1, 2, 3, 4, 5])
    ids[`page ${nth}`] = await addChange(device, 'void', nth < 4 ? '2026-03-01T12:00:00Z' : '2026-03-02T12:00:00Z');
  const seen: string[] = [];
  for (let after: string | null = null, more = true; more;) {
    const { data } = await staff.gql(
      'query ($after: String) { settingsChanges(first: 2, after: $after) { pageInfo { hasNextPage endCursor } edges { node { id } } } }',
      { after },
    );
    const { pageInfo, edges } = data.settingsChanges;
    seen.push(...edges.map(({ node }: { node: { id: string } }) => node.id));
    [after, more] = [pageInfo.endCursor, pageInfo.hasNextPage];
  }
  expect(seen).toEqual([5, 4, 3, 2, 1].map((nth) => toGlobalId('SettingsRecord', ids[`page ${nth}`]!)));
});

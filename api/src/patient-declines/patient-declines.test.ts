import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { linesOf } from '../../test/audit-lines.ts';
import {
  admin,
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makePatient,
  usePortal,
  type Client,
  type Ref,
  type TestViewer,
} from '../../test/harness.ts';
import { whileLocked } from '../../test/locks.ts';

usePortal();

const DECLINE =
  'mutation ($input: DeclinePatientInput!) { declinePatient(input: $input) { declinedPatientId userErrors { field code message } } }';
const CHECK =
  'query ($input: DeclinePatientInput!) { checkDeclinePatient(input: $input) { userErrors { field code message } } }';
const UPDATE =
  'mutation ($input: UpdatePatientInput!) { updatePatient(input: $input) { patient { databaseId } userErrors { field code message } } }';
const CREATE =
  'mutation ($input: CreatePatientInput!) { createPatient(input: $input) { patient { databaseId } userErrors { field code } } }';
const PAGE = `query ($id: ID!) { patient(id: $id) { version viewerCanDecline provider { databaseId } clinician { databaseId } physician { databaseId }
  declines { partnerName reason declinedAt } } }`;
const INBOX =
  '{ inbox(first: 10, orderBy: { field: DATABASE_ID, direction: DESC }) { edges { node { kind patient { databaseId } } } } }';

/** The organization of the patients, a provider that it names, and a clinic that treats one of its patients. */
let owner: TestViewer;
let provider: TestViewer;
let clinic: TestViewer;
/** Shared with the provider. */
let patient: Ref;
let providerName: string;

beforeAll(async () => {
  [owner, provider, clinic] = [await asViewer(), await asViewer(), await asViewer({ kind: 'clinical' })];
  providerName = `Northside ${provider.orgId}`;
  await admin.query('update organizations set name = $2 where id = $1', [provider.orgId, providerName]);
});
beforeEach(async () => {
  patient = await makePatient(owner.orgId, { dme_id: provider.orgId });
});

const inputOf = ({ id }: Ref, reason: string | null = 'Not in our region.') => ({ patientId: String(id), reason });
const decline = async (who: Client = provider, reason?: string | null, of: Ref = patient) =>
  (await who.gql(DECLINE, { input: inputOf(of, reason) })) as {
    data: { declinePatient: { declinedPatientId: string | null; userErrors: { field: string; code: string }[] } };
    errors?: { extensions: { code: string } }[];
  };
const codesOf = (answer: Awaited<ReturnType<typeof decline>>) => [
  ...(answer.errors ?? []).map(({ extensions }) => extensions.code),
  ...(answer.data?.declinePatient?.userErrors ?? []).map(({ field, code }) => `${field} ${code}`.trim()),
];
const pageOf = async (who: Client, of: Ref = patient) => (await who.gql(PAGE, { id: String(of.id) })).data?.patient;
const listed = async (who: Client): Promise<number[]> =>
  (await who.gql('{ patients(first: 100) { edges { node { databaseId } } } }')).data.patients.edges.map(
    ({ node }: { node: { databaseId: number } }) => node.databaseId,
  );
const inboxOf = async (who: Client): Promise<[string, number | undefined][]> =>
  (await who.gql(INBOX)).data.inbox.edges.map(
    ({ node }: { node: { kind: string; patient: { databaseId: number } | null } }) => [
      node.kind,
      node.patient?.databaseId,
    ],
  );
const connect = async (facts: object, of: Ref = patient) =>
  (await owner.gql(UPDATE, { input: { patientId: String(of.id), ...facts } })).data.updatePatient;
/** Makes the declines of the patient this much older. */
const age = (interval: string) =>
  admin.query('update declined_patients set declined_at = declined_at - $2::interval where patient_id = $1', [
    patient.id,
    interval,
  ]);

describe('a partner that declines a patient', () => {
  test('does not see the patient any more, in no list and on no page, and the owner keeps the patient', async () => {
    expect(await listed(provider)).toContain(patient.id);
    expect(codesOf(await decline())).toEqual([]);
    expect(await listed(provider)).not.toContain(patient.id);
    expect(await pageOf(provider)).toBeFalsy();
    expect((await provider.rest('GET', `/api/patients/${patient.id}`)).status).toBe(404);
    expect(await listed(owner)).toContain(patient.id);
    expect(await pageOf(owner)).toMatchObject({ provider: null, version: 2 });
  });

  test('is named to the staff of the owner with the reason, and to no one else', async () => {
    await admin.query('update patients set clinician_org_id = $2, clinician_id = $3 where id = $1', [
      patient.id,
      clinic.orgId,
      clinic.userId,
    ]);
    await decline(provider, '  Not in our region.  ');
    const declines = [
      { partnerName: providerName, reason: 'Not in our region.', declinedAt: expect.stringMatching(/^20/) },
    ];
    expect((await pageOf(owner)).declines).toEqual(declines);
    expect((await pageOf(clinic)).declines).toEqual([]);
    const support = await asViewer({ kind: 'support' });
    expect((await pageOf(support)).declines).toEqual(declines);
  });

  test('ends its clinicians as well, and leaves the partners that did not decline', async () => {
    await admin.query(
      `update patients set clinician_org_id = $2, clinician_id = $3, physician_org_id = $4, physician_id = $5 where id = $1`,
      [patient.id, provider.orgId, provider.userId, clinic.orgId, clinic.userId],
    );
    expect(codesOf(await decline())).toEqual([]);
    expect(await pageOf(owner)).toMatchObject({
      provider: null,
      clinician: null,
      physician: { databaseId: clinic.userId },
    });
    expect(codesOf(await decline(clinic))).toEqual([]);
    expect(await pageOf(owner)).toMatchObject({ physician: null });
    expect((await pageOf(owner)).declines).toHaveLength(2);
  });

  test('leaves an audit line with the patient, without the reason', async () => {
    await decline();
    const line = (await linesOf(provider)).findLast(({ operation }) => operation === 'Mutation.declinePatient')!;
    expect(line).toMatchObject({ outcome: 'done', patients: [patient.id] });
    expect(JSON.stringify(line)).not.toContain('region');
  });

  test('declines over REST as well: 204, and a repeat finds no patient', async () => {
    const path = `/api/patients/${patient.id}/decline`;
    expect(await provider.rest('POST', path, {})).toMatchObject({
      status: 422,
      body: { errors: { reason: [expect.any(String)] } },
    });
    expect((await provider.rest('POST', path, { reason: 'No' })).status).toBe(204);
    expect((await provider.rest('POST', path, { reason: 'No' })).status).toBe(404);
    expect((await pageOf(owner)).declines).toMatchObject([{ reason: 'No' }]);
  });

  test.each<[string, string | null, string[]]>([
    ['no reason', '', ['reason required']],
    ['blanks', '   ', ['reason required']],
    ['1,000 characters', 'x'.repeat(1000), []],
    ['1,001 characters', 'x'.repeat(1001), ['reason device.reason_too_long']],
  ])('gives a reason: %s', async (_title, reason, codes) => {
    const { data } = await provider.gql(CHECK, { input: inputOf(patient, reason) });
    expect(
      data.checkDeclinePatient.userErrors.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`),
    ).toEqual(codes);
    expect(codesOf(await decline(provider, reason))).toEqual(codes);
    expect((await listed(provider)).includes(patient.id)).toBe(codes.length > 0);
  });

  test('first ends the assignment of its own device', async () => {
    const machine = await makeMachine(provider.orgId);
    const history = await makeHistory(patient, machine, { start_date: '2026-01-01', end_date: null });
    expect(codesOf(await decline())).toEqual(['patient.declined_with_device']);
    expect(await listed(provider)).toContain(patient.id);
    await admin.query("update device_history set end_date = '2026-02-01' where id = $1", [history]);
    expect(codesOf(await decline())).toEqual([]);
  });

  test('need not end the assignment of a device of another organization', async () => {
    const machine = await makeMachine(owner.orgId);
    await makeHistory(patient, machine, { start_date: '2026-01-01', end_date: null });
    expect(codesOf(await decline())).toEqual([]);
    expect(
      (await provider.gql('query ($id: ID!) { machine(id: $id) { serial } }', { id: String(machine.id) })).data
        ?.machine,
    ).toBeFalsy();
  });
});

describe('nights', () => {
  test('that were recorded stay with the patient, and the partner reads none of them afterwards', async () => {
    const machine = await makeMachine(owner.orgId);
    await makeHistory(patient, machine, { start_date: '2026-01-01' });
    await make('usage_nights', {
      machine_org_id: owner.orgId,
      machine_id: machine.id,
      night: '2026-01-03',
      source: 'wireless',
      minutes: 300,
    });
    const nights = async (who: Client) =>
      await who.gql(
        'query ($id: ID!) { patient(id: $id) { nights(from: "2026-01-01", to: "2026-01-31") { __typename } } }',
        { id: String(patient.id) },
      );
    const before = await nights(provider);
    expect(before.data.patient.nights).toHaveLength(1);
    await decline();
    expect((await nights(provider)).errors?.[0]?.extensions.code).toBe('NOT_FOUND');
    expect(await nights(owner)).toEqual(before);
  });

  test('count for compliance in the zone of the owner from then on: the results are computed again', async () => {
    const jobs = async () =>
      (
        await admin.query<{ n: number }>(
          "select count(*)::int as n from pgboss.job where name = 'recompute-compliance' and singleton_key = $1",
          [String(patient.id)],
        )
      ).rows[0]!.n;
    const before = await jobs();
    await decline();
    expect(await jobs()).toBeGreaterThan(before);
  });
});

describe('who declines', () => {
  test('is not the organization of the patient', async () => {
    expect(codesOf(await decline(owner))).toEqual(['FORBIDDEN']);
    expect((await pageOf(owner)).viewerCanDecline).toBe(false);
  });

  test('needs update.patient', async () => {
    const physician = await asViewer({ orgId: provider.orgId, roles: ['org.physician'] });
    expect((await pageOf(physician)).viewerCanDecline).toBe(false);
    expect(codesOf(await decline(physician))).toEqual(['FORBIDDEN']);
    expect((await pageOf(provider)).viewerCanDecline).toBe(true);
  });

  test('is support staff in the name of the partner only while it acts there', async () => {
    const support = await asViewer({ kind: 'support' });
    expect(codesOf(await decline(support))).toEqual(['FORBIDDEN']);
    await support.gql(
      `mutation { switchOrganization(input: { organizationId: "${provider.orgId}" }) { userErrors { code } } }`,
    );
    expect(codesOf(await decline(support))).toEqual([]);
    expect((await pageOf(owner)).declines).toMatchObject([{ partnerName: providerName }]);
  });

  test('sees the patient: any other organization finds none', async () => {
    expect(codesOf(await decline(await asViewer()))).toEqual(['NOT_FOUND']);
  });
});

describe('a partner that declined', () => {
  const asked = (again: Awaited<ReturnType<typeof connect>>) =>
    again.userErrors.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`);

  test('is not connected again for 30 days, whatever the field, and its lists stay without the patient', async () => {
    await makePatient(owner.orgId, { clinician_org_id: provider.orgId, clinician_id: provider.userId });
    await decline();
    for (const [field, value] of [
      ['dmeId', provider.orgId],
      ['clinicianId', provider.userId],
      ['physicianId', provider.userId],
    ] as const) {
      const again = await connect({ [field]: String(value) });
      expect(asked(again)).toEqual([`${field} patient.declined`]);
      expect(again.userErrors[0].message).toContain(providerName);
    }
    expect(await listed(provider)).not.toContain(patient.id);
    expect(asked(await connect({ note: 'Called.' }))).toEqual([]);
  });

  test('is refused in the database too, after the checks', async () => {
    await decline();
    const client = new pg.Client(Reflect.get(admin, 'connectionParameters') as pg.ClientConfig);
    await client.connect();
    try {
      await client.query('begin');
      await client.query("select set_config('app.org_id', $1, true), set_config('app.user_id', $2, true)", [
        String(owner.orgId),
        String(owner.userId),
      ]);
      await client.query('set local role airlog_org');
      await expect(
        client.query('select connect_patient($1, $2, null, null, null)', [patient.id, provider.orgId]),
      ).rejects.toMatchObject({ code: '42501' });
    } finally {
      await client.end();
    }
  });

  test.each([
    ['29 days 23 hours', ['dmeId patient.declined']],
    ['30 days 1 hour', []],
  ])('can be asked again after %s: %j', async (interval, codes) => {
    await decline();
    await age(interval);
    expect(asked(await connect({ dmeId: String(provider.orgId) }))).toEqual(codes);
    expect((await listed(provider)).includes(patient.id)).toBe(codes.length === 0);
  });

  test('finds in its inbox that it is asked again, and may decline again', async () => {
    await decline();
    await age('31 days');
    await connect({ dmeId: String(provider.orgId) });
    expect((await inboxOf(provider))[0]).toEqual(['PATIENT_ASSIGNED_AGAIN', patient.id]);
    expect((await pageOf(owner)).declines).toEqual([]);
    expect(codesOf(await decline(provider, 'Again: no.'))).toEqual([]);
    expect((await pageOf(owner)).declines).toMatchObject([{ reason: 'Again: no.' }]);
    expect(asked(await connect({ dmeId: String(provider.orgId) }))).toEqual(['dmeId patient.declined']);
  });

  test.each([
    ['89 days', 1],
    ['91 days', 0],
  ])('is named on the page of the patient for 90 days: after %s %d', async (interval, count) => {
    await decline();
    await age(interval);
    expect((await pageOf(owner)).declines).toHaveLength(count);
  });

  test('does not keep another provider from being named', async () => {
    await decline();
    const other = await asViewer();
    expect(asked(await connect({ dmeId: String(other.orgId) }))).toEqual([]);
    expect(await listed(other)).toContain(patient.id);
  });
});

describe('the inbox of the owner', () => {
  test('reports the patient to each user who changes patients, and those of locations only their own', async () => {
    const place = (name: string) => make('locations', { org_id: owner.orgId, name, country: 'US', is_primary: false });
    const [here, there] = [await place('Here'), await place('There')];
    const at = (locationId: number) =>
      asViewer({ orgId: owner.orgId, roles: ['location.ep.staff'], locationIds: [locationId] });
    const [near, far] = [await at(here), await at(there)];
    const physician = await asViewer({ orgId: owner.orgId, roles: ['org.physician'] });
    const of = await makePatient(owner.orgId, { dme_id: provider.orgId, location_id: here });
    await decline(provider, 'No', of);
    const item = ['PATIENT_DECLINED', of.id];
    expect((await inboxOf(owner))[0]).toEqual(item);
    expect(await inboxOf(near)).toEqual([item]);
    for (const other of [far, physician]) expect(await inboxOf(other)).toEqual([]);
    expect(await inboxOf(await asViewer({ orgId: provider.orgId }))).toEqual([]);
  });
});

test('of two users of a partner who decline at once, one does, and the other finds no patient', async () => {
  const colleague = await asViewer({ orgId: provider.orgId });
  const answers = await Promise.all([decline(), decline(colleague)]);
  expect(answers.map(codesOf).sort()).toEqual([[], ['NOT_FOUND']]);
  expect((await pageOf(owner)).declines).toHaveLength(1);
});

test('a patient that the owner takes away while it is declined is not found, and no decline is kept', async () => {
  const answer = await whileLocked(`update patients set dme_id = null where id = ${patient.id}`, () => decline());
  expect(codesOf(answer)).toEqual(['NOT_FOUND']);
  expect((await pageOf(owner)).declines).toEqual([]);
});

test('a device of the partner that is assigned while the patient is declined keeps the partner', async () => {
  const machine = await makeMachine(provider.orgId);
  const answer = await whileLocked(
    `insert into device_history (org_id, patient_id, machine_org_id, machine_id, start_date)
     values (${owner.orgId}, ${patient.id}, ${provider.orgId}, ${machine.id}, '2026-01-01')`,
    () => decline(),
  );
  expect(codesOf(answer)).toEqual(['patient.declined_with_device']);
  expect(await listed(provider)).toContain(patient.id);
});

describe('an organization connects a partner with 100 patients an hour', () => {
  const key = () => `patients-connected:${owner.orgId}:${provider.orgId}`;
  const counted = (attempts: number, minutes: number) =>
    admin.query(
      `insert into attempt_counters (key, attempts, window_started_at) values ($1, $2, now() - make_interval(mins => $3))
       on conflict (key) do update set attempts = excluded.attempts, window_started_at = excluded.window_started_at`,
      [key(), attempts, minutes],
    );
  const created = (dmeId: number) => ({
    firstName: 'Ada',
    lastName: 'Byron',
    city: 'Albany',
    state: 'NY',
    dmeId: String(dmeId),
  });
  const create = async (dmeId = provider.orgId) => {
    const { data, errors } = await owner.gql(CREATE, { input: created(dmeId) });
    return errors ? errors[0]!.extensions.code : data.createPatient.userErrors.length;
  };

  test.each([
    [99, 0, 0],
    [100, 59, 'TOO_MANY'],
    [100, 61, 0],
  ])('after %d of them, %d minutes ago, one more: %s', async (before, minutes, outcome) => {
    await counted(before, minutes);
    const known = await listed(provider);
    expect(await create()).toBe(outcome);
    expect((await listed(provider)).length).toBe(known.length + (outcome === 0 ? 1 : 0));
  });

  test('over REST as well: 429 with the time until the next one; by an edit too; other partners and own patients are not concerned', async () => {
    await counted(100, 30);
    const { firstName, lastName, city, state } = created(0);
    const answer = await owner.rest('POST', '/api/patients', {
      first_name: firstName,
      last_name: lastName,
      city,
      state,
      dme_id: provider.orgId,
    });
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(29 * 60);
    const own = await makePatient(owner.orgId);
    const edited = await owner.gql(UPDATE, { input: { patientId: String(own.id), dmeId: String(provider.orgId) } });
    expect(edited.errors?.[0]?.extensions.code).toBe('TOO_MANY');
    expect(await create(owner.orgId)).toBe(0);
    expect(await create((await asViewer()).orgId)).toBe(0);
    await counted(0, 0);
    expect((await connect({ dmeId: String(provider.orgId) }, own)).userErrors).toEqual([]);
    // What connects no one is not counted.
    await connect({ note: 'x' }, own);
    const { rows } = await admin.query('select attempts from attempt_counters where key = $1', [key()]);
    expect(rows).toEqual([{ attempts: 1 }]);
  });
});

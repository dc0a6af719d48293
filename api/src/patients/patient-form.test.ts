import { beforeAll, describe, expect, test } from '@jest/globals';
import { linesOf } from '../../test/audit-lines.ts';
import {
  admin,
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makeOrganization,
  makePatient,
  usePortal,
  type Client,
  type TestViewer,
} from '../../test/harness.ts';
import { setClock } from '../../test/second-factor.ts';
import { ORGANIZATION_TYPES } from '../db/factories.ts';

usePortal();

const ERRORS = 'userErrors { field code message }';
const NAMES = 'access { gains { name } loses { name } }';
const RECORD = `databaseId version firstName lastName note address1 address2 country city state zip phone mobilePhone email therapyStart
  isRulesActive currentSerial provider { databaseId } clinician { databaseId } physician { databaseId } location { databaseId }
  viewerCanUpdate viewerCanUpdateFields`;
const CREATE = `mutation ($input: CreatePatientInput!) { createPatient(input: $input) { patient { ${RECORD} } ${ERRORS} } }`;
const UPDATE = `mutation ($input: UpdatePatientInput!) { updatePatient(input: $input) { patient { ${RECORD} } ${ERRORS} conflict { version firstName note } } }`;
const CHECK_CREATE = `query ($input: CreatePatientInput!, $only: [String!]) { checkCreatePatient(input: $input, only: $only) { ${ERRORS} ${NAMES} } }`;
const CHECK_UPDATE = `query ($input: UpdatePatientInput!, $only: [String!]) { checkUpdatePatient(input: $input, only: $only) { ${ERRORS} ${NAMES} conflict { version } } }`;

type Columns = Record<string, number>;

/** The owner's administrator, and staff of its location "Here". */
let owner: TestViewer;
let limited: TestViewer;
let here: number;
let there: number;
/** A clinic that already treats a patient of the owner, its clinician, and a colleague whose name the owner does not see. */
let clinic: TestViewer;
let outsider: TestViewer;
/** A provider that shares nothing yet. */
let provider: TestViewer;
const named: Record<string, string> = {};

const run = async (who: Client, query: string, input: object, extra: object = {}) => {
  const { data, errors } = await who.gql(query, { input, ...extra });
  expect(errors).toBeUndefined();
  return Object.values(data as object)[0];
};
const valid = (facts: object = {}) => ({
  firstName: 'Ada',
  lastName: 'Byron',
  city: 'Albany',
  state: 'NY',
  dmeId: String(owner.orgId),
  ...facts,
});
const create = (facts: object = {}, who: Client = owner) => run(who, CREATE, valid(facts));
const update = (id: number, facts: object, who: Client = owner) =>
  run(who, UPDATE, { patientId: String(id), ...facts });
const codes = ({ userErrors }: { userErrors: { field: string; code: string }[] }) =>
  userErrors.map(({ field, code }) => [field, code]);
const denied = async (who: Client, query: string, input: object) =>
  (await who.gql(query, { input })).errors?.map(({ extensions }) => extensions.code);
const stored = async (id: number) => (await admin.query('select * from patients where id = $1', [id])).rows[0];
const jobsOf = async (id: number) =>
  (
    await admin.query<{ n: number }>(
      `select count(*)::int as n from pgboss.job where name = 'recompute-compliance' and singleton_key = $1`,
      [String(id)],
    )
  ).rows[0]!.n;

beforeAll(async () => {
  owner = await asViewer();
  const place = (name: string) => make('locations', { org_id: owner.orgId, name, country: 'US', is_primary: false });
  [here, there] = [await place('Here'), await place('There')];
  limited = await asViewer({ orgId: owner.orgId, roles: ['location.ep.staff'], locationIds: [here] });
  clinic = await asViewer({ kind: 'clinical' });
  outsider = await asViewer({ kind: 'clinical', orgId: clinic.orgId });
  provider = await asViewer();
  await makePatient(owner.orgId, { clinician_org_id: clinic.orgId, clinician_id: clinic.userId });
  for (const [key, { orgId }] of Object.entries({ owner, clinic, provider })) {
    named[key] = `${key} ${orgId}`;
    await admin.query('update organizations set name = $2 where id = $1', [orgId, named[key]]);
  }
});

describe('a new patient', () => {
  test('is stored with every field, is seen by its provider and clinician from then on, and leaves a line without values', async () => {
    const input = {
      firstName: "  Zoë 🦊 O'Neil ",
      lastName: 'مريم',
      birthDate: '1961-02-03',
      sex: 'OTHER',
      therapyStart: '2026-05-01',
      note: "Calls at night.\r\nSays: 'ok'",
      address1: '1 Main St',
      country: 'CA',
      city: 'Ottawa',
      state: 'on',
      zip: 'k1a0b1',
      phone: '(613) 555-0100',
      mobilePhone: '6135550101',
      email: 'zoe@example.test',
      dmeId: String(provider.orgId),
      clinicianId: String(clinic.userId),
      physicianId: String(owner.userId),
      locationId: String(here),
    };
    const { patient, userErrors } = await create(input);
    expect([userErrors, patient]).toEqual([
      [],
      expect.objectContaining({
        version: expect.any(Number),
        firstName: "Zoë 🦊 O'Neil",
        note: "Calls at night.\nSays: 'ok'",
        country: 'CA',
        state: 'ON',
        zip: 'K1A 0B1',
        phone: '6135550100',
        isRulesActive: true,
        provider: { databaseId: provider.orgId },
        clinician: { databaseId: clinic.userId },
        physician: { databaseId: owner.userId },
        location: { databaseId: here },
        viewerCanUpdate: true,
      }),
    ]);
    const sees = (who: Client) => who.gql(`{ patient(id: "${patient.databaseId}") { firstName } }`);
    for (const who of [provider, clinic, limited]) expect((await sees(who)).errors).toBeUndefined();
    expect((await sees(await asViewer())).errors![0]!.extensions.code).toBe('NOT_FOUND');
    expect(await jobsOf(patient.databaseId)).toBe(1);
    const line = (await linesOf(owner)).findLast(({ operation }) => operation === 'Mutation.createPatient')!;
    expect(line.properties.fields).toContain('birthDate');
    for (const value of ['Zoë', '1961-02-03', 'zoe@', 'Main']) expect(JSON.stringify(line)).not.toContain(value);
  });

  test('without a name, city, state and provider is refused at each of them, and nothing is stored', async () => {
    const before = (await admin.query('select count(*)::int as n from patients')).rows[0].n;
    const answer = await run(owner, CREATE, {});
    expect(codes(answer)).toEqual(['lastName', 'state', 'city', 'dmeId'].map((field) => [field, 'required']));
    expect((await admin.query('select count(*)::int as n from patients')).rows[0].n).toBe(before);
  });

  test('has a provider, clinician and location that the viewer may choose; any other id has the same refusal as none', async () => {
    const closed = await make('locations', {
      org_id: owner.orgId,
      name: 'Closed',
      country: 'US',
      is_primary: false,
      closed_at: new Date(),
    });
    const inactive = await makeOrganization();
    await admin.query('update organizations set active = false where id = $1', [inactive]);
    for (const id of [clinic.orgId, inactive, 999_999, 'nonsense'])
      expect([id, ...codes(await create({ dmeId: String(id) }))]).toEqual([id, ['dmeId', 'patient.unknown_provider']]);
    for (const id of [outsider.userId, provider.userId, 999_999])
      expect([id, ...codes(await create({ clinicianId: String(id), physicianId: String(id) }))]).toEqual([
        id,
        ['clinicianId', 'patient.unknown_clinician'],
        ['physicianId', 'patient.unknown_clinician'],
      ]);
    const elsewhere = await make('locations', {
      org_id: provider.orgId,
      name: 'Elsewhere',
      country: 'US',
      is_primary: false,
    });
    for (const id of [closed, elsewhere, 999_999])
      expect(codes(await create({ locationId: String(id) }))).toEqual([['locationId', 'patient.unknown_location']]);
  });

  test('is checked before it is sent, with who would see it', async () => {
    const input = valid({ dmeId: String(provider.orgId), clinicianId: String(clinic.userId) });
    expect(await run(owner, CHECK_CREATE, input)).toEqual({
      userErrors: [],
      access: { gains: [{ name: named.clinic }, { name: named.provider }], loses: [] },
    });
    expect(codes(await run(owner, CHECK_CREATE, { ...input, city: '', email: 'x' }, { only: ['email'] }))).toEqual([
      ['email', 'email.invalid'],
    ]);
  });

  test('gets a device from today on, when serial and PIN are right; otherwise neither is stored', async () => {
    const free = await makeMachine(owner.orgId);
    const taken = await makeMachine(owner.orgId);
    await makeHistory(await makePatient(owner.orgId), taken);
    const device = (serial: string, devicePin: string | null = '1234') => ({ currentSerial: serial, devicePin });
    expect(codes(await create(device('NOSUCH1')))).toEqual([['currentSerial', 'serial.unknown']]);
    expect(codes(await create(device(taken.serial)))).toEqual([['currentSerial', 'device-already-connected']]);
    expect(codes(await run(owner, CHECK_CREATE, valid(device(taken.serial))))).toEqual([
      ['currentSerial', 'device-already-connected'],
    ]);
    expect(codes(await create(device(free.serial, null)))).toEqual([['devicePin', 'patient.pin_missing']]);
    const { patient, userErrors } = await create({ ...device(free.serial.toLowerCase()), lastName: 'Withdevice' });
    expect([userErrors, patient.currentSerial]).toEqual([[], free.serial]);
    expect(codes(await create({ ...device(free.serial, '9999'), lastName: 'Wrongpin' }))).toEqual([
      ['devicePin', 'pin_number'],
    ]);
    const { rows } = await admin.query(`select last_name from patients where last_name in ('Withdevice', 'Wrongpin')`);
    expect(rows).toEqual([{ last_name: 'Withdevice' }]);
    const noDevices = await asViewer({ orgId: owner.orgId, can: ['view.patient', 'create.patient'] });
    expect(codes(await create(device(free.serial), noDevices))).toEqual([['currentSerial', 'patient.no_device']]);
  });
});

describe('who adds and changes patients', () => {
  test('staff of a location adds to one of its locations, moves a patient within them, and finds no other patient', async () => {
    expect(codes(await create({}, limited))).toEqual([['locationId', 'required']]);
    expect(codes(await create({ locationId: String(there) }, limited))).toEqual([
      ['locationId', 'patient.unknown_location'],
    ]);
    const { patient } = await create({ locationId: String(here) }, limited);
    expect(codes(await update(patient.databaseId, { locationId: String(there) }, limited))).toEqual([
      ['locationId', 'patient.unknown_location'],
    ]);
    expect(codes(await update(patient.databaseId, { locationId: null }, limited))).toEqual([
      ['locationId', 'required'],
    ]);
    await update(patient.databaseId, { locationId: String(there) });
    expect(await denied(limited, UPDATE, { patientId: String(patient.databaseId), note: 'x' })).toEqual(['NOT_FOUND']);
  });

  test('support staff adds and changes patients only while it acts in an organization', async () => {
    const support = await asViewer({ kind: 'support' });
    const { id } = await makePatient(owner.orgId);
    expect(await denied(support, CREATE, valid())).toEqual(['FORBIDDEN']);
    expect(await denied(support, UPDATE, { patientId: String(id), note: 'x' })).toEqual(['FORBIDDEN']);
    await support.gql(
      `mutation { switchOrganization(input: { organizationId: "${owner.orgId}" }) { userErrors { code } } }`,
    );
    const { patient, userErrors } = await create(
      { lastName: 'Ofsupport', clinicianId: String(clinic.userId) },
      support,
    );
    expect(userErrors).toEqual([]);
    expect(await stored(patient.databaseId)).toMatchObject({ org_id: owner.orgId });
    expect((await update(id, { firstName: 'Acted', dmeId: String(provider.orgId) }, support)).userErrors).toEqual([]);
    const foreign = await makePatient(provider.orgId);
    expect(await denied(support, UPDATE, { patientId: String(foreign.id), note: 'x' })).toEqual(['NOT_FOUND']);
  });

  test('users without the permissions do neither', async () => {
    const reader = await asViewer({ orgId: owner.orgId, roles: ['org.physician'] });
    const { id } = await makePatient(owner.orgId);
    expect(await denied(reader, CREATE, valid())).toEqual(['FORBIDDEN']);
    expect(await denied(reader, UPDATE, { patientId: String(id), note: 'x' })).toEqual(['FORBIDDEN']);
    const { data } = await reader.gql(
      `{ viewer { viewerCanCreatePatient } patient(id: "${id}") { viewerCanUpdate viewerCanUpdateFields } }`,
    );
    expect(data).toEqual({
      viewer: { viewerCanCreatePatient: false },
      patient: { viewerCanUpdate: false, viewerCanUpdateFields: [] },
    });
  });

  test.each([
    ['provider', (): Columns => ({ dme_id: provider.orgId }), () => provider],
    ["clinician's", (): Columns => ({ clinician_org_id: clinic.orgId, clinician_id: clinic.userId }), () => clinic],
    ["physician's", (): Columns => ({ physician_org_id: clinic.orgId, physician_id: clinic.userId }), () => clinic],
  ])(
    'a partner, the %s organization, changes the therapy start and the note, and nothing else',
    async (_name, columns, partner) => {
      const { id } = await makePatient(owner.orgId, columns());
      const answer = await update(id, { therapyStart: '2026-06-01', note: 'Mask changed' }, partner());
      expect([answer.userErrors, answer.patient.viewerCanUpdateFields]).toEqual([[], ['therapyStart', 'note']]);
      const fields = {
        firstName: 'Mallory',
        city: 'Troy',
        isRulesActive: false,
        dmeId: null,
        clinicianId: String(partner().userId),
        locationId: String(here),
      };
      const same = { dmeId: columns().dme_id === undefined, clinicianId: columns().clinician_id !== undefined };
      const refused = Object.keys(fields).filter((field) => !same[field as keyof typeof same]);
      expect(new Map(codes(await update(id, fields, partner())) as [string, string][])).toEqual(
        new Map(refused.map((field) => [field, 'patient.owner_only'])),
      );
      expect(await stored(id)).toMatchObject({ first_name: 'Robin', note: 'Mask changed', location_id: null });
    },
  );
});

describe('a changed patient', () => {
  test('keeps what is omitted, empties what is null, and counts one version', async () => {
    const { patient } = await create({ note: 'old', phone: '5185550100', email: 'a@example.test' });
    const { patient: now, userErrors } = await update(patient.databaseId, { version: patient.version, note: null });
    expect([userErrors, now]).toEqual([[], { ...patient, note: null, version: patient.version + 1 }]);
    expect((await update(patient.databaseId, { note: '', phone: '(518) 555-0100' })).patient.version).toBe(now.version);
    expect((await linesOf(owner)).findLast(({ operation }) => operation === 'Mutation.updatePatient')!).toMatchObject({
      patients: [patient.databaseId],
    });
    expect((await update(patient.databaseId, { isRulesActive: null })).patient.isRulesActive).toBe(true);
    expect((await create({ isRulesActive: false })).patient.isRulesActive).toBe(false);
  });

  test('counts a version for each field of the form, and names the field in the log', async () => {
    const { patient } = await create({ locationId: String(here) });
    let { version } = patient;
    for (const [field, value] of Object.entries({
      assignedId: 'A-7',
      isRulesActive: false,
      firstName: 'Grace',
      lastName: 'Hopper',
      birthDate: '1961-02-03',
      sex: 'OTHER',
      therapyStart: '2026-05-01',
      note: 'new',
      address1: '1 Main St',
      address2: 'Floor 2',
      city: 'Troy',
      zip: '12180',
      phone: '5185550100',
      mobilePhone: '5185550101',
      email: 'grace@example.test',
      state: 'VT',
      clinicianId: String(clinic.userId),
      physicianId: String(clinic.userId),
      dmeId: String(provider.orgId),
      locationId: String(there),
    })) {
      const answer = await update(patient.databaseId, { version, [field]: value });
      version += 1;
      const line = (await linesOf(owner)).findLast(({ operation }) => operation === 'Mutation.updatePatient')!;
      expect([field, answer.userErrors, answer.patient?.version, line.properties.fields]).toEqual([
        field,
        [],
        version,
        [field],
      ]);
    }
  });

  test.each(['create', 'update'])('was born at the latest today on the clock of its organization: %s', async (how) => {
    const orgId = await makeOrganization();
    await admin.query("update organizations set timezone = 'Pacific/Kiritimati' where id = $1", [orgId]);
    const support = await asViewer({ kind: 'support' });
    await support.gql(`mutation { switchOrganization(input: { organizationId: "${orgId}" }) { userErrors { code } } }`);
    const { id } = await makePatient(orgId);
    // Noon in London is the next day, 2 o'clock in the night, on Kiritimati.
    const noon = new Date(`${new Date().toISOString().slice(0, 10)}T12:00:00Z`);
    const day = (days: number) => new Date(noon.getTime() + days * 86_400_000).toISOString().slice(0, 10);
    const born = (birthDate: string) =>
      how === 'create' ? create({ birthDate, dmeId: String(orgId) }, support) : update(id, { birthDate }, support);
    setClock(noon);
    try {
      expect(codes(await born(day(2)))).toEqual([['birthDate', 'patient.birth_date']]);
      expect(codes(await born(day(1)))).toEqual([]);
    } finally {
      setClock();
    }
  });

  test('is refused to the second of two tabs, which is shown the values of now and loses nothing', async () => {
    const { patient } = await create({ firstName: 'First' });
    const [id, { version }] = [patient.databaseId, patient];
    const both = await Promise.all([update(id, { version, note: 'one' }), update(id, { version, note: 'two' })]);
    const [won, lost] = both[0].patient ? both : [both[1], both[0]];
    expect([won.patient.version, lost.patient, codes(lost)]).toEqual([version + 1, null, [['', 'conflict']]]);
    expect(lost.conflict).toEqual({ version: version + 1, firstName: 'First', note: won.patient.note });
    expect((await run(owner, CHECK_UPDATE, { patientId: String(id), version })).conflict).toEqual({
      version: version + 1,
    });
  });

  test('with another country needs a state and postal code of it', async () => {
    const { patient } = await create({ zip: '12207' });
    const id = patient.databaseId;
    expect(codes(await update(id, { country: 'CA' }))).toEqual([
      ['state', 'address.state'],
      ['zip', 'address.postal_code'],
    ]);
    expect((await update(id, { country: 'CA', state: 'ON', zip: 'K1A 0B1' })).patient).toMatchObject({ country: 'CA' });
  });

  test('may keep an older value that the rules refuse today', async () => {
    const { id } = await makePatient(owner.orgId, { phone: '555', city: null, dme_id: null });
    expect((await update(id, { phone: '555', city: '', note: 'kept' })).userErrors).toEqual([]);
    expect(codes(await update(id, { phone: '5555', city: 'x', dmeId: null }))).toEqual([
      ['phone', 'user.phone_format'],
    ]);
  });

  test('has its device changed among the devices', async () => {
    const { id } = await makePatient(owner.orgId);
    const machine = await makeMachine(owner.orgId);
    await makeHistory({ id, orgId: owner.orgId }, machine);
    expect((await update(id, { currentSerial: machine.serial.toLowerCase(), devicePin: '' })).userErrors).toEqual([]);
    expect(codes(await update(id, { devicePin: '1234' }))).toEqual([['devicePin', 'patient.pin_read_only']]);
    expect(codes(await update(id, { currentSerial: 'A1', devicePin: '1234' }))).toEqual([
      ['currentSerial', 'patient.serial_read_only'],
      ['devicePin', 'patient.pin_read_only'],
    ]);
  });

  test('is shared with another provider and clinician: the check names who gains and loses access, and the counts of lists stay exact', async () => {
    const { patient } = await create({ dmeId: String(provider.orgId) });
    const id = patient.databaseId;
    const next = await asViewer();
    await admin.query(`update organizations set name = $2 where id = $1`, [next.orgId, `Next ${next.orgId}`]);
    const input = { patientId: String(id), dmeId: String(next.orgId), clinicianId: String(clinic.userId) };
    expect((await run(owner, CHECK_UPDATE, input)).access).toEqual({
      gains: [{ name: named.clinic }, { name: `Next ${next.orgId}` }],
      loses: [{ name: named.provider }],
    });
    expect((await update(id, { dmeId: String(next.orgId), clinicianId: String(clinic.userId) })).userErrors).toEqual(
      [],
    );
    expect((await stored(id)).visible_org_ids).toEqual([owner.orgId, clinic.orgId, next.orgId].sort((a, b) => a - b));
    for (const { orgId } of [owner, clinic, provider, next]) {
      const { rows } = await admin.query(
        `select (select count(*)::int from patients where visible_org_ids @> array[$1::int]) as rows,
           (select coalesce(sum(rows), 0)::int from list_counts where org_id = $1 and list = 'patients') as counted`,
        [orgId],
      );
      expect(rows[0].counted).toBe(rows[0].rows);
    }
    expect(await denied(provider, UPDATE, { patientId: String(id), note: 'x' })).toEqual(['NOT_FOUND']);
    // The clinic has a second reason, so the first may end; without both it loses access.
    const accessOf = async (facts: object) =>
      (await run(owner, CHECK_UPDATE, { patientId: String(id), ...facts })).access;
    await update(id, { physicianId: String(clinic.userId) });
    expect(await accessOf({ clinicianId: null })).toEqual({ gains: [], loses: [] });
    await update(id, { clinicianId: null });
    expect(await accessOf({ physicianId: null })).toEqual({ gains: [], loses: [{ name: named.clinic }] });
    expect(await accessOf({ physicianId: String(owner.userId) })).toEqual({
      gains: [],
      loses: [{ name: named.clinic }],
    });
  });

  test('has compliance computed again for another therapy start, and its new name in the lists', async () => {
    const { id } = await makePatient(owner.orgId);
    const machine = await makeMachine(owner.orgId);
    await makeHistory({ id, orgId: owner.orgId }, machine);
    await update(id, { note: 'nothing to compute' });
    expect(await jobsOf(id)).toBe(0);
    await update(id, { therapyStart: '2026-07-01', lastName: `Ünique${id}` });
    expect(await jobsOf(id)).toBe(1);
    const { data } = await owner.gql(
      `{ patients(search: "unique${id}") { totalCount } devices(search: "unique${id}") { totalCount } }`,
    );
    expect(data).toEqual({ patients: { totalCount: 1 }, devices: { totalCount: 1 } });
  });
});

describe('the choices of the form', () => {
  const providers = async (search: string, who: Client = owner) =>
    (await who.gql('query ($search: String!) { patientProviders(search: $search) { databaseId } }', { search })).data
      .patientProviders as { databaseId: number }[];
  const clinicians = async (search: string, who: Client = owner) =>
    (
      await who.gql('query ($search: String!) { patientClinicians(search: $search) { databaseId } }', { search })
    ).data.patientClinicians.map(({ databaseId }: { databaseId: number }) => databaseId);

  test('providers: the own and those that share patients, and with two letters every active equipment provider by name', async () => {
    const far = await makeOrganization();
    await admin.query(`update organizations set name = 'Farthest Oxygen' where id = $1`, [far]);
    expect((await providers('')).map(({ databaseId }) => databaseId)).toContain(owner.orgId);
    expect(await providers('')).not.toContainEqual({ databaseId: far });
    expect(await providers('f')).not.toContainEqual({ databaseId: far });
    expect(await providers('oxygen FARTH')).toEqual([{ databaseId: far }]);
    // 255 units are compared: the last one is half of a character.
    expect(await providers('\u{1D54F}'.repeat(128))).toEqual([]);
    await admin.query('update organizations set type_id = $2 where id = $1', [far, ORGANIZATION_TYPES.clinical]);
    expect(await providers('oxygen farth')).toEqual([]);
    const reader = await asViewer({ orgId: owner.orgId, roles: ['org.physician'] });
    const { errors } = await reader.gql('{ patientProviders(search: "ox") { name } }');
    expect(errors![0]!.extensions.code).toBe('FORBIDDEN');
  });

  test('clinicians: active ones of the organization and those of partners who treat one of its patients', async () => {
    const assistant = await asViewer({ orgId: owner.orgId });
    await admin.query('update users set is_clinician = false where id = $1', [assistant.userId]);
    const found = await clinicians('');
    expect(found).toEqual(expect.arrayContaining([owner.userId, clinic.userId]));
    for (const hidden of [assistant, outsider, provider]) expect(found).not.toContain(hidden.userId);
    const gone = await asViewer({ orgId: owner.orgId });
    await admin.query('update users set active = false where id = $1', [gone.userId]);
    expect(await clinicians('')).not.toContain(gone.userId);
    expect(codes(await create({ clinicianId: String(gone.userId) }))).toEqual([
      ['clinicianId', 'patient.unknown_clinician'],
    ]);
  });

  test('at most 20 providers and clinicians, and 1000 locations, are offered, by name', async () => {
    const who = await asViewer();
    const { orgId } = who;
    await admin.query(
      "insert into locations (org_id, name, country, is_primary) select $1, 'Place ' || lpad((1002 - n)::text, 4, '0'), 'US', false from generate_series(1, 1001) n",
      [orgId],
    );
    for (let made = 0; made < 21; made++) {
      const id = await makeOrganization();
      await admin.query("update organizations set name = 'Crowded ' || $1::int where id = $1", [id]);
      await asViewer({ orgId });
    }
    const { patientLocations: places } = (await who.gql('{ patientLocations { name } }')).data;
    expect([places.length, places[0].name, places[999].name]).toEqual([1000, 'Place 0001', 'Place 1000']);
    expect(await providers('crowded')).toHaveLength(20);
    expect(await clinicians('', who)).toHaveLength(20);
  });

  test('locations: open ones of the organization, and of staff of a location its own', async () => {
    const of = async (who: Client) =>
      (await who.gql('{ patientLocations { databaseId name } }')).data.patientLocations.map(
        ({ name }: { name: string }) => name,
      );
    expect(await of(owner)).toEqual(['Here', 'There']);
    expect(await of(limited)).toEqual(['Here']);
  });
});

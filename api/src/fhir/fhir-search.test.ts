import { beforeAll, describe, expect, test } from '@jest/globals';
import { countQueries } from '../../test/count-queries.ts';
import { faultsOf } from '../../test/fhir-schema.ts';
import {
  admin,
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makePatient,
  running,
  usePortalHere,
  type Ref,
  type RestAnswer,
  type TestViewer,
} from '../../test/harness.ts';

usePortalHere();

let staff: TestViewer;
let ann: Ref, beto: Ref, chen: Ref;
type Machine = Awaited<ReturnType<typeof makeMachine>>;
let first: Machine, second: Machine;
/** The newest nights, by device and date. */
const nights: Record<string, number> = {};
let system: string;

const get = (path: string, headers: Record<string, string> = {}, who = staff): Promise<RestAnswer> =>
  who.rest('GET', `/fhir/r4/${path}`, undefined, headers);
const idsOf = ({ body }: RestAnswer): string[] =>
  (body.entry ?? []).map(({ resource }: { resource: { id: string } }) => resource.id);
const linkOf = ({ body }: RestAnswer, relation: string): string | undefined =>
  body.link.find((link: { relation: string }) => link.relation === relation)?.url;
const usage = (...names: string[]) => names.map((name) => `${nights[name]}-usage`);

async function makeNight(machine: Machine, name: string, date: string, row: object = {}): Promise<void> {
  nights[name] = await make('usage_nights', {
    machine_org_id: machine.orgId,
    machine_id: machine.id,
    night: date,
    usage_date: date,
    source: 'wireless',
    minutes: 300,
    ahi: 3,
    arrived_at: `${date}T20:00:00Z`,
    ...row,
  });
}

beforeAll(async () => {
  staff = await asViewer();
  system = running().app.config.publicUrl;
  const born = (birth_date: string | null) => ({ birth_date });
  ann = await makePatient(staff.orgId, {
    first_name: 'Ann',
    last_name: 'Reyes',
    assigned_id: 'N-1',
    ...born('1960-05-17'),
  });
  beto = await makePatient(staff.orgId, {
    first_name: 'Béto',
    last_name: 'Annan',
    assigned_id: 'N-2',
    ...born('1960-12-31'),
  });
  chen = await makePatient(staff.orgId, { first_name: 'Chen', last_name: 'Li', assigned_id: null, ...born(null) });
  [first, second] = [await makeMachine(staff.orgId), await makeMachine(staff.orgId)];
  await makeHistory(ann, first, { start_date: '2026-01-01' });
  await makeHistory(beto, second, { start_date: '2026-01-01' });
  await makeNight(first, 'january', '2026-01-31');
  await makeNight(first, 'second', '2026-02-02');
  await makeNight(first, 'third', '2026-02-03', { source: 'qr', ahi: null });
  await makeNight(second, 'other', '2026-02-03', { arrived_at: '2026-02-10T08:30:00.500Z' });
  await makeNight(first, 'march', '2026-03-01');
});

const patients = (...all: Ref[]) => all.map(({ id }) => String(id));

describe('patients are found by', () => {
  test.each<[string, () => Ref[]]>([
    ['family=rey', () => [ann]],
    ['family=eyes', () => []],
    ['family:contains=EYE', () => [ann]],
    ['given=beto', () => [beto]],
    ['given=B%C3%A9', () => [beto]],
    ['name=ann', () => [ann, beto]],
    ['name=annx', () => []],
    ['family=rey,li', () => [ann, chen]],
    ['family=rey&given=chen', () => []],
    ['family=rey&given=ann', () => [ann]],
    ['birthdate=1960-05-17', () => [ann]],
    ['birthdate=1960-05-18', () => []],
    ['birthdate=1960-05', () => [ann]],
    ['birthdate=1960', () => [ann, beto]],
    ['birthdate=1961', () => []],
    ['birthdate=ge1960-12-31', () => [beto]],
    ['birthdate=gt1960-12-31', () => []],
    ['birthdate=gt1960-12', () => []],
    ['birthdate=sa1960-05', () => [beto]],
    ['birthdate=le1960-05-17', () => [ann]],
    ['birthdate=lt1960-05-17', () => []],
    ['birthdate=eb1960-06', () => [ann]],
    ['birthdate=ne1960-05', () => [beto]],
    ['birthdate=ne1960', () => []],
    ['birthdate=ge1960-05-18&birthdate=lt1961', () => [beto]],
    ['identifier=N-2', () => [beto]],
    ['identifier=n-9', () => []],
    ['identifier=%7CN-2', () => []],
    ['_id=0', () => []],
    ['_id=abc', () => []],
    ['family=', () => [ann, beto, chen]],
  ])('%s', async (query, expected) => {
    const answer = await get(`Patient?${query}`);
    expect([answer.status, idsOf(answer)]).toEqual([200, patients(...expected())]);
    expect(faultsOf(answer.body)).toEqual([]);
  });

  test('their id and the systems of their identifiers', async () => {
    expect(idsOf(await get(`Patient?_id=${ann.id},${chen.id}`))).toEqual(patients(ann, chen));
    const by = async (name: string, value: unknown) =>
      idsOf(await get(`Patient?identifier=${encodeURIComponent(`${system}/fhir/sid/${name}|${value}`)}`));
    expect(await by('patient', ann.id)).toEqual(patients(ann));
    expect(await by('patient', 'N-1')).toEqual([]);
    expect(await by('patient-number', 'N-1')).toEqual(patients(ann));
    expect(await by('patient-number', ann.id)).toEqual([]);
    expect(await by('serial', ann.id)).toEqual([]);
    expect(idsOf(await get(`Patient?identifier=${beto.id}`))).toEqual(patients(beto));
  });

  test('what is sent in the body of _search, which is in no address', async () => {
    const { status, body } = await staff.rest('POST', '/fhir/r4/Patient/_search', 'family=rey&_count=1', {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect([status, body.entry.length, body.entry[0].resource.id]).toEqual([200, 1, String(ann.id)]);
  });
});

describe('devices are found by', () => {
  test('their id, their serial number and their patient', async () => {
    const [one, other] = [String(first.id), String(second.id)];
    const serials = encodeURIComponent(`${system}/fhir/sid/serial|${first.serial}`);
    const wrong = encodeURIComponent(`${system}/fhir/sid/patient|${first.serial}`);
    const asked = async (query: string) => idsOf(await get(`Device?${query}`));
    expect(await asked('')).toEqual([one, other]);
    expect(await asked(`_id=${first.id}`)).toEqual([one]);
    expect(await asked(`identifier=${second.serial.toLowerCase()}`)).toEqual([other]);
    expect(await asked(`identifier=${serials}`)).toEqual([one]);
    expect(await asked(`identifier=${wrong}`)).toEqual([]);
    expect(await asked(`patient=${ann.id}`)).toEqual([one]);
    expect(await asked(`patient=Patient/${beto.id}`)).toEqual([other]);
    expect(await asked(`patient=${staff.origin}/fhir/r4/Patient/${beto.id}`)).toEqual([other]);
    expect(await asked(`patient=${chen.id}`)).toEqual([]);
  });
});

describe('the time of the last change', () => {
  const CHANGED = '2026-02-10T08:30:00.500Z';
  /** Writes the time of a row, which only a trigger does else. */
  async function changedAt(table: 'machines' | 'patients', id: number, time: string): Promise<void> {
    await admin.query(`alter table ${table} disable trigger user`);
    await admin.query(`update ${table} set updated_at = $2 where id = $1`, [id, time]);
    await admin.query(`alter table ${table} enable trigger user`);
  }

  test.each([
    ['Patient', 'patients', () => [ann.id, beto.id, chen.id]],
    ['Device', 'machines', () => [first.id, second.id]],
  ] as const)('finds each %s of the organization from it on, and none after it', async (type, table, idsOfAll) => {
    const [one, ...others] = idsOfAll() as [number, ...number[]];
    const [later, all] = [others.map(String), [one, ...others].map(String)];
    await changedAt(table, one, CHANGED);
    for (const id of others) await changedAt(table, id, '2026-03-01T12:00:00Z');
    const elsewhere = await asViewer();
    const foreign = table === 'patients' ? await makePatient(elsewhere.orgId) : await makeMachine(elsewhere.orgId);
    await changedAt(table, foreign.id, CHANGED);
    const asked = async (query: string) => {
      const answer = await get(`${type}?${query}`);
      expect([query, answer.status, faultsOf(answer.body)]).toEqual([query, 200, []]);
      return idsOf(answer);
    };
    expect(await asked(`_since=${CHANGED}`)).toEqual(all);
    expect(await asked('_since=2026-02-10T08:30:00.501Z')).toEqual(later);
    expect(await asked('_since=2026-03-01T12:00:00.001Z')).toEqual([]);
    expect(await asked(`_lastUpdated=${CHANGED}`)).toEqual([String(one)]);
    expect(await asked('_lastUpdated=2026-02-10')).toEqual([String(one)]);
    expect(await asked(`_lastUpdated=lt${CHANGED}`)).toEqual([]);
    expect(await asked('_lastUpdated=lt2026-02-10T08:30:00.501Z')).toEqual([String(one)]);
    expect(await asked(`_lastUpdated=gt${CHANGED}`)).toEqual(later);
    expect(await asked(`_lastUpdated=ne${CHANGED}`)).toEqual(later);
    expect(await asked(`_since=2026-02-01&_id=${one},${foreign.id}`)).toEqual([String(one)]);
    expect(idsOf(await get(`${type}?_since=${CHANGED}`, {}, elsewhere))).toEqual([String(foreign.id)]);
    expect((await get(`${type}/${one}`)).body.meta).toEqual({ lastUpdated: CHANGED });
    const page = await get(`${type}?_since=2026-02-01&_count=1`);
    expect([idsOf(page), page.body.total]).toEqual([[String(one)], undefined]);
    expect((await get(`${type}?_since=2026-02-11&_count=0`)).body.total).toBe(later.length);
  });

  test('of a Patient is that of a change in the portal', async () => {
    await changedAt('patients', chen.id, CHANGED);
    const [{ now }] = (await admin.query('select clock_timestamp() as now')).rows as [{ now: Date }];
    await admin.query("update patients set city = 'Troy' where id = $1", [chen.id]);
    expect(idsOf(await get(`Patient?_since=${now.toISOString()}`))).toEqual(patients(chen));
  });
});

describe('nights are found by', () => {
  const ofAnn = () => `patient=${ann.id}&code=usage`;
  test.each<[string, () => string[]]>([
    ['', () => usage('january', 'second', 'third', 'march')],
    ['&date=2026-02-03', () => usage('third')],
    ['&date=2026-02-04', () => []],
    ['&date=2026-02', () => usage('second', 'third')],
    ['&date=2025', () => []],
    ['&date=ge2026-02-03', () => usage('third', 'march')],
    ['&date=gt2026-02-03', () => usage('march')],
    ['&date=gt2026-02', () => usage('march')],
    ['&date=le2026-02', () => usage('january', 'second', 'third')],
    ['&date=lt2026-02-02', () => usage('january')],
    ['&date=ne2026-02', () => usage('january', 'march')],
    ['&date=ge2026-02-01&date=le2026-02-02', () => usage('second')],
  ])('a patient and %j', async (query, expected) => {
    expect(idsOf(await get(`Observation?${ofAnn()}${query}`))).toEqual(expected());
  });

  test('their patient, as subject too, whose id is that of a reference', async () => {
    const all = usage('january', 'second', 'third', 'march');
    for (const value of [ann.id, `Patient/${ann.id}`, `${staff.origin}/fhir/r4/Patient/${ann.id}`])
      expect(idsOf(await get(`Observation?code=usage&subject=${value}`))).toEqual(all);
    expect(idsOf(await get(`Observation?code=usage&patient=${chen.id}`))).toEqual([]);
  });

  test('what is measured', async () => {
    const asked = async (code: string) => idsOf(await get(`Observation?date=2026-02-02&patient=${ann.id}${code}`));
    const [usages, ahi] = [`${nights.second}-usage`, `${nights.second}-ahi`];
    const of = (name: string) => `&code=${encodeURIComponent(`${system}/fhir/cs/${name}|ahi`)}`;
    expect(await asked('')).toEqual([usages, ahi]);
    expect(await asked('&code=usage')).toEqual([usages]);
    expect(await asked('&code=ahi')).toEqual([ahi]);
    expect(await asked('&code=ahi,usage')).toEqual([usages, ahi]);
    expect(await asked('&code=ahi&code=usage')).toEqual([]);
    expect(await asked('&code=leak')).toEqual([]);
    expect(await asked(of('night'))).toEqual([ahi]);
    expect(await asked(of('other'))).toEqual([]);
  });

  test('the time at which they arrived', async () => {
    const asked = async (query: string) => idsOf(await get(`Observation?date=2026-02-03&code=usage&${query}`));
    const [both, late] = [usage('third', 'other'), usage('other')];
    expect(await asked('_since=2026-02-01')).toEqual(both);
    expect(await asked('_since=2026-02-10T08:30:00.500Z')).toEqual(late);
    expect(await asked('_since=2026-02-10T08:30:00.501Z')).toEqual([]);
    expect(await asked('_since=2026-02-10T09:30:00.500%2B01:00')).toEqual(late);
    expect(await asked('_since=2026-02-10T09:30:00.500+01:00')).toEqual(late);
    expect(await asked('_lastUpdated=lt2026-02-10')).toEqual(usage('third'));
    expect(await asked('_lastUpdated=2026-02-10')).toEqual(late);
    expect(await asked('_lastUpdated=2026-02-10T08:30Z')).toEqual(late);
    expect(await asked('_lastUpdated=2026-02-10T08:31Z')).toEqual([]);
    expect(await asked('_lastUpdated=ne2026-02-10')).toEqual(usage('third'));
    expect(await asked('_lastUpdated=gt2026-02-10T08:30:00Z')).toEqual([]);
    expect(await asked('_lastUpdated=le2026-02-10T08:30:00Z')).toEqual(both);
    // Midnight is that of the organization, New York: five hours after that of UTC.
    expect(await asked('_lastUpdated=lt2026-02-04')).toEqual(usage('third'));
    await admin.query("update usage_nights set arrived_at = '2026-02-04T04:59:59.999Z' where id = $1", [nights.third]);
    expect(await asked('_lastUpdated=ge2026-02-04')).toEqual(late);
    await admin.query("update usage_nights set arrived_at = '2026-02-04T05:00:00Z' where id = $1", [nights.third]);
    expect(await asked('_lastUpdated=ge2026-02-04')).toEqual(both);
  });

  test('dates of at most 31 days without a patient', async () => {
    expect(idsOf(await get('Observation?code=usage&date=2026-01'))).toEqual(usage('january'));
    expect(idsOf(await get('Observation?code=usage&date=ge2026-02-01&date=le2026-03-03'))).toEqual(
      usage('second', 'third', 'other', 'march'),
    );
    for (const query of ['date=ge2026-02-01&date=le2026-03-04', 'date=ge2026-02-01', '_since=2026-02-01', '']) {
      const { status, body } = await get(`Observation?${query}`);
      expect([query, status, body.issue[0].details.text]).toEqual([
        query,
        400,
        'Enter a patient, or dates of at most 31 days, as in date=ge2026-02-01&date=le2026-02-28.',
      ]);
      expect(body.issue[0].location).toEqual(['http.date']);
    }
  });
});

test('organizations are found by their id, their identifier and their name', async () => {
  await admin.query("update organizations set name = 'Única Sleep' where id = $1", [staff.orgId]);
  const own = [String(staff.orgId)];
  const asked = async (query: string) => idsOf(await get(`Organization?${query}`));
  const of = (name: string) => encodeURIComponent(`${system}/fhir/sid/${name}|${staff.orgId}`);
  expect(await asked('name=unica')).toEqual(own);
  expect(await asked('name=sleep')).toEqual([]);
  expect(await asked('name:contains=sleep')).toEqual(own);
  expect(await asked(`_id=${staff.orgId}`)).toEqual(own);
  expect(await asked(`_id=${staff.orgId + 1}`)).toEqual([]);
  expect(await asked(`identifier=${of('organization')}`)).toEqual(own);
  expect(await asked(`identifier=${of('patient')}`)).toEqual([]);
});

describe('a page', () => {
  /** Follows the next links of a search; returns the ids of each page. */
  async function pages(path: string): Promise<string[][]> {
    const all: string[][] = [];
    let answer = await get(path);
    for (;;) {
      expect(answer.status).toBe(200);
      expect(faultsOf(answer.body)).toEqual([]);
      all.push(idsOf(answer));
      const next = linkOf(answer, 'next');
      if (!next) return all;
      expect(next).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/fhir\/r4\/\w+\?_cursor=[\w.-]+$/);
      answer = await get(next.slice(next.indexOf('/fhir/r4/') + '/fhir/r4/'.length));
    }
  }

  test('has so many entries, and the next links lead to each patient once', async () => {
    expect(await pages('Patient?_count=1')).toEqual([ann, beto, chen].map((one) => patients(one)));
    expect(await pages('Patient?_count=2')).toEqual([patients(ann, beto), patients(chen)]);
    expect(await pages('Patient?_count=3')).toEqual([patients(ann, beto, chen)]);
    expect(await pages('Patient?name=ann&_count=1')).toEqual([patients(ann), patients(beto)]);
  });

  test.each([1, 2, 3, 5, 7, 8, 9])('of %d entries may end between two measures of a night', async (count) => {
    const read = await pages(`Observation?patient=${ann.id}&_count=${count}`);
    const all = ['january', 'second', 'third', 'march'].flatMap((name) => [
      `${nights[name]}-usage`,
      `${nights[name]}-ahi`,
    ]);
    expect(read.flat()).toEqual(all);
    expect(read.map(({ length }) => length)).toEqual(
      Array.from({ length: Math.ceil(8 / count) }, (_, page) => Math.min(count, 8 - page * count)),
    );
  });

  test('of another search than its link is refused, as is a link that was changed', async () => {
    const cursor = linkOf(await get('Patient?_count=1'), 'next')!.split('?')[1]!;
    // Not the last character, whose bits may be of no byte.
    const changed = cursor.slice(0, -9) + (cursor.at(-9) === 'A' ? 'B' : 'A') + cursor.slice(-8);
    for (const path of [`Device?${cursor}`, `Patient?${changed}`, 'Patient?_cursor=abc']) {
      const { status, body } = await get(path);
      expect([path, status, body.issue[0].location]).toEqual([path, 400, ['http._cursor']]);
    }
  });

  test('does not have what was searched for in the address of the next one', async () => {
    const next = linkOf(await get('Patient?name=ann&_count=1'), 'next')!;
    const text = next + Buffer.from(next.split('.').at(-1)!, 'base64url').toString('latin1');
    expect(text.toLowerCase()).not.toContain('ann');
  });

  test('has a total where it is exact: of all patients, of all on one page, and of a search for the total alone', async () => {
    const total = async (path: string) => (await get(path)).body.total as number | undefined;
    expect(await total('Patient?_count=1')).toBe(3);
    expect(await total('Patient?name=ann')).toBe(2);
    expect(await total('Patient?name=ann&_count=1')).toBeUndefined();
    expect(await total('Patient?name=ann&_count=0')).toBe(2);
    expect(await total(`Observation?patient=${ann.id}`)).toBe(8);
    expect(await total(`Observation?patient=${ann.id}&_count=2`)).toBeUndefined();
    expect(await total(`Observation?patient=${ann.id}&_count=0`)).toBe(8);
    expect(await total(`Observation?patient=${ann.id}&_count=0&code=ahi`)).toBe(4);
    expect((await get('Patient?_count=0')).body).not.toHaveProperty('entry');
  });

  test.each(['-1', '1.5', 'ten', '1e2', '9999999999'])('of %s entries is refused', async (count) => {
    const { status, body } = await get(`Patient?_count=${count}`);
    expect([status, body.issue]).toEqual([
      400,
      [
        {
          severity: 'error',
          code: 'invalid',
          details: { text: 'Enter a whole number for _count, from 0 to 500.' },
          diagnostics: expect.stringMatching(/^X-Request-Id: [\da-f-]{36}$/),
          location: ['http._count'],
        },
      ],
    ]);
    expect(faultsOf(body)).toEqual([]);
  });

  test('of more than 500 entries has 500', async () => {
    expect(idsOf(await get('Patient?_count=501'))).toHaveLength(3);
  });
});

describe('a value that is none', () => {
  test.each([
    ['Patient?birthdate=tomorrow', 'birthdate'],
    ['Patient?birthdate=2026-02-30', 'birthdate'],
    ['Patient?birthdate=2026-13', 'birthdate'],
    ['Patient?birthdate=ap1960', 'birthdate'],
    ['Patient?birthdate=0001', 'birthdate'],
    ['Patient?birthdate=1960-05-17T10:00:00Z', 'birthdate'],
    ['Observation?patient=1&date=02/03/2026', 'date'],
    ['Patient?_since=yesterday', '_since'],
    ['Device?_lastUpdated=2026-02-30', '_lastUpdated'],
    ['Observation?patient=1&_since=yesterday', '_since'],
    ['Observation?patient=1&_since=2026-02-01T25:00:00Z', '_since'],
    ['Observation?patient=1&_since=2026-02-01T10:00:00', '_since'],
    ['Observation?patient=1&_lastUpdated=2026-02-30', '_lastUpdated'],
    ['Observation?patient=Ann', 'patient'],
    ['Observation?patient=Device/1', 'patient'],
    ['Device?patient=x', 'patient'],
    ['Patient?family[a]=x', 'family'],
  ])('in %s is refused at its parameter', async (path, parameter) => {
    const { status, body } = await get(path);
    expect([status, body.resourceType, body.issue.length]).toEqual([400, 'OperationOutcome', 1]);
    expect(body.issue[0].location).toEqual([`http.${parameter}`]);
    expect(faultsOf(body)).toEqual([]);
  });
});

describe('an unknown parameter', () => {
  const PATH = 'Patient?family=rey&shoe=9&_sort=name';

  test('is left out, and the self link shows what was used', async () => {
    for (const headers of [{}, { prefer: 'handling=lenient' }, { prefer: 'return=minimal' }] as Record<
      string,
      string
    >[]) {
      const answer = await get(PATH, headers);
      expect([answer.status, idsOf(answer)]).toEqual([200, patients(ann)]);
      expect(linkOf(answer, 'self')).toBe(`${staff.origin}/fhir/r4/Patient?family=rey`);
    }
  });

  test('is refused when the client asks for it', async () => {
    for (const prefer of [
      'handling=strict',
      'return=representation; handling=strict',
      'respond-async, Handling=Strict',
    ]) {
      const { status, body } = await get(PATH, { prefer });
      expect([status, faultsOf(body)]).toEqual([400, []]);
      expect(body.issue.map(({ code, location }: { code: string; location: string[] }) => [code, location])).toEqual([
        ['not-supported', ['http.shoe']],
        ['not-supported', ['http._sort']],
      ]);
      expect(body.issue[0].details.text).toBe(
        'Patient cannot be searched by shoe. Choose one of these parameters: _id, identifier, family, given, name, birthdate, _lastUpdated, _since, _count, _format.',
      );
    }
    expect((await get('Patient?family=rey&_count=1&_format=json', { prefer: 'handling=strict' })).status).toBe(200);
    expect((await get('Organization?_since=2026-01-01', { prefer: 'handling=strict' })).status).toBe(400);
  });

  test('of a next link is refused too', async () => {
    const next = linkOf(await get('Patient?_count=1'), 'next')!.split('/fhir/r4/')[1]!;
    expect((await get(`${next}&shoe=9`)).status).toBe(200);
    expect((await get(`${next}&shoe=9`, { prefer: 'handling=strict' })).status).toBe(400);
    expect((await get(next, { prefer: 'handling=strict' })).status).toBe(200);
  });
});

test('an unknown modifier is refused, because without it other rows would be found', async () => {
  for (const path of ['Patient?family:exact=Reyes', 'Patient?_id:not=1', 'Observation?patient:Patient=1']) {
    const { status, body } = await get(path);
    expect([path, status, body.issue[0].code]).toEqual([path, 400, 'not-supported']);
  }
});

test('an answer that is not JSON is refused', async () => {
  expect((await get('Patient?_format=xml')).status).toBe(406);
  expect((await get('Patient?_format=application/fhir%2Bjson')).status).toBe(200);
  expect((await get('Patient?_format=application/fhir+json')).status).toBe(200);
});

test('a page of one row and a page of many take the same number of statements', async () => {
  const viewer = await asViewer();
  const add = async () => {
    const patient = await makePatient(viewer.orgId, { dme_id: viewer.orgId });
    const machine = await makeMachine(viewer.orgId);
    await makeHistory(patient, machine, { start_date: '2026-01-01' });
    await makeNight(machine, 'counted', '2026-02-03');
  };
  await add();
  const paths = ['Patient', 'Device', 'Organization', 'Observation?date=2026-02-03'];
  const counted = async () => {
    const all: [string, number][] = [];
    for (const path of paths) {
      await get(path, {}, viewer);
      all.push([path, (await countQueries(() => get(path, {}, viewer))).statements]);
    }
    return all;
  };
  const one = await counted();
  for (let n = 0; n < 9; n += 1) await add();
  expect(idsOf(await get('Observation?date=2026-02-03', {}, viewer))).toHaveLength(20);
  expect(await counted()).toEqual(one);
  for (const [path, statements] of one) expect([path, statements > 1 && statements < 14]).toEqual([path, true]);
});

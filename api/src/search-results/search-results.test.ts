import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  admin,
  anonymous,
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makeOrganization,
  makePatient,
  usePortal,
  type TestViewer,
} from '../../test/harness.ts';
import { unique } from '../db/factories.ts';
import { linesOf } from '../../test/audit-lines.ts';
import { countQueries } from '../../test/count-queries.ts';

usePortal();

const QUERY = `query ($search: String!, $first: Int) { searchResults(search: $search, first: $first) {
  patients { databaseId lastName } machines { serial currentPatient { lastName } } } }`;

/** Digits that no other serial number of this run begins with. */
const SERIES = `A39${String(process.pid % 100_000).padStart(5, '0')}`;

let viewer: TestViewer;
const ids: Record<string, number> = {};
let holder: number;
let location: number;

async function find(search: string, who = viewer, first?: number) {
  const { data, errors } = await who.gql(QUERY, { search, first });
  expect(errors).toBeUndefined();
  const { patients, machines } = data.searchResults;
  return {
    patients: patients.map(({ lastName }: { lastName: string }) => lastName),
    machines: machines.map(({ serial }: { serial: string }) => serial),
    holders: machines.map(({ currentPatient }: { currentPatient: { lastName: string } | null }) =>
      currentPatient ? currentPatient.lastName : null,
    ),
  };
}
const patientsOf = async (search: string, who = viewer) => (await find(search, who)).patients;
const machinesOf = async (search: string, who = viewer) => (await find(search, who)).machines;

beforeAll(async () => {
  viewer = await asViewer();
  location = await make('locations', { org_id: viewer.orgId, name: 'Albany', country: 'US', is_primary: false });
  const people: [last: string, first: string, row?: Record<string, unknown>][] = [
    ['Ramírez-Nguyen', 'Sofía', { birth_date: '1961-02-03', assigned_id: 'MRN-7781', location_id: location }],
    ['Ramirez', 'Ana', { birth_date: '1980-12-31' }],
    ['Ng', 'Li', { birth_date: '1961-02-03' }],
    ['Ngo', 'Mai'],
    ['Long', 'Wu'],
  ];
  for (const [last_name, first_name, row] of people)
    ids[last_name] = (await makePatient(viewer.orgId, { last_name, first_name, email: null, ...row })).id;
  const patient = { id: ids.Ramirez!, orgId: viewer.orgId };
  const machine = await makeMachine(viewer.orgId, { serial: `${SERIES}10001` });
  await makeHistory(patient, machine);
  holder = patient.id;
  await makeMachine(viewer.orgId, { serial: `${SERIES}20001` });
  const outsider = await makeOrganization();
  await makePatient(outsider, { last_name: 'Ramirez', first_name: 'Foreign', birth_date: '1961-02-03' });
  await makeMachine(outsider, { serial: `${SERIES}30001` });
});

describe('patients are found', () => {
  test.each([
    [
      'by a part of the name, without case and accents, in the order of the names',
      'RAMIREZ',
      ['Ramirez', 'Ramírez-Nguyen'],
    ],
    ['by first and last name in either order', 'sofia ramirez', ['Ramírez-Nguyen']],
    ['by the last name, a comma and the first name', 'Ramírez-Nguyen, Sofía', ['Ramírez-Nguyen']],
    ['by the patient number of the organization', 'MRN-7781', ['Ramírez-Nguyen']],
    ['by a part of the patient number', '778', ['Ramírez-Nguyen']],
    ['by the birth date as screens show it', '02/03/1961', ['Ng', 'Ramírez-Nguyen']],
    ['by the birth date without leading zeros', '2/3/1961', ['Ng', 'Ramírez-Nguyen']],
    ['by the birth date as YYYY-MM-DD', '1961-02-03', ['Ng', 'Ramírez-Nguyen']],
    ['by birth date and name', 'ng, 02/03/1961', ['Ng', 'Ramírez-Nguyen']],
    ['by birth date and a name that one of them has', 'li 02/03/1961', ['Ng']],
    ['by two letters that begin the last name, the shortest name first', 'ng', ['Ng', 'Ngo']],
    ['by two names of two letters', 'ng li', ['Ng']],
    ['by the same in the other order', 'Li Ng', ['Ng']],
  ])('%s', async (_title, search, names) => {
    expect(await patientsOf(search)).toEqual(names);
  });

  test.each([
    ['a day that does not exist', '02/30/1961'],
    ['a day and a month in the other order', '31/12/1980'],
    ['two birth dates', '02/03/1961 12/31/1980'],
    ['two letters inside a name', 'am'],
    ['one letter', 'n'],
    ['one letter among blanks and commas', ' , n '],
    ['nothing', ''],
    ['a pattern', '%%%'],
    ['a name of another organization', 'Foreign'],
  ])('and not by %s', async (_title, search) => {
    expect(await patientsOf(search)).toEqual([]);
  });

  test('by the id, before those whose number contains it', async () => {
    await makePatient(viewer.orgId, { id: 987654321, last_name: 'Zed', assigned_id: null });
    await makePatient(viewer.orgId, { last_name: 'Abel', assigned_id: 'X987654321Y' });
    expect(await patientsOf('987654321')).toEqual(['Zed', 'Abel']);
  });
});

describe('machines are found', () => {
  test.each([
    ['by the end of the serial number', () => `${SERIES}10001`.slice(-8), ['10001']],
    ['by digits inside it', () => `${SERIES}2`.slice(3), ['20001']],
    ['by its beginning, in the order of the serial numbers', () => SERIES.toLowerCase(), ['10001', '20001']],
    ['by the serial number in groups', () => `${SERIES.slice(0, 3)} ${SERIES.slice(3)}-100 01`, ['10001']],
    ['by the pair of letters A3', () => 'a3', ['10001', '20001']],
  ])('%s', async (_title, search, ends) => {
    expect(await machinesOf(search())).toEqual(ends.map((end) => `${SERIES}${end}`));
  });

  test('with the current patient', async () => {
    expect((await find(SERIES)).holders).toEqual(['Ramirez', null]);
  });

  test.each(['Ramirez', '02/03/1961', '1961-02-03', 'sofía', '%', ''])('and not by %s', async (search) => {
    // It has the digits of the birth date.
    await makeMachine(viewer.orgId, { serial: `B${unique()}Z19610203` });
    expect(await machinesOf(search)).toEqual([]);
  });
});

describe('a viewer', () => {
  test('who may not read patients finds machines without their patients', async () => {
    const technician = await asViewer({ orgId: viewer.orgId, can: ['org.user.device'] });
    expect(await find(SERIES, technician)).toEqual({
      patients: [],
      machines: [`${SERIES}10001`, `${SERIES}20001`],
      holders: [null, null],
    });
    expect(await patientsOf('ramirez', technician)).toEqual([]);
    expect(await linesOf(technician)).toMatchObject([{ patients: [] }, { patients: [] }]);
  });

  test('who may not list devices finds patients alone', async () => {
    const reader = await asViewer({ orgId: viewer.orgId, can: ['view.patient'] });
    expect(await machinesOf(SERIES, reader)).toEqual([]);
    expect(await patientsOf('ramirez', reader)).toHaveLength(2);
  });

  test('of a location finds the patients of the location', async () => {
    const staff = await asViewer({ orgId: viewer.orgId, roles: ['location.ep.admin'], locationIds: [location] });
    expect(await patientsOf('ramirez', staff)).toEqual(['Ramírez-Nguyen']);
    expect(await patientsOf('1961-02-03', staff)).toEqual(['Ramírez-Nguyen']);
    expect(await patientsOf(String(ids.Ng), staff)).not.toContain('Ng');
    expect(await patientsOf('ng', staff)).toEqual([]);
  });

  test('of another organization finds none of them', async () => {
    const outsider = await asViewer();
    for (const search of ['ramirez', '02/03/1961', 'ng', String(ids.Ng), SERIES])
      expect(await find(search, outsider)).toEqual({ patients: [], machines: [], holders: [] });
  });

  test('of support staff finds those of every organization', async () => {
    const support = await asViewer({ kind: 'support' });
    expect(await patientsOf('ramirez foreign', support)).toEqual(['Ramirez']);
    expect(await machinesOf(SERIES, support)).toHaveLength(3);
  });

  test('without a session finds nothing', async () => {
    const { errors } = await anonymous().gql(QUERY, { search: 'ramirez' });
    expect(errors![0]!.extensions.code).toBe('UNAUTHENTICATED');
  });
});

describe('limits', () => {
  const codeOf = async (search: string, first?: number) => {
    const { errors } = await viewer.gql(QUERY, { search, first });
    return errors?.[0]!.extensions.code;
  };

  test('five rows of each kind, unless the caller names a number from 1 to 20', async () => {
    for (let n = 0; n < 25; n++) await makePatient(viewer.orgId, { last_name: `Quorum${n}`, email: null });
    expect(await patientsOf('quorum')).toHaveLength(5);
    expect((await find('quorum', viewer, 1)).patients).toHaveLength(1);
    expect((await find('quorum', viewer, 20)).patients).toHaveLength(20);
    expect(await codeOf('quorum', 0)).toBe('BAD_USER_INPUT');
    expect(await codeOf('quorum', 21)).toBe('BAD_USER_INPUT');
  });

  test('eight words', async () => {
    expect(await codeOf('a b c d e f g h')).toBeUndefined();
    expect(await codeOf('a b c d e f g h i')).toBe('BAD_USER_INPUT');
  });

  test('many rows take as many statements as one', async () => {
    const one = await countQueries(() => find('quorum', viewer, 1));
    const many = await countQueries(() => find('quorum', viewer, 20));
    expect(many.statements).toBe(one.statements);
  });
});

test('the line in the audit log names the patients that are shown, and no text of the search', async () => {
  const reader = await asViewer({ orgId: viewer.orgId });
  await find('ramirez', reader);
  await find(`${SERIES}1`, reader);
  await find('ngo', reader);
  const lines = await linesOf(reader);
  expect(lines.map(({ operation, outcome, patients }) => [operation, outcome, patients])).toEqual([
    ['Query.searchResults', 'read', [ids.Ramirez, ids['Ramírez-Nguyen']]],
    ['Query.searchResults', 'read', [holder]],
    ['Query.searchResults', 'read', [ids.Ngo]],
  ]);
  const { rows } = await admin.query('select * from audit_log where actor_user_id = $1', [reader.userId]);
  expect(JSON.stringify(rows)).not.toContain('ramirez');
});

test('a kind that is not selected is not searched', async () => {
  const ask = (fields: string) => countQueries(() => viewer.gql(`{ searchResults(search: "ramirez") { ${fields} } }`));
  const [none, patients, both] = [
    await ask('__typename'),
    await ask('patients { id }'),
    await ask('patients { id } machines { id }'),
  ];
  expect(patients.statements).toBe(none.statements + 1);
  expect(both.statements).toBe(patients.statements + 1);
});

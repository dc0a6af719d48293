import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { byLevel } from '../../src/graphql/fast/by-level.ts';
import { toGlobalId } from '../../src/shared/node.ts';
import { countQueries } from '../count-queries.ts';
import { asViewer, make, makeHistory, makeMachine, makePatient, usePortalHere, type TestViewer } from '../harness.ts';
import { writesDuring } from '../writes.ts';
import { comparable } from './as-entities.ts';

usePortalHere();

const RANGE = '(from: "2026-01-01", to: "2026-01-31")';
let viewer: TestViewer;
let own: number;
let foreign: number;

beforeAll(async () => {
  viewer = await asViewer();
  const other = await asViewer();
  [own, foreign] = [0, 0];
  for (const { orgId } of [viewer, other]) {
    const patient = await makePatient(orgId);
    const machine = await makeMachine(orgId);
    await makeHistory(patient, machine, { start_date: '2026-01-01' });
    const night = { machine_id: machine.id, machine_org_id: orgId };
    for (const date of ['2026-01-02', '2026-01-03'])
      await make('usage_nights', {
        ...night,
        night: date,
        usage_date: date,
        source: 'wireless',
        state: 1,
        minutes: 300,
      });
    if (orgId === viewer.orgId) own = patient.id;
    else foreign = patient.id;
  }
});
afterEach(() => void (byLevel.looksAhead = true));

test('a patient, its nights and the end of their transaction leave in one write', async () => {
  const query = `{ patient(id: ${own}) { nights${RANGE} { date minutes effective } correctedNights${RANGE} } }`;
  let answer: Awaited<ReturnType<TestViewer['gql']>>;
  const written = await writesDuring(async () => void (answer = await viewer.gql(query)));
  expect(answer!.errors).toBeUndefined();
  expect(answer!.data.patient).toEqual({
    nights: [
      { date: '2026-01-02', minutes: 300, effective: true },
      { date: '2026-01-03', minutes: 300, effective: true },
    ],
    correctedNights: 0,
  });
  expect(written).toHaveLength(1);
  expect(written[0]).toMatch(/start transaction.*set_config.*from "patients".*from "usage_nights".*rollback/s);
  const { statements } = await countQueries(() => viewer.gql(query));
  expect(statements).toBe(3); // the settings, the patient and the nights
});

/** What is asked of a patient, by what makes its answer. */
const ASKED: [string, () => string][] = [
  ['by its global id', () => `patient(id: "${toGlobalId('Patient', own)}") { id nights${RANGE} { date serial } }`],
  [
    'with its columns and rows of others',
    () => `patient(id: ${own}) { lastName devices { serial } nights${RANGE} { date } }`,
  ],
  [
    'twice, in two ranges',
    () => `patient(id: ${own}) { a: nights${RANGE} { date } b: nights(from: "2026-01-03", to: "2026-01-03") { date } }`,
  ],
  [
    'with an error of the range',
    () => `patient(id: ${own}) { lastName nights(from: "2026-01-02", to: "2026-01-01") { date } }`,
  ],
  ['of another organization', () => `patient(id: ${foreign}) { nights${RANGE} { date } }`],
  ['that does not exist', () => `patient(id: 999999999) { nights${RANGE} { date } }`],
  ['by an id of another type', () => `patient(id: "${toGlobalId('Machine', own)}") { nights${RANGE} { date } }`],
];

test.each(ASKED)('what is asked by the key of a patient is answered as after it: %s', async (_title, field) => {
  const query = `{ ${field()} }`;
  const together = await viewer.gql(query);
  byLevel.looksAhead = false;
  const after = await viewer.gql(query);
  expect(comparable(JSON.stringify(together))).toEqual(comparable(JSON.stringify(after)));
});

test('a patient of another organization is not found, and none of its nights is answered', async () => {
  const { data, errors } = await viewer.gql(`{ patient(id: ${foreign}) { nights${RANGE} { date } } }`);
  expect([data?.patient, errors?.map(({ extensions }) => extensions?.code)]).toEqual([null, ['NOT_FOUND']]);
});

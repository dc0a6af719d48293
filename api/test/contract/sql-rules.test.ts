import { setTimeout } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { stateOn } from '../../src/compliance/compliance-verdict.ts';
import { userRow } from '../../src/db/factories.ts';
import { overlapCode } from '../../src/device-history/device-history-overlaps.ts';
import { addDays } from '../../src/shared/dates.ts';
import { plainText } from '../../src/shared/text.rules.ts';
import { toGlobalId } from '../../src/shared/node.ts';
import {
  admin,
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makeOrganization,
  makePatient,
  usePortal,
  type TestViewer,
} from '../harness.ts';
import { settingsRow } from './isolation.fixture.ts';

// Rules that exist twice: in SQL, for lists that filter and count, and in TypeScript, for the rows that are shown.
// The expected values are typed from the rule; both sides are compared with them.

usePortal();

/** The values of one column in every row that a query finds, sorted. */
async function found(viewer: TestViewer, path: string, column: string): Promise<string[]> {
  const { status, body } = await viewer.rest('GET', path);
  expect([path, status]).toEqual([path, 200]);
  return body.data.map((row: Record<string, string>) => row[column]).sort();
}

describe('the status of a user', () => {
  const [FUTURE, PAST] = ['2099-01-01T00:00:00Z', '2026-01-01T00:00:00Z'];
  const CASES: [
    active: boolean,
    locked: boolean,
    verified: boolean,
    invitationExpires: string | null,
    status: string,
    filter: number,
  ][] = [
    [true, false, true, null, 'active', 1],
    [true, false, true, PAST, 'active', 1],
    [true, true, true, null, 'locked', 4],
    [true, true, true, FUTURE, 'locked', 4],
    [true, false, false, FUTURE, 'invited', 2],
    [true, true, false, FUTURE, 'invited', 2],
    [true, false, false, PAST, 'expired', 3],
    [true, true, false, PAST, 'expired', 3],
    [true, false, false, null, 'expired', 3],
    [false, false, true, null, 'inactive', 0],
    [false, true, true, null, 'inactive', 0],
    [false, false, false, FUTURE, 'inactive', 0],
    [false, true, false, PAST, 'inactive', 0],
  ];
  const nameOf = (index: number) => `case ${index}`;
  let viewer: TestViewer;

  beforeAll(async () => {
    viewer = await asViewer();
    await admin.query(`update users set last_name = 'viewer' where id = $1`, [viewer.userId]);
    for (const [index, [active, locked, verified, invitation_expires_at]] of CASES.entries()) {
      const email_verified_at = verified ? new Date('2026-01-01') : null;
      const state = { active, locked, email_verified_at, invitation_expires_at };
      await make('users', userRow(viewer.orgId, { last_name: nameOf(index), ...state }));
    }
  });

  test('is shown for every combination of active, locked and verified', async () => {
    const { body } = await viewer.rest('GET', '/api/users/datatable');
    const shown = new Map(body.data.map((row: Record<string, string>) => [row.last_name, row.status]));
    expect(CASES.map((_one, index) => shown.get(nameOf(index)))).toEqual(CASES.map(([, , , , status]) => status));
  });

  test.each([0, 1, 2, 3, 4])('filters the list by %i', async (wanted) => {
    const names = CASES.flatMap(([, , , , , filter], index) => (filter === wanted ? [nameOf(index)] : []));
    if (wanted === 1) names.push('viewer');
    expect(await found(viewer, `/api/users/datatable?active=${wanted}`, 'last_name')).toEqual(names.sort());
  });
});

describe('the settings state of an assignment', () => {
  /** Changes from the oldest to the newest, and the state; "uses": that of the settings which the device uses. */
  const CASES: [changes: string[], state: string][] = [
    [[], 'uses'],
    [['pending'], 'pending'],
    [['failed'], 'failed'],
    [['void'], 'void'],
    [['past'], 'uses'],
    [['failed', 'pending'], 'pending'],
    [['void', 'pending'], 'pending'],
    [['past', 'pending'], 'pending'],
    [['pending', 'failed'], 'pending'],
    [['pending', 'void'], 'pending'],
    [['pending', 'past'], 'pending'],
    [['failed', 'void'], 'void'],
    [['void', 'failed'], 'failed'],
    [['past', 'failed'], 'failed'],
    [['past', 'void'], 'void'],
    [['failed', 'past'], 'uses'],
    [['void', 'past'], 'uses'],
    [['failed', 'void', 'past', 'failed'], 'failed'],
  ];
  /** What the device uses, in a record that it reported. */
  const USES = ['none', 'current', 'defaults'];
  const ASSIGNMENTS: { changes: string[]; uses: string; state: string; sameTime?: boolean }[] = [
    ...CASES.flatMap(([changes, state]) =>
      USES.map((uses) => ({ changes, uses, state: state === 'uses' ? uses : state })),
    ),
    // A delivered change is what the device uses.
    { changes: ['current'], uses: 'none', state: 'current' },
    { changes: ['failed', 'current'], uses: 'none', state: 'current' },
    { changes: ['void', 'current'], uses: 'none', state: 'current' },
    { changes: ['current', 'failed'], uses: 'none', state: 'failed' },
    { changes: ['current', 'pending'], uses: 'none', state: 'pending' },
    // Of two changes at the same time the later row counts.
    { changes: ['failed', 'void'], uses: 'current', state: 'void', sameTime: true },
    { changes: ['void', 'failed'], uses: 'current', state: 'failed', sameTime: true },
  ];
  const serialOf = (index: number) => `STATE${String(index).padStart(4, '0')}`;
  let viewer: TestViewer;

  beforeAll(async () => {
    viewer = await asViewer();
    for (const [index, { changes, uses, sameTime }] of ASSIGNMENTS.entries()) {
      const patient = await makePatient(viewer.orgId);
      const machine = await makeMachine(viewer.orgId, { serial: serialOf(index) });
      const ids = { org_id: viewer.orgId, patient_id: patient.id, history_id: await makeHistory(patient, machine) };
      for (const [day, status] of changes.entries()) {
        const submitted_at = `2026-02-0${sameTime ? 1 : day + 1}T12:00:00Z`;
        // Not in the order of the rows, so that an index on it gives no order by chance.
        const created_at = `2026-01-0${9 - day}T12:00:00Z`;
        await make('settings_records', settingsRow({ ...ids, status, is_edit: true, submitted_at, created_at }));
      }
      if (uses !== 'none') await make('settings_records', settingsRow({ ...ids, status: uses, is_edit: false }));
    }
  });

  test('is shown for every combination of changes and settings in use', async () => {
    const { body } = await viewer.rest('GET', '/api/devices/datatable?limit=500');
    const shown = new Map(body.data.map((row: Record<string, string>) => [row.serial, row.settings_state]));
    expect(ASSIGNMENTS.map((one, index) => ({ ...one, state: shown.get(serialOf(index)) }))).toEqual(ASSIGNMENTS);
  });

  test.each(['pending', 'failed', 'void', 'current', 'defaults', 'none'])('filters the list by %s', async (wanted) => {
    const serials = ASSIGNMENTS.flatMap(({ state }, index) => (state === wanted ? [serialOf(index)] : []));
    expect(serials.length).toBeGreaterThan(0);
    expect(await found(viewer, `/api/devices/datatable?limit=500&settings_state=${wanted}`, 'serial')).toEqual(serials);
  });
});

describe.each<
  [zone: string, cases: [what: string, start: string, end: string | null, at: string, day: string | null][]]
>([
  [
    'America/New_York', // UTC-4 in these days
    [
      ['in the last second before the first day', '2026-04-10', null, '2026-04-10T03:59:59Z', null],
      ['in the first second of the first day', '2026-04-10', null, '2026-04-10T04:00:00Z', '2026-04-10'],
      ['in the evening, which is the next day in UTC', '2026-04-10', null, '2026-04-13T01:00:00Z', '2026-04-12'],
      ['on the last day but one', '2026-04-10', '2026-04-20', '2026-04-19T16:00:00Z', '2026-04-19'],
      ['in the first second of the day of the end', '2026-04-10', '2026-04-20', '2026-04-20T04:00:00Z', '2026-04-20'],
      ['in the last second of the day of the end', '2026-04-10', '2026-04-20', '2026-04-21T03:59:59Z', '2026-04-20'],
      ['in the first second after the day of the end', '2026-04-10', '2026-04-20', '2026-04-21T04:00:00Z', null],
      ['on the only day', '2026-04-10', '2026-04-10', '2026-04-10T16:00:00Z', '2026-04-10'],
    ],
  ],
  [
    'Pacific/Kiritimati', // UTC+14
    [
      ['in the last second before the first day', '2026-04-10', null, '2026-04-09T09:59:59Z', null],
      ['in the first second of the first day', '2026-04-10', null, '2026-04-09T10:00:00Z', '2026-04-10'],
      ['in the first second of the day of the end', '2026-04-10', '2026-04-20', '2026-04-19T10:00:00Z', '2026-04-20'],
      ['in the last second of the day of the end', '2026-04-10', '2026-04-20', '2026-04-20T09:59:59Z', '2026-04-20'],
      ['in the first second after the day of the end', '2026-04-10', '2026-04-20', '2026-04-20T10:00:00Z', null],
    ],
  ],
])('the last connection of an assignment, in %s', (timezone, cases) => {
  let viewer: TestViewer;
  const made: { patient: number; history: number; serial: string; at: string; day: string | null }[] = [];

  beforeAll(async () => {
    const orgId = await makeOrganization('ep', { timezone });
    viewer = await asViewer({ orgId });
    for (const [, start_date, end_date, at, day] of cases) {
      const [patient, machine] = [await makePatient(orgId), await makeMachine(orgId)];
      const history = await makeHistory(patient, machine, { start_date, end_date });
      const ids = { org_id: orgId, patient_id: patient.id, machine_org_id: orgId, machine_id: machine.id };
      await make('connections', { ...ids, start_time: at });
      made.push({ patient: patient.id, history, serial: machine.serial, at, day });
    }
  });

  test.each(cases.map(([what], index) => [what, index] as const))('%s', async (_what, index) => {
    const { patient, history, serial, at, day } = made[index]!;
    const seen = day === null ? null : new Date(at).toISOString();
    const row = await viewer.rest('GET', `/api/devices/datatable?serial=${serial}`);
    expect(row.body.data.map((one: Record<string, string>) => one.last_connection)).toEqual([seen]);
    const filter = day === null ? 'last_connection[is_null]=1' : `last_connection=${day}`;
    expect(await found(viewer, `/api/devices/datatable?serial=${serial}&${filter}`, 'serial')).toEqual([serial]);
    const list = await viewer.rest('GET', `/api/patients/${patient}/devices/${history}/connection_history`);
    expect(list.body.data).toHaveLength(day === null ? 0 : 1);
  });
});

// 26 hours apart: at every moment the date of at least one of them differs from the date in UTC and from the database's.
describe.each(['Etc/GMT-14', 'Etc/GMT+12'])('in an organization of the zone %s', (timezone) => {
  let viewer: TestViewer;
  let today: string;
  const SILENT: [start: number, end: number | null, silent: boolean][] = [
    [-3, null, true],
    [-2, null, true],
    [-1, null, false],
    [0, null, false],
    [-3, 0, false],
  ];
  /** Dates as days from today. Null: the rule is met, or there is none. */
  const COMPLIANCE: [
    met: number | null,
    atRisk: number | null,
    cannotBeMet: number | null,
    closes: number | null,
    state: string,
  ][] = [
    [-50, null, null, -1, 'met'],
    [-50, null, null, 0, 'met'],
    [0, null, null, 1, 'met'],
    [null, -1, -1, -1, 'not_met'],
    [null, 0, 0, -1, 'not_met'],
    [null, 1, 1, -1, 'not_met'],
    [null, -1, -1, 0, 'not_met'],
    [null, 0, 0, 0, 'not_met'],
    [null, 1, 1, 0, 'not_met'],
    [null, -1, 0, 0, 'not_met'],
    [null, -2, -1, 1, 'cannot_be_met'],
    [null, -1, -1, 1, 'cannot_be_met'],
    [null, -1, 0, 1, 'cannot_be_met'],
    [null, 0, 0, 1, 'cannot_be_met'],
    [null, -1, 1, 1, 'at_risk'],
    [null, 0, 1, 1, 'at_risk'],
    [null, 0, 1, 2, 'at_risk'],
    [null, 1, 1, 1, 'in_progress'],
    [null, 1, 2, 2, 'in_progress'],
    [null, null, null, null, 'no_therapy_start'],
  ];
  const on = (days: number | null) => (days === null ? null : addDays(today, days));

  beforeAll(async () => {
    // A day begins at a full hour in these zones: not during the test.
    const untilHour = 3_600_000 - (Date.now() % 3_600_000);
    if (untilHour < 20_000) await setTimeout(untilHour);
    const hours = timezone === 'Etc/GMT-14' ? 14 : -12;
    today = new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 10);
    const orgId = await makeOrganization('ep', { timezone });
    viewer = await asViewer({ orgId });
    for (const [index, [met, atRisk, cannotBeMet, closes]] of COMPLIANCE.entries()) {
      const therapy_start = closes === null ? null : addDays(today, -60);
      const { id } = await makePatient(orgId, { last_name: `compliance ${index}`, therapy_start });
      await admin.query(
        `insert into compliance_results (org_id, patient_id, rule, rule_version, period, therapy_start, met_on, at_risk_on, cannot_be_met_on, closes_on, computed_at)
         values ($1, $2, 'CMS PAP', 1, 90, $3, $4, $5, $6, $7, now())`,
        [orgId, id, therapy_start, on(met), on(atRisk), on(cannotBeMet), on(closes)],
      );
    }
    for (const [index, [start, end]] of SILENT.entries()) {
      const patient = await makePatient(orgId, { last_name: `silent ${index}`, therapy_start: addDays(today, -60) });
      const machine = await makeMachine(orgId);
      await makeHistory(patient, machine, { start_date: on(start), end_date: on(end) });
      await admin.query('insert into modules (org_id, machine_id, serial) values ($1, $2, $3)', [
        orgId,
        machine.id,
        machine.serial,
      ]);
    }
  });

  test('the nights of a compliance period begin with today, newest first', async () => {
    const { id } = await makePatient(viewer.orgId, { therapy_start: addDays(today, -2) });
    const { data } = await viewer.gql(
      `{ patient(id: "${toGlobalId('Patient', id)}") { compliance { ledger { date } } } }`,
    );
    const dates = data.patient.compliance.ledger.map(({ date }: { date: string }) => date);
    expect(dates).toEqual([today, addDays(today, -1), addDays(today, -2)]);
  });

  test('every compliance state is the same in the list and in a result', async () => {
    for (const wanted of new Set(COMPLIANCE.map(([, , , , state]) => state))) {
      const names = COMPLIANCE.flatMap(([, , , , state], index) => (state === wanted ? [`compliance ${index}`] : []));
      expect(await found(viewer, `/api/patients/datatable?compliance=${wanted}`, 'last_name')).toEqual(names.sort());
    }
    for (const [met, atRisk, cannotBeMet, closes, state] of COMPLIANCE) {
      if (closes === null) continue; // without therapy start there is no result to ask
      const dates = { metOn: on(met), atRiskOn: on(atRisk), cannotBeMetOn: on(cannotBeMet), closesOn: on(closes)! };
      expect([dates, stateOn(dates, today)]).toEqual([dates, state]);
    }
  });

  test('an active device that was assigned two days ago and never connected is silent', async () => {
    const names = SILENT.flatMap(([, , silent], index) => (silent ? [`silent ${index}`] : []));
    expect(await found(viewer, '/api/patients/datatable?attention=silent', 'last_name')).toEqual(names);
  });
});

describe('two assignments of a machine', () => {
  const DAYS = ['2026-05-01', '2026-05-02', '2026-05-03', '2026-05-04'];
  const RANGES = DAYS.flatMap((startDate, index) =>
    [...DAYS.slice(index), null].map((endDate) => ({ startDate, endDate })),
  );
  type Range = (typeof RANGES)[number];

  /** The nights of an assignment, from the first evening to the one before the end. June is a sample of the later nights. */
  const nights = ({ startDate, endDate }: Range) =>
    [...DAYS, '2026-06-01'].filter((night) => night >= startDate && (endDate === null || night < endDate));
  const expected = (one: Range, other: Range) => {
    if (!nights(one).some((night) => nights(other).includes(night))) return null;
    return other.endDate === null ? 'device-already-connected' : 'device-start-date-overlaps';
  };

  test('overlap when they share a night, in TypeScript, in the function and in the constraint', async () => {
    const orgId = await makeOrganization();
    const [holder, next] = [await makePatient(orgId), await makePatient(orgId)];
    expect(RANGES).toHaveLength(14);
    for (const other of RANGES) {
      await admin.query('begin');
      const machine = await makeMachine(orgId);
      await makeHistory(holder, machine, { start_date: other.startDate, end_date: other.endDate });
      for (const one of RANGES) {
        const { rows } = await admin.query<{ code: string | null }>(
          'select machine_collision($1, $2, $3, null) as code',
          [machine.id, one.startDate, one.endDate],
        );
        await admin.query('savepoint attempt');
        const refused = await makeHistory(next, machine, { start_date: one.startDate, end_date: one.endDate }).then(
          () => false,
          () => true,
        );
        await admin.query('rollback to savepoint attempt');
        const code = expected(one, other);
        const sides = { typescript: overlapCode('machine', one, [other]), sql: rows[0]!.code, refused };
        expect({ one, other, ...sides }).toEqual({ one, other, typescript: code, sql: code, refused: code !== null });
      }
      await admin.query('rollback');
    }
  });
});

test.each([
  ['ÁÀÂÄÃÅáàâäãåAa', 'a'],
  ['ÉÈÊËéèêëEe', 'e'],
  ['ÍÌÎÏíìîïIi', 'i'],
  ['ÓÒÔÖÕóòôöõOo', 'o'],
  ['ÚÙÛÜúùûüUu', 'u'],
  ['ÇçCc', 'c'],
  ['ÑñNn', 'n'],
  ['ÝýÿYy', 'y'],
  ['ŠšŚśŞşȘș', 's'],
  ['ŽžŹźŻżZz', 'z'],
  ['ČčĆćĈĉ', 'c'],
  ['ŘřRr', 'r'],
  ['ĚěĘęĖė', 'e'],
  ['ŮůŰűŲų', 'u'],
  ['ŐőØø', 'o'],
  ['ĂăĄąĀā', 'a'],
  ['ŁłĽľ', 'l'],
  ['ĐđĎďÐð', 'd'],
  ['ĦħHh', 'h'],
  ['ŦŧŤťȚț', 't'],
  ['ŃńŇňŅņ', 'n'],
  ['İıĪī', 'i'],
  ['Ğğ', 'g'],
  ['ẞß', 'ss'],
  ['Ææ', 'ae'],
  ['Œœ', 'oe'],
  ['Þþ', 'th'],
  ['ẾếỆệ', 'e'],
  ["'’", ''],
  ['-', ' '],
  ['0', '0'],
])('the letters %s are searched as %s, in SQL and in TypeScript', async (letters, plain) => {
  const wanted = [...letters].map(() => plain).join('');
  const { rows } = await admin.query<{ plain: string }>('select plain_text($1) as plain', [letters]);
  expect([rows[0]!.plain, plainText(letters)]).toEqual([wanted, wanted]);
});

test.each([
  ['Šimek', 'simek'],
  ['Łukasz', 'LUKASZ'],
  ['Łukasz', 'łukasz'],
  ['Weiß', 'weiss'],
  ['Weiss', 'weiß'],
  ['Sørensen', 'sorensen'],
])('a patient named %s is found by %s', async (last_name, search) => {
  const viewer = await asViewer();
  await makePatient(viewer.orgId, { last_name });
  await makePatient(viewer.orgId, { last_name: 'Other' });
  const path = `/api/patients/datatable?searchTerm=${encodeURIComponent(search)}`;
  expect(await found(viewer, path, 'last_name')).toEqual([last_name]);
});

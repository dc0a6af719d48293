import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { GraphQLObjectType, GraphQLSchema } from 'graphql';
import { createSchema } from '../../src/schema.ts';
import {
  admin,
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makePatient,
  running,
  usePortalHere,
  type TestViewer,
} from '../harness.ts';
import { comparable, selection, withEntities } from './as-entities.ts';
import { dateChange, icodeRow, settingsRow } from './isolation.fixture.ts';

usePortalHere();

const RUNS = 30;
let schema: GraphQLSchema;
let viewers: TestViewer[];
let ids: { patient: number; machine: number; user: number };

/** Rows below a row or of one user: their type, and the query of a selection of them. */
const NESTED: Record<string, { type: string; query: (fields: string) => string }> = {
  'the nights of a patient': {
    type: 'UsageNight',
    query: (fields) => `{ patient(id: ${ids.patient}) { nights(from: "2026-01-01", to: "2026-01-31") { ${fields} } } }`,
  },
  'the reports of a patient': {
    type: 'ICodeReport',
    query: (fields) => `{ patient(id: ${ids.patient}) { icodeReports { ${fields} } } }`,
  },
  'the sessions of a machine': {
    type: 'ConnectionRecord',
    query: (fields) => `{ machine(id: ${ids.machine}) { connectionHistory { rows { ${fields} } } } }`,
  },
  'the date changes of a machine': {
    type: 'UsageDateChange',
    query: (fields) => `{ machine(id: ${ids.machine}) { usageDateChanges { rows { ${fields} } } } }`,
  },
  'the settings of an assignment': {
    type: 'SettingsHistoryRow',
    query: (fields) => `{ patient(id: ${ids.patient}) { devices { settingsHistory { rows { ${fields} } } } } }`,
  },
  'the activity of a user': {
    type: 'ActivityLine',
    query: (fields) => `{ userActivity(userId: ${ids.user}) { edges { cursor node { ${fields} } } } }`,
  },
  'the audit log of a user': {
    type: 'UserChange',
    query: (fields) => `{ userAuditLog(userId: ${ids.user}) { edges { cursor node { ${fields} } } } }`,
  },
};

beforeAll(async () => {
  schema = await createSchema();
  const staff = await asViewer();
  const { orgId } = staff;
  const subject = await asViewer({ orgId });
  const [patient, machine] = [await makePatient(orgId), await makeMachine(orgId)];
  const history = await makeHistory(patient, machine, { start_date: '2026-01-01' });
  viewers = [staff, await asViewer({ orgId, roles: ['org.clinical.staff'] }), await asViewer({ kind: 'support' })];
  ids = { patient: patient.id, machine: machine.id, user: subject.userId };
  const of = { org_id: orgId, patient_id: patient.id };
  const on = { machine_org_id: machine.orgId, machine_id: machine.id };
  const night = (date: string, row: object) =>
    make('usage_nights', { ...on, night: date, usage_date: date, source: 'wireless', state: 1, minutes: 300, ...row });
  await night('2025-12-31', {}); // outside the range
  await night('2026-01-01', { sessions: 2, ahi: 3.4, pressure: 8, p95: 11.25, leak: 0, sni: 6.5, record_no: 7 });
  await night('2026-01-02', { source: 'sd', hypopneas: 3, central_apneas: 1, device_date: '2026-01-03' });
  await night('2026-01-02', { drift_seconds: -120, arrived_at: '2026-01-03T13:00:00Z' });
  await night('2026-01-05', { usage_date: '2026-01-04', minutes: 0, state: 2 });
  await night('2026-01-06', { source: 'sd', state: 9 }); // voided
  await night('2026-01-31', {});
  await night('2026-02-01', {}); // outside the range
  for (const saturated of [[], ['ahi', 'sni']])
    await make(
      'icode_reports',
      icodeRow({ ...of, serial: machine.serial, code: `${saturated.length}`, pressure: 9.5, ahi: 3.25, saturated }),
    );
  for (const day of ['10', '11'])
    await make('connections', {
      ...of,
      ...on,
      start_time: `2026-01-${day}T02:00:00Z`,
      end_time: day === '10' ? null : `2026-01-${day}T02:31:00Z`,
      terminal_type: Number(day) - 9,
    });
  await make('usage_date_changes', { ...of, ...on, ...dateChange });
  await make('settings_records', settingsRow({ ...of, history_id: history, status: 'current' }));
  for (const event of ['created', 'updated'])
    await make('user_changes', {
      org_id: subject.orgId,
      user_id: subject.userId,
      actor_user_id: subject.userId,
      event,
      changes: JSON.stringify({ city: [null, 'Bern'] }),
    });
  await admin.query(
    `insert into audit_log (org_id, actor_user_id, operation, outcome, patient_ids, properties)
     select $1, $2, 'Query.patient', 'read', array[$3::int], '{"subjects": ["Patient:1"]}' from generate_series(1, 3)`,
    [subject.orgId, subject.userId, patient.id],
  );
});

test.each(Object.keys(NESTED))('%s answer the same, byte for byte, whatever is selected', async (name) => {
  const { type, query } = NESTED[name]!;
  const fields = selection(schema.getType(type) as GraphQLObjectType, 1);
  let answered = 0;
  for (const selected of fc.sample(fields, { numRuns: RUNS, seed: 74 }))
    for (const viewer of viewers) {
      const read = async () => comparable((await viewer.rest('POST', '/graphql', { query: query(selected) })).text);
      const plain = await read();
      expect(plain).toBe(await withEntities(read));
      if (!plain.includes('"errors"') && plain.includes('"__typename"')) answered += 1;
    }
  expect(answered).toBeGreaterThanOrEqual(RUNS); // of the viewers, at least one reads rows
});

test.each(Object.keys(NESTED))('%s are rows, of which the library makes no entities', async (name) => {
  const { type, query } = NESTED[name]!;
  const made = new Set<string>();
  const subscriber = { onLoad: ({ meta }: { meta: { className: string } }) => void made.add(meta.className) };
  const managers = Object.values(running().app.db.pools).map(({ em }) => em.getEventManager());
  managers.forEach((manager) => manager.registerSubscriber(subscriber));
  const fields = selection(schema.getType(type) as GraphQLObjectType, 1);
  let answered = 0;
  for (const selected of fc.sample(fields, { numRuns: RUNS, seed: 74 }))
    for (const viewer of viewers) {
      const { text } = await viewer.rest('POST', '/graphql', { query: query(selected) });
      if (!text.includes('"errors"')) answered += 1;
    }
  expect(answered).toBeGreaterThan(0);
  expect([...made]).toEqual([]);
});

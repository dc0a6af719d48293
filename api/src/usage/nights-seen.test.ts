import { describe, expect, test } from '@jest/globals';
import { countQueries } from '../../test/count-queries.ts';
import { admin, asViewer, running, type TestViewer } from '../../test/harness.ts';
import { watchStatements } from '../../test/watch-statements.ts';
import {
  differ,
  expected,
  FEBRUARY,
  foreign,
  ids,
  limited,
  LIST,
  moved,
  next,
  one,
  own,
  partner,
  PRIORITY,
  raw,
  type Raw,
  shared,
  staff,
  steady,
  useNights,
} from '../../test/nights.ts';

useNights();

describe('the nights that a viewer sees', () => {
  test('are those of the patients that their organization sees, its own and those shared with it', async () => {
    expect(await ids(FEBRUARY, partner)).toEqual(expected([shared, foreign]));
    for (const { id } of [one, next]) expect(await ids({ patientId: { equal: id } }, partner)).toEqual([]);
    expect(await ids({ serial: { equal: moved.serial } }, partner)).toEqual([]);
    expect(await ids(FEBRUARY, await asViewer())).toEqual([]);
  });

  test('are those of the patients of their locations', async () => {
    expect(await ids(FEBRUARY, limited)).toEqual(expected([one]));
    expect(await ids({ patientId: { equal: next.id } }, limited)).toEqual([]);
  });

  test('of a device that moved are those of the patient who had it then', async () => {
    const ofMoved = ({ machine }: Raw) => machine === moved.id;
    expect(expected([next], ofMoved).length).toBeGreaterThan(2);
    expect(await ids({ serial: { equal: moved.serial } }, limited)).toEqual(expected([one], ofMoved));
  });

  test('have a patient: nights that no assignment covers are not in the list', async () => {
    const unassigned = raw.filter(({ patient, machine }) => patient === null && machine === moved.id).length;
    expect(unassigned).toBeGreaterThan(0);
    const { data } = await staff.gql(
      `query ($where: NightsWhere) { nights(where: $where, first: 200) { edges { node { patient { databaseId } } } } }`,
      { where: { serial: { equal: moved.serial } } },
    );
    const patients = data.nights.edges.map(
      ({ node }: { node: { patient: { databaseId: number } } }) => node.patient.databaseId,
    );
    expect(new Set(patients)).toEqual(new Set([one.id, next.id]));
  });

  test('are the same whether they are found by few patients or, of a viewer of many, by their dates', async () => {
    const read = async (viewer: TestViewer) => {
      const texts: string[] = [];
      const found = await watchStatements(
        ['org', 'support'],
        { statement: (text) => void (/from "?usage_nights/.test(text) && texts.push(text)) },
        () => ids(FEBRUARY, viewer),
      );
      return { found, byPatients: texts.some((text) => text.includes('select p.id from patients p')) };
    };
    const support = await asViewer({ kind: 'support' });
    const all = expected([one, next, shared]);
    expect(await read(staff)).toEqual({ found: all, byPatients: true });
    await admin.query(
      `insert into patients (org_id, is_rules_active, first_name, last_name)
         select $1, true, 'Of', 'Many' from generate_series(1, 3000)`,
      [staff.orgId],
    );
    expect(await read(staff)).toEqual({ found: all, byPatients: false });
    expect(await read(limited)).toEqual({ found: expected([one]), byPatients: true });
    expect(await read(support)).toEqual({ found: expected([one, next, shared, foreign]), byPatients: false });
    expect(await ids({ and: [FEBRUARY, { sourcesDiffer: { equal: true } }] })).toEqual(
      expected([one, next, shared], (_, readings) => differ(readings)),
    );
  });

  test('need the permission to read patients', async () => {
    const technician = await asViewer({ orgId: staff.orgId, can: ['org.user.device'] });
    expect((await technician.gql(LIST, { where: FEBRUARY })).errors?.[0]?.extensions.code).toBe('FORBIDDEN');
  });
});

describe('a night of the list', () => {
  const QUESTION = `query ($first: Int) { nights(first: $first, where: { date: { greaterThan: "2026-01-31", lessThan: "2026-03-01" }, sourcesDiffer: { equal: true } }) {
    edges { node { databaseId date recordedDate corrected minutes ahi source effective sourcesDiffer readings { databaseId source minutes state effective }
      patient { databaseId lastName organization { name } provider { name } location { name } } machine { serial model } } } } }`;
  const ask = async (first: number) => (await staff.gql(QUESTION, { first })).data.nights.edges;

  test('says what each source reported, for which patient, device and provider', async () => {
    const { rows } = await admin.query<{ name: string }>('select name from organizations where id = $1', [staff.orgId]);
    const ownName = rows[0]!.name;
    const answered = (await ask(100)).map(({ node }: { node: Record<string, unknown> }) => node);
    expect(answered.map(({ databaseId }: { databaseId: string }) => databaseId)).toEqual(
      expected([one, next, shared], (_, readings) => differ(readings)),
    );
    for (const node of answered) {
      const night = raw.find(({ id }) => id === node.databaseId)!;
      const readings = raw.filter(
        ({ patient, machine, date, state }) =>
          patient === night.patient && machine === night.machine && date === night.date && state !== 9,
      );
      const device = [moved, steady, own].find(({ id }) => id === night.machine)!;
      expect(node).toMatchObject({
        date: night.date,
        recordedDate: night.night,
        corrected: night.date !== night.night,
        minutes: night.minutes,
        ahi: night.source === 'qr' ? null : 3.5,
        source: night.source.toUpperCase(),
        effective: true,
        sourcesDiffer: true,
        patient: {
          databaseId: night.patient,
          provider: { name: night.patient === shared.id ? 'Northern Sleep' : ownName },
          location: { name: night.patient === one.id ? 'here' : 'there' },
        },
        machine: { serial: device.serial, model: expect.any(String) },
      });
      const shown = node.readings as { databaseId: string; source: string; minutes: number; effective: boolean }[];
      expect(shown.map(({ databaseId }) => databaseId).sort()).toEqual(readings.map(({ id }) => id).sort());
      expect(shown.filter(({ effective }) => effective).map(({ databaseId }) => databaseId)).toEqual([night.id]);
      const order = shown.map(({ source }) => PRIORITY.indexOf(source.toLowerCase()));
      expect(order).toEqual([...order].sort());
    }
  });

  test('of the page of a device has its patient for users who may read patients, and for no other', async () => {
    const patientsFor = async (viewer: TestViewer) => {
      const { data } = await viewer.gql(
        'query ($id: ID!) { machine(id: $id) { usage { rows { patient { databaseId } machine { serial } } } } }',
        { id: String(moved.id) },
      );
      const rows = data.machine.usage.rows as { patient: { databaseId: number } | null; machine: { serial: string } }[];
      expect(rows.every(({ machine }) => machine.serial === moved.serial)).toBe(true);
      return new Set(rows.map(({ patient }) => patient?.databaseId));
    };
    const technician = await asViewer({ orgId: staff.orgId, can: ['org.user.device'] });
    expect(await patientsFor(technician)).toEqual(new Set([undefined]));
    expect(await patientsFor(staff)).toEqual(new Set([undefined, one.id, next.id]));
  });

  test('is named with its patient in the audit log', async () => {
    await ids({ serial: { equal: moved.serial } });
    await running().app.readLog.flush();
    const { rows } = await admin.query<{ patients: number[] }>(
      "select patient_ids as patients from audit_log where actor_user_id = $1 and operation = 'Query.nights' order by id desc limit 1",
      [staff.userId],
    );
    expect(rows[0]!.patients.sort()).toEqual([one.id, next.id].sort());
  });

  test('is answered by as many statements as all of them', async () => {
    const first = await countQueries(() => ask(1));
    const all = await countQueries(() => ask(100));
    expect(all.result.length).toBeGreaterThan(5);
    expect(all.statements).toBe(first.statements);
  });

  test('has the same readings below its patient', async () => {
    const below = async (id: number) =>
      (
        await staff.gql(
          'query ($id: ID!) { patient(id: $id) { nights(from: "2026-02-01", to: "2026-02-28") { databaseId effective sourcesDiffer } } }',
          { id: String(id) },
        )
      ).data.patient.nights;
    for (const patient of [one, next, shared]) {
      const found = (await below(patient.id)).filter(
        (night: { effective: boolean; sourcesDiffer: boolean }) => night.effective && night.sourcesDiffer,
      );
      expect(found.map(({ databaseId }: { databaseId: string }) => databaseId)).toEqual(
        expected([patient], (_, readings) => differ(readings)),
      );
    }
  });
});

import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  admin,
  asViewer,
  makeHistory,
  makeMachine,
  makePatient,
  usePortal,
  type TestViewer,
} from '../../test/harness.ts';
import { encodeIc1 } from './ic1.codec.ts';

usePortal();

// Why no idempotency key is needed: api/decisions/013-an-icode-is-its-own-idempotency-key.md
let viewer: TestViewer;
beforeAll(async () => {
  viewer = await asViewer();
});

/** A patient with a device and the device's code of a period. */
async function assigned() {
  const patient = await makePatient(viewer.orgId);
  const machine = await makeMachine(viewer.orgId);
  await makeHistory(patient, machine);
  const code = (period: number) =>
    encodeIc1(machine.serial, {
      period,
      compliantDays: 1,
      best30: 0,
      minutes: 240,
      pressure: 8,
      p95: 10,
      ahi: 2,
      sni: 0,
      leak: 1,
    });
  const rows = (...periods: number[]) => periods.map((period) => ({ collected: '2026-05-01', icode: code(period) }));
  return {
    patient,
    serial: machine.serial,
    rows,
    input: { patient_id: patient.id as number | null, serial: machine.serial, codes: rows(7, 30) },
  };
}

const post = (body: unknown, by = viewer) => by.rest('POST', '/api/icode-reports', body);
const stored = async (serial: string) =>
  (await admin.query('select * from icode_reports where serial = $1 order by id', [serial])).rows;
const ids = (answer: { body: { data: { id: number }[] } }) => answer.body.data.map(({ id }) => id);

/**
 * Sends a submission and disconnects while a lock blocks its insert, so that no answer can arrive; resolves when the
 * rows are stored.
 */
async function loseTheAnswer(serial: string, body: unknown): Promise<void> {
  const hangUp = new AbortController();
  await admin.query('begin');
  await admin.query('lock table icode_reports in share row exclusive mode');
  const sent = fetch(`${viewer.origin}/api/icode-reports`, {
    method: 'POST',
    headers: { ...viewer.headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: hangUp.signal,
  }).then(
    () => 'answered',
    () => 'lost',
  );
  const waiting =
    "select 1 from pg_locks where not granted and database = (select oid from pg_database where datname = current_database()) and relation = 'icode_reports'::regclass";
  while ((await admin.query(waiting)).rowCount === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  hangUp.abort();
  expect(await sent).toBe('lost');
  await admin.query('commit');
  while ((await stored(serial)).length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
}

describe('a retry stores nothing twice', () => {
  test.each([
    ['for a patient', false],
    ['anonymously', true],
  ])('when the answer was lost, %s: the same reports are returned', async (_case, isAnonymous) => {
    const { serial, input } = await assigned();
    const body = isAnonymous ? { ...input, patient_id: null } : input;
    await loseTheAnswer(serial, body);
    const retried = await post(body);
    expect([retried.status, ids(retried)]).toEqual([201, (await stored(serial)).map(({ id }) => id)]);
    expect(await stored(serial)).toHaveLength(2);
  });

  test('after a row was added, changed or removed: equal rows are returned as before, new rows are stored', async () => {
    const { serial, rows, input } = await assigned();
    const first = ids(await post(input));
    const edited = ids(await post({ ...input, codes: rows(30, 90) }));
    expect(edited[0]).toBe(first[1]);
    expect(first).not.toContain(edited[1]);
    expect(ids(await post({ ...input, codes: rows(90) }))).toEqual([edited[1]]);
    expect(await stored(serial)).toHaveLength(3);
  });

  test('after a corrected collection date both dates are stored: the first one was a submission too', async () => {
    const { serial, rows, input } = await assigned();
    await post({ ...input, codes: rows(7) });
    const [row] = rows(7);
    await post({ ...input, codes: [{ ...row, collected: '2026-05-02' }] });
    expect((await stored(serial)).map(({ collected }) => collected.toLocaleDateString('en-CA'))).toEqual([
      '2026-05-01',
      '2026-05-02',
    ]);
  });

  test('in any notation of code and serial', async () => {
    const { serial, rows, input } = await assigned();
    const first = ids(await post({ ...input, codes: rows(7) }));
    const [{ collected, icode }] = rows(7) as [{ collected: string; icode: string }];
    const spaced = {
      ...input,
      serial: serial.toLowerCase().replace(/(.{4})/, '$1-'),
      codes: [{ collected, icode: icode.replace(/(\d{4})(?=\d)/g, '$1 ') }],
    };
    expect(ids(await post(spaced))).toEqual(first);
  });

  test('a refused submission stores nothing, and its correction stores each code once', async () => {
    const { serial, rows, input } = await assigned();
    const [good, wrong] = rows(7, 30) as [{ collected: string; icode: string }, { collected: string; icode: string }];
    const swapped = { ...wrong, icode: wrong.icode.replace(/(\d)(?!\1)(\d)/, '$2$1') };
    expect((await post({ ...input, codes: [good, swapped] })).status).toBe(422);
    expect(await stored(serial)).toEqual([]);
    expect((await post(input)).status).toBe(201);
    expect(await stored(serial)).toHaveLength(2);
  });
});

describe('two users with the same code', () => {
  test("share the patient's report, which belongs to the first of them, however close they are", async () => {
    const { serial, input } = await assigned();
    const colleague = await asViewer({ orgId: viewer.orgId });
    const answers = await Promise.all([viewer, colleague, viewer, colleague].map((by) => post(input, by)));
    expect(new Set(answers.map((answer) => `${answer.status} ${ids(answer)}`)).size).toBe(1);
    const submitters = new Set(answers.map(({ body }) => body.data[0].submitter.email));
    expect([submitters.size, (await stored(serial)).length]).toEqual([1, 2]);
  });

  test("have one anonymous report each: an upload never becomes another user's report", async () => {
    const { serial, rows, input } = await assigned();
    const colleague = await asViewer({ orgId: viewer.orgId });
    const anonymous = { ...input, patient_id: null, codes: rows(7) };
    const [mine, theirs] = [ids(await post(anonymous)), ids(await post(anonymous, colleague))];
    expect(mine).not.toEqual(theirs);
    expect([ids(await post(anonymous)), ids(await post(anonymous, colleague))]).toEqual([mine, theirs]);
    expect((await stored(serial)).map(({ submitted_by_id }) => submitted_by_id)).toEqual([
      viewer.userId,
      colleague.userId,
    ]);
  });
});

describe('an anonymous upload', () => {
  test('writes only the report, and no row that names a patient', async () => {
    const { patient, serial, rows, input } = await assigned();
    const { rows: columns } = await admin.query(
      "select table_name from information_schema.columns where table_schema = 'public' and column_name = 'patient_id' order by 1",
    );
    const tables = columns.map(
      ({ table_name }) => `select to_jsonb(t) as row from ${table_name} t where patient_id = $1`,
    );
    const audit = "select to_jsonb(t) from audit_log t where to_jsonb(t)::text like '%' || $2 || '%'";
    const everything = ['select to_jsonb(p) as row from patients p where id = $1', ...tables, audit].join(
      ' union all ',
    );
    const ofPatient = async () =>
      (await admin.query(`select row from (${everything}) found order by row::text`, [patient.id, serial])).rows;
    const before = await ofPatient();
    expect((await post({ ...input, patient_id: null, codes: rows(7) })).status).toBe(201);
    expect(await ofPatient()).toEqual(before);
    expect(await stored(serial)).toMatchObject([{ patient_id: null }]);
    expect((await viewer.rest('GET', `/api/icode-reports?serial=${serial}&patient_id=${patient.id}`)).body).toEqual([]);
  });
});

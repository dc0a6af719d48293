import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  admin,
  anonymous,
  asViewer,
  make,
  running,
  signInAgain,
  usePortalHere,
  type TestViewer,
} from '../../test/harness.ts';
import { runJob } from '../../test/run-job.ts';
import { takeJobsByHand, workJobs } from '../../test/taken-jobs.ts';
import { until } from '../../test/until.ts';
import { asToken } from '../../test/token.ts';
import { wholeList } from '../../test/whole-list.ts';
import { runBulkQueryJob, sweepBulkQueriesJob } from './bulk-queries.jobs.ts';
import {
  atPiece,
  call,
  CANCEL,
  download,
  PATIENTS,
  patientsOf,
  piecesOf,
  shown,
  start,
  START,
} from './bulk-queries.fixture.ts';

usePortalHere();

const PAGES = `query ($after: String) {
  patients(first: 70, after: $after) { edges { node { databaseId lastName } } pageInfo { hasNextPage endCursor } } }`;

let viewer: TestViewer;
let undo = () => {};
beforeEach(async () => {
  viewer = await asViewer({ can: ['view.patient', 'export.patient'] });
});
afterEach(() => undo());

const run = (id: number) => runJob(runBulkQueryJob, { bulkQueryId: id });
const sweep = () => runJob(sweepBulkQueriesJob, {});
const cancel = async (id: number, who = viewer) => who.gql(CANCEL, { input: { bulkQueryId: String(id) } });
const namesOf = (ids: number[]) => ids.map((databaseId, nth) => ({ databaseId, lastName: `Lane ${nth + 1}` }));

describe('a bulk query', () => {
  takeJobsByHand();

  test('writes the whole result, which is that of all pages of its list', async () => {
    const ids = await patientsOf(viewer, 250);
    const id = await start(viewer);
    expect(await shown(viewer, id)).toMatchObject({ state: 'CREATED', list: 'patients', objectCount: 0, url: null });
    expect(await workJobs('run-bulk-query')).toContain(String(id));
    const file = await download(viewer, id);
    expect([file.status, file.headers.get('content-type'), file.headers.get('content-disposition')]).toEqual([
      200,
      'application/jsonl',
      `attachment; filename="bulk_query_${id}.jsonl"`,
    ]);
    expect(file.lines()).toEqual(namesOf(ids));
    expect(file.lines()).toEqual(await wholeList(viewer, PAGES, 'patients'));
    expect(await shown(viewer, id)).toEqual({
      databaseId: id,
      state: 'COMPLETED',
      errorCode: null,
      list: 'patients',
      objectCount: 250,
      fileSize: Buffer.byteLength(file.text),
      pointsSpent: expect.any(Number),
      url: `${running().app.config.publicUrl}/api/bulk-queries/${id}/file`,
      resumesAt: null,
      endedAt: expect.any(String),
      expiresAt: expect.any(String),
    });
  });

  test('of an empty list has a file without a line', async () => {
    const id = await start(viewer);
    await run(id);
    expect(await shown(viewer, id)).toMatchObject({ state: 'COMPLETED', objectCount: 0, fileSize: 0 });
    expect(await download(viewer, id)).toMatchObject({ status: 200, text: '' });
  });

  test('takes variables, a filter and fragments', async () => {
    const ids = await patientsOf(viewer, 3);
    const id = await start(
      viewer,
      `query ($name: String!, $bulkFirst: Boolean!) { patients(where: { lastName: { equal: $name } }) { edges { node { ...Name first: databaseId @include(if: $bulkFirst) } } } }
       fragment Name on Patient { lastName }`,
      JSON.stringify({ name: 'Lane 2', bulkFirst: true }),
    );
    await run(id);
    expect((await download(viewer, id)).lines()).toEqual([{ lastName: 'Lane 2', first: ids[1] }]);
  });

  test('is compressed for a client that accepts it, and HEAD sends no line', async () => {
    const ids = await patientsOf(viewer, 100);
    const id = await start(viewer);
    await run(id);
    const file = await download(viewer, id, { 'accept-encoding': 'gzip' });
    expect(file.headers.get('content-encoding')).toBe('gzip');
    expect(file.lines()).toEqual(namesOf(ids));
    const plain = await download(viewer, id, { 'accept-encoding': 'identity' });
    expect([plain.headers.get('content-encoding'), plain.text]).toEqual([null, file.text]);
    const head = await viewer.rest('HEAD', `/api/bulk-queries/${id}/file`);
    expect([head.status, head.text, head.headers.get('content-type')]).toEqual([200, '', 'application/jsonl']);
  });

  test('has at most one page in memory: each piece is stored before the next page is read', async () => {
    await patientsOf(viewer, 250);
    const rows: number[] = [];
    let waiting = 0;
    undo = atPiece(async (_nth, put, bytes) => {
      waiting += 1;
      expect(waiting).toBe(1);
      rows.push(bytes.toString().split('\n').length - 1);
      await put();
      waiting -= 1;
    });
    await run(await start(viewer));
    expect(rows).toEqual([100, 100, 50]);
  });

  test('that is killed within a page goes on after the last whole one, without a lost or doubled line', async () => {
    const ids = await patientsOf(viewer, 250);
    const id = await start(viewer);
    undo = atPiece(async (nth, put) => {
      await put();
      if (nth === 1) throw new Error('killed');
    });
    await expect(run(id)).rejects.toThrow('killed');
    undo();
    expect(await shown(viewer, id)).toMatchObject({ state: 'RUNNING', objectCount: 100 });
    expect(await piecesOf(id)).toHaveLength(2);
    await run(id);
    expect((await download(viewer, id)).lines()).toEqual(namesOf(ids));
    expect(await shown(viewer, id)).toMatchObject({ state: 'COMPLETED', objectCount: 250 });
  });

  test('that is killed between two pages goes on after the last one', async () => {
    const ids = await patientsOf(viewer, 250);
    const id = await start(viewer);
    undo = atPiece(async (nth, put) => {
      if (nth === 2) throw new Error('killed');
      await put();
    });
    await expect(run(id)).rejects.toThrow('killed');
    undo();
    expect(await shown(viewer, id)).toMatchObject({ state: 'RUNNING', objectCount: 200 });
    await run(id);
    expect((await download(viewer, id)).lines()).toEqual(namesOf(ids));
  });

  test('whose lost run still writes has the pieces of the run that took it over', async () => {
    const ids = await patientsOf(viewer, 250);
    const id = await start(viewer);
    const held: (() => void)[] = [];
    undo = atPiece(async (nth, put) => {
      if (nth === 1 || nth === 2) await new Promise<void>((resume) => (held[nth] = resume));
      await put();
    });
    const isHeld = (nth: number) => until(async () => held[nth] !== undefined);
    const lost = run(id);
    await isHeld(1);
    await admin.query(`update patients set last_name = 'Reyes' where id = $1`, [ids[150]]);
    const other = run(id);
    await isHeld(2);
    held[1]!();
    await lost;
    held[2]!();
    await other;
    const lines = (await download(viewer, id)).lines() as { lastName: string }[];
    expect(lines).toHaveLength(250);
    expect(lines[150]).toEqual({ databaseId: ids[150], lastName: 'Reyes' });
    expect(await shown(viewer, id)).toMatchObject({ state: 'COMPLETED', objectCount: 250 });
  });

  test('has a row once that changes between two pages, also in the column by which lists are usually sorted', async () => {
    const ids = await patientsOf(viewer, 150);
    const id = await start(viewer);
    undo = atPiece(async (_nth, put) => {
      await put();
      await admin.query(`update patients set last_name = 'Zuluaga'  where id = $1`, [ids[0]]);
      await admin.query(`update patients set last_name = 'Abad'  where id = $1`, [ids[149]]);
    });
    await run(id);
    const lines = (await download(viewer, id)).lines() as { databaseId: number }[];
    expect(lines.map(({ databaseId }) => databaseId)).toEqual(ids);
  });

  test('of a list that is sorted by a column that changes has each row once too', async () => {
    const boss = await asViewer();
    await admin.query(
      `insert into users (org_id, email, first_name, last_name, user_type)
       select $1, 'lane' || n || '@' || $2 || '.test', 'Ana', 'Lane', 'Organization' from generate_series(100, 249) n`,
      [boss.orgId, String(boss.orgId)],
    );
    const { rows } = await admin.query<{ id: number }>('select id from users where org_id = $1 order by id', [
      boss.orgId,
    ]);
    const ids = rows.map(({ id }) => id);
    const id = await start(boss, '{ users { edges { node { databaseId } } } }');
    const rename = (nth: number, name: string) =>
      admin.query("update users set email = $2 || '@' || org_id || '.test' where id = $1", [ids.at(nth), name]);
    undo = atPiece(async (_nth, put) => {
      await put();
      await rename(2, 'zz');
      await rename(-1, 'aa');
    });
    await run(id);
    const lines = (await download(boss, id)).lines() as { databaseId: number }[];
    expect(lines.map(({ databaseId }) => databaseId)).toEqual(ids);
  });

  test('with more pages than one run reads goes on in the next one', async () => {
    await patientsOf(viewer, 101);
    const id = await start(viewer);
    await admin.query('update bulk_queries set page_size = 1 where id = $1', [id]);
    await workJobs('run-bulk-query');
    expect(await shown(viewer, id)).toMatchObject({ state: 'RUNNING', objectCount: 100 });
    expect(await workJobs('run-bulk-query')).toContain(String(id));
    expect(await shown(viewer, id)).toMatchObject({ state: 'COMPLETED', objectCount: 101 });
    expect((await download(viewer, id)).lines()).toHaveLength(101);
  });

  test('that has lost its job gets another one after five minutes', async () => {
    const id = await start(viewer);
    await workJobs('run-bulk-query');
    const lose = (minutes: string) =>
      admin.query(
        `update bulk_queries set state = 'running', ended_at = null, expires_at = null, updated_at = now() - $2::interval where id = $1`,
        [id, minutes],
      );
    await lose('4 minutes 50 seconds');
    await sweep();
    expect(await workJobs('run-bulk-query')).not.toContain(String(id));
    await lose('5 minutes 1 second');
    await sweep();
    expect(await workJobs('run-bulk-query')).toContain(String(id));
    expect(await shown(viewer, id)).toMatchObject({ state: 'COMPLETED' });
  });

  test('is taken up by the sixth run after five that fail, and no more: its file is removed', async () => {
    await patientsOf(viewer, 150);
    const id = await start(viewer);
    undo = atPiece(async (nth, put) => {
      if (nth > 0) throw new Error('no disk');
      await put();
    });
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      await expect(run(id)).rejects.toThrow('no disk');
      expect(await shown(viewer, id)).toMatchObject({ state: 'RUNNING' });
    }
    await expect(run(id)).rejects.toThrow('no disk');
    expect(await shown(viewer, id)).toMatchObject({ state: 'FAILED', errorCode: 'INTERNAL_SERVER_ERROR', url: null });
    expect(await piecesOf(id)).toEqual([]);
  });

  test('that was canceled between two pages writes no more, and its file is removed', async () => {
    await patientsOf(viewer, 250);
    const id = await start(viewer);
    undo = atPiece(async (nth, put) => {
      if (nth === 1) {
        const { data } = await cancel(id);
        expect(data.cancelBulkQuery).toEqual({ bulkQuery: { state: 'CANCELED', errorCode: null }, userErrors: [] });
      }
      expect(nth).toBeLessThan(2);
      await put();
    });
    await run(id);
    expect(await shown(viewer, id)).toMatchObject({ state: 'CANCELED', url: null });
    expect(await piecesOf(id)).toEqual([]);
    expect((await download(viewer, id)).status).toBe(422);
    expect((await cancel(id)).data.cancelBulkQuery).toMatchObject({ userErrors: [] });
  });

  test('goes on alone: a second one is refused until it has ended, and of two at once one starts', async () => {
    const answers = await Promise.all([call(viewer), call(viewer)]);
    const codes = answers.map(({ data }) => data.startBulkQuery.userErrors.map(({ code }: { code: string }) => code));
    expect(codes.sort()).toEqual([[], ['bulk.running']]);
    const id = answers.find(({ data }) => data.startBulkQuery.bulkQuery)!.data.startBulkQuery.bulkQuery.databaseId;
    const other = await asViewer({ orgId: viewer.orgId, can: ['view.patient', 'export.patient'] });
    await start(other);
    await run(id);
    await start(viewer);
  });

  test('that is started twice with one Idempotency-Key is one, and its repeat shows how far it is', async () => {
    const key = randomUUID();
    const again = async () => {
      const body = { query: START, variables: { input: { query: PATIENTS } } };
      const answer = await viewer.rest('POST', '/graphql', body, { 'idempotency-key': key });
      return answer.body.data.startBulkQuery;
    };
    const first = await again();
    expect(first).toMatchObject({ bulkQuery: { state: 'CREATED' }, userErrors: [] });
    await run(first.bulkQuery.databaseId);
    expect(await again()).toEqual({
      bulkQuery: { ...first.bulkQuery, state: 'COMPLETED', url: expect.any(String) },
      userErrors: [],
    });
    const canceled = async () => {
      const body = { query: CANCEL, variables: { input: { bulkQueryId: String(first.bulkQuery.databaseId) } } };
      return (await viewer.rest('POST', '/graphql', body, { 'idempotency-key': randomUUID() })).body.data;
    };
    expect(await canceled()).toEqual({
      cancelBulkQuery: { bulkQuery: { state: 'COMPLETED', errorCode: null }, userErrors: [] },
    });
  });

  test('is listed newest first, and is of its user alone', async () => {
    const [first] = [await start(viewer), await cancelAll()];
    const second = await start(viewer);
    const LIST = '{ bulkQueries { totalCount edges { node { databaseId } } } }';
    const listed = async (who: TestViewer) =>
      (await who.gql(LIST)).data.bulkQueries.edges.map(
        (edge: { node: { databaseId: number } }) => edge.node.databaseId,
      );
    expect(await listed(viewer)).toEqual([second, first]);
    expect(await listed(await signInAgain(viewer))).toEqual([second, first]);
    await run(second);
    for (const who of [
      await asViewer({ orgId: viewer.orgId }),
      await asViewer(),
      await asViewer({ kind: 'support' }),
    ]) {
      expect(await listed(who)).toEqual([]);
      const { errors } = await who.gql('query ($id: ID!) { bulkQuery(id: $id) { state } }', { id: String(second) });
      expect(errors![0]!.extensions.code).toBe('NOT_FOUND');
      expect((await cancel(second, who)).errors![0]!.extensions.code).toBe('NOT_FOUND');
      expect((await download(who, second)).status).toBe(404);
    }
    expect((await download(anonymous() as TestViewer, second)).status).toBe(401);
  });

  const cancelAll = () =>
    admin.query(
      `update bulk_queries set state = 'canceled', ended_at = now() where ended_at is null and user_id = $1`,
      [viewer.userId],
    );

  test('leaves lines of its start, of the patients of each page, and of each download', async () => {
    const ids = await patientsOf(viewer, 150);
    const id = await start(viewer);
    await run(id);
    await download(viewer, id);
    const { rows } = await admin.query(
      'select operation, outcome, actor_type, properties, patient_ids from audit_log where actor_user_id = $1 order by id',
      [viewer.userId],
    );
    const page = (rowCount: number, patients: number[]) => ({
      operation: 'Job.run-bulk-query',
      outcome: 'done',
      actor_type: 'session',
      properties: { bulkQuery: id, list: 'patients', rows: rowCount },
      patient_ids: patients,
    });
    expect(rows).toEqual([
      expect.objectContaining({
        operation: 'Mutation.startBulkQuery',
        outcome: 'done',
        properties: expect.objectContaining({ bulkQuery: id, list: 'patients' }),
        patient_ids: [],
      }),
      page(100, ids.slice(0, 100)),
      page(50, ids.slice(100)),
      expect.objectContaining({
        operation: 'GET /api/bulk-queries/{id}/file',
        outcome: 'exported',
        properties: { bulkQuery: id, list: 'patients', rows: 150 },
      }),
    ]);
    const texts = async (locale: 'en' | 'es') => {
      const who = await asViewer({ orgId: viewer.orgId, locale });
      const { body } = await who.rest('GET', `/api/support/activity-logs/user/${viewer.userId}?limit=10`);
      return new Set(body.data.map(({ description }: { description: string }) => description));
    };
    expect(await texts('en')).toEqual(
      new Set([
        'Started a bulk query',
        'Read a page of a bulk query (100 patients)',
        'Read a page of a bulk query (50 patients)',
        'Saved as a file: the file of a bulk query',
      ]),
    );
    expect(await texts('es')).toEqual(
      new Set([
        'Inició una consulta masiva',
        'Leyó una página de una consulta masiva (100 pacientes)',
        'Leyó una página de una consulta masiva (50 pacientes)',
        'Guardó como archivo: el archivo de una consulta masiva',
      ]),
    );
  });
});

describe('the file of a bulk query', () => {
  takeJobsByHand();

  test('is kept for 7 days, and removed and no longer sent after them', async () => {
    await patientsOf(viewer, 1);
    const id = await start(viewer);
    await run(id);
    const { expiresAt, endedAt } = await shown(viewer, id);
    expect(Date.parse(expiresAt) - Date.parse(endedAt)).toBe(7 * 86_400_000);
    const pass = (time: string) =>
      admin.query('update bulk_queries set expires_at = ended_at + interval $$7 days$$ - $2::interval where id = $1', [
        id,
        time,
      ]);
    await pass('6 days 23 hours 59 minutes');
    await sweep();
    expect(await shown(viewer, id)).toMatchObject({ state: 'COMPLETED', url: expect.any(String) });
    expect((await download(viewer, id)).lines()).toHaveLength(1);
    await pass('7 days 1 second');
    expect(await shown(viewer, id)).toMatchObject({ state: 'EXPIRED', url: null });
    expect((await download(viewer, id)).status).toBe(422);
    expect(await piecesOf(id)).toHaveLength(1);
    await sweep();
    expect(await piecesOf(id)).toEqual([]);
    expect(await shown(viewer, id)).toMatchObject({ state: 'EXPIRED', url: null });
  });

  test('is not sent to a user who may no longer read the list, save it, or see all of its locations', async () => {
    const location = await make('locations', { org_id: viewer.orgId, name: 'Main' });
    await patientsOf(viewer, 1);
    const id = await start(viewer);
    await run(id);
    expect((await download(viewer, id)).status).toBe(200);
    const refused = async (change: string, back: string, values: unknown[]) => {
      await admin.query(change, values);
      expect([change, (await download(viewer, id)).status]).toEqual([change, 403]);
      await admin.query(back, values);
      expect((await download(viewer, id)).status).toBe(200);
    };
    await refused(
      'update organizations set export_to_csv_access = 0 where id = $1',
      'update organizations set export_to_csv_access = 1 where id = $1',
      [viewer.orgId],
    );
    const role = 'select role_id from user_roles where user_id = $1';
    for (const permission of ['view.patient', 'export.patient'])
      await refused(
        `delete from role_permissions where permission = '${permission}' and role_id = (${role})`,
        `insert into role_permissions (role_id, permission) select role_id, '${permission}' from user_roles where user_id = $1`,
        [viewer.userId],
      );
    await admin.query(`insert into user_locations (org_id, user_id, location_id) values ($1, $2, $3)`, [
      viewer.orgId,
      viewer.userId,
      location,
    ]);
    await refused(
      "update users set user_type = 'Location' where id = $1",
      "update users set user_type = 'Organization' where id = $1",
      [viewer.userId],
    );
  });

  test('is sent to the token that started its query and to sessions of the user, and to no other token', async () => {
    await patientsOf(viewer, 2);
    const [own, other] = [
      await asToken(viewer, ['view.patient', 'export.patient']),
      await asToken(viewer, ['view.patient', 'export.patient']),
    ];
    const id = await start(own);
    await run(id);
    expect((await download(own, id)).lines()).toHaveLength(2);
    expect((await download(viewer, id)).lines()).toHaveLength(2);
    expect((await download(other, id)).status).toBe(404);
    expect(await shown(other, id)).toBeUndefined();
  });

  test('that the store does not have, as after a restore, is not found', async () => {
    await patientsOf(viewer, 1);
    const id = await start(viewer);
    await run(id);
    const { rows } = await admin.query<{ key: string }>('select file_key as key from bulk_queries where id = $1', [id]);
    await running().app.files.remove(rows[0]!.key);
    expect((await download(viewer, id)).status).toBe(404);
  });
});

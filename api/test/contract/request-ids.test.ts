import { randomUUID } from 'node:crypto';
import { connect, createServer, type AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { assertRepeatsDeclared, matrix } from '../../src/auth/matrix.ts';
import { sweepExpired } from '../../src/auth/sweep.jobs.ts';
import { assertRepeatsAnswered } from '../../src/rest/router.ts';
import { Context } from '../../src/shared/context.ts';
import {
  admin,
  asViewer,
  makeHistory,
  makeMachine,
  makePatient,
  running,
  signInAgain,
  usePortalHere,
  type GraphqlAnswer,
  type Ref,
  type TestViewer,
} from '../harness.ts';
import { runJob } from '../run-job.ts';
import { ONCE } from './contracts.ts';

usePortalHere();
afterEach(() => void jest.restoreAllMocks());

let viewer: TestViewer;
let patient: Ref;
let machine: Awaited<ReturnType<typeof makeMachine>>;
beforeEach(async () => {
  viewer = await asViewer();
  [patient, machine] = [await makePatient(viewer.orgId), await makeMachine(viewer.orgId)];
});

const ASSIGN =
  'mutation ($input: AssignDeviceInput!) { assignDevice(input: $input) { deviceHistory { databaseId } patient { databaseId } userErrors { field code } } }';
const keyed = (id: string) => ({ 'idempotency-key': id });
const form = (start = '2026-01-01') => ({ serial_number: machine.serial, start_date: start });
const assign = (id?: string, body: object = form(), by = viewer) =>
  by.rest('POST', `/api/patients/${patient.id}/devices`, body, id === undefined ? {} : keyed(id));
async function mutate(query: string, variables: object, id: string, by = viewer): Promise<GraphqlAnswer> {
  return (await by.rest('POST', '/graphql', { query, variables }, keyed(id))).body as GraphqlAnswer;
}
const assignByGraphql = (id: string, start = '2026-01-01', by = viewer) =>
  mutate(ASSIGN, { input: { patientId: String(patient.id), serialNumber: machine.serial, startDate: start } }, id, by);
const assignments = async () =>
  (await admin.query<{ id: number }>('select id from device_history where patient_id = $1 order by id', [patient.id]))
    .rows;
const ids = async () =>
  (await admin.query('select from request_ids where user_id = $1', [viewer.userId])).rowCount as number;

/** An address that passes requests on to the portal and cuts the connection as soon as the answer begins. */
async function cutting(): Promise<{ url: string; close: () => void }> {
  const proxy = createServer((client) => {
    const portal = connect(running().port, '127.0.0.1');
    client.pipe(portal);
    portal.on('data', () => client.destroy());
    for (const socket of [client, portal]) socket.on('error', () => undefined);
  });
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, close: () => proxy.close() };
}

describe('a repeat with the same request id', () => {
  test('whose first answer was lost after the commit gets that answer, and nothing is written again', async () => {
    const id = randomUUID();
    const proxy = await cutting();
    const lost = fetch(`${proxy.url}/api/patients/${patient.id}/devices`, {
      method: 'POST',
      headers: { ...viewer.headers, 'content-type': 'application/json', ...keyed(id) },
      body: JSON.stringify(form()),
    });
    await expect(lost).rejects.toThrow('fetch failed');
    proxy.close();
    const [row] = await assignments();
    const answer = await assign(id);
    expect([answer.status, answer.body.data.id, await assignments()]).toEqual([201, row!.id, [row]]);
    // The client without an id works as before: the device is taken now.
    expect((await assign()).status).toBe(422);
  });

  test('has the same answer over REST, byte for byte', async () => {
    const id = randomUUID();
    const [first, second] = [await assign(id), await assign(id)];
    expect([first.status, second.status, second.text]).toEqual([201, 201, first.text]);
  });

  test('has the same answer over GraphQL', async () => {
    const id = randomUUID();
    const [first, second] = [await assignByGraphql(id), await assignByGraphql(id)];
    const [row] = await assignments();
    expect(first.data).toEqual({
      assignDevice: { deviceHistory: { databaseId: row!.id }, patient: { databaseId: patient.id }, userErrors: [] },
    });
    expect(second.data).toEqual(first.data);
    expect(await assignments()).toEqual([row]);
  });

  test('in parallel is carried out once, and each is answered', async () => {
    const id = randomUUID();
    const answers = await Promise.all(Array.from({ length: 5 }, () => assign(id)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await assignments()).toHaveLength(1);
  });

  test('sends a message once, and writes one audit line', async () => {
    const [id, support] = [randomUUID(), await asViewer({ kind: 'support' })];
    const send = () =>
      mutate(
        'mutation ($input: SendOrgMessageInput!) { sendOrgMessage(input: $input) { orgMessage { databaseId } userErrors { code } } }',
        { input: { userId: String(viewer.userId), message: 'once' } },
        id,
        support,
      );
    const [first, second] = [await send(), await send()];
    expect(first.data.sendOrgMessage.orgMessage.databaseId).toEqual(expect.any(Number));
    expect(second.data).toEqual(first.data);
    const { rows } = await admin.query(
      `select (select count(*)::int from org_messages where sent_by_id = $1) as messages,
              (select count(*)::int from audit_log where actor_user_id = $1 and operation = 'Mutation.sendOrgMessage') as lines`,
      [support.userId],
    );
    expect(rows).toEqual([{ messages: 1, lines: 1 }]);
  });

  test('deletes once and is answered as done; without an id the assignment is not found', async () => {
    const id = randomUUID();
    const path = `/api/patients/${patient.id}/devices/${await makeHistory(patient, machine)}`;
    const remove = async (headers = {}) => (await viewer.rest('DELETE', path, undefined, headers)).status;
    expect([await remove(keyed(id)), await remove(keyed(id)), await remove()]).toEqual([204, 204, 404]);
  });

  test('counts from every session of the user, and not for another user', async () => {
    const id = randomUUID();
    const first = await assign(id);
    expect((await assign(id, form(), await signInAgain(viewer))).text).toBe(first.text);
    const colleague = await asViewer({ orgId: viewer.orgId });
    expect((await assign(id, form(), colleague)).status).toBe(422); // carried out, and refused: the device is taken
    expect(await assignments()).toHaveLength(1);
  });

  test('is answered with the rights of now', async () => {
    const id = randomUUID();
    await assign(id);
    const theirs = await asViewer();
    await admin.query('delete from device_history where patient_id = $1', [patient.id]);
    expect((await assign(id)).status).toBe(404);
    await admin.query('update patients set org_id = $2 where id = $1', [patient.id, theirs.orgId]);
    expect((await assign(id)).status).toBe(404);
    await admin.query('delete from user_roles where user_id = $1', [viewer.userId]);
    expect((await assign(id)).status).toBe(403);
  });
});

describe('a request id', () => {
  test('with another input or another operation is refused, over both APIs', async () => {
    const id = randomUUID();
    await assign(id);
    const other = await assign(id, form('2026-01-02'));
    expect([other.status, other.body.code]).toEqual([422, 'request_id.reused']);
    expect((await assignByGraphql(id)).data.assignDevice).toEqual({
      deviceHistory: null,
      patient: null,
      userErrors: [{ field: '', code: 'request_id.reused' }],
    });
    expect(await assignments()).toHaveLength(1);
  });

  test('of a refused request stays free', async () => {
    const id = randomUUID();
    expect((await assign(id, form('not a day'))).status).toBe(422);
    expect(await ids()).toBe(0);
    expect((await assign(id)).status).toBe(201);
    expect(await ids()).toBe(1);
  });

  test.each([
    ['of version 4', 201, '0c4ed2b1-3f7b-4a52-8b1d-7f9b1f0a5c11'],
    ['of version 7', 201, '01890a5d-ac96-774b-bcce-b302099a8057'],
    ['in quotes, as the header field is specified', 201, '"0c4ed2b1-3f7b-4a52-8b1d-7f9b1f0a5c12"'],
    ['of version 1', 400, '0c4ed2b1-3f7b-1a52-8b1d-7f9b1f0a5c11'],
    ['with one quote', 400, '"0c4ed2b1-3f7b-4a52-8b1d-7f9b1f0a5c11'],
    ['that is none', 400, '1'],
  ])('%s is answered with %i', async (_title, status, id) => {
    expect((await assign(id)).status).toBe(status);
  });

  test('that is malformed is refused with a sentence that names the header, in both APIs and languages', async () => {
    const sentence =
      'The Idempotency-Key header is not a UUID of version 4 or 7. Send another one, or leave the header out.';
    expect((await assign('1')).body).toEqual({ message: sentence });
    const variables = {
      input: { patientId: String(patient.id), serialNumber: machine.serial, startDate: '2026-01-01' },
    };
    const { errors } = await mutate(ASSIGN, variables, '1');
    expect([errors![0]!.message, errors![0]!.extensions]).toEqual([sentence, { code: 'BAD_REQUEST' }]);
    await admin.query("update users set locale = 'es' where id = $1", [viewer.userId]);
    expect((await assign('1')).body.message).toMatch(/^El encabezado Idempotency-Key /);
    expect(await ids()).toBe(0);
  });

  test('is not looked at where a repeat is harmless: entering iCodes and saving a table', async () => {
    const answers = await Promise.all([
      viewer.rest('POST', '/api/icode-reports', { serial: machine.serial, codes: [] }, keyed('1')),
      mutate('mutation { updateViewer(input: { locale: EN }) { userErrors { code } } }', {}, '1'),
    ]);
    expect([answers[0].status, answers[1].errors]).toEqual([422, undefined]);
    expect(await ids()).toBe(0);
  });

  test('is kept for a day; sessions and attempts that are over go with it', async () => {
    const [old, recent] = [randomUUID(), randomUUID()];
    await assign(old);
    await admin.query("update request_ids set created_at = now() - interval '25 hours' where id = $1", [old]);
    const add = (id: string, hours: number) =>
      Promise.all([
        admin.query(
          `insert into sessions (id_hash, org_id, user_id, stage, created_at) values (decode(md5($1::text), 'hex'), $2, $3, 'full', now() - make_interval(hours => $4))`,
          [id, viewer.orgId, viewer.userId, hours],
        ),
        admin.query(
          'insert into attempt_counters (key, attempts, window_started_at) values ($1, 1, now() - make_interval(hours => $2))',
          [id, hours],
        ),
      ]);
    await add(old, 25);
    await add(recent, 23);
    await admin.query(
      `insert into request_ids (org_id, user_id, id, fingerprint, created_at) values ($1, $2, $3, '', now() - interval '23 hours')`,
      [viewer.orgId, viewer.userId, recent],
    );
    await runJob(sweepExpired, {});
    const left = async (sql: string, values: unknown[]) => (await admin.query(sql, values)).rows.map(({ key }) => key);
    expect(await left('select id::text as key from request_ids where user_id = $1', [viewer.userId])).toEqual([recent]);
    expect(await left('select key from attempt_counters where key = any ($1)', [[old, recent]])).toEqual([recent]);
    expect(
      await left(
        `select key from unnest($1::text[]) key where exists (select from sessions where id_hash = decode(md5(key), 'hex'))`,
        [[old, recent]],
      ),
    ).toEqual([recent]);
  });

  test('of a backlog goes too: a statement deletes 10,000 rows at most, so that none runs into its time limit', async () => {
    await admin.query(`
      create function refuse_many() returns trigger language plpgsql as $$
      begin
        if (select count(*) from gone) > 10000 then raise 'too many at once'; end if;
        return null;
      end $$;
      create trigger refuse_many after delete on attempt_counters referencing old table as gone for each statement
        execute function refuse_many();
      insert into attempt_counters (key, attempts, window_started_at)
        select 'backlog:' || n, 1, now() - interval '2 days' from generate_series(1, 20001) n`);
    await runJob(sweepExpired, {});
    const { rows } = await admin.query("select count(*)::int as left from attempt_counters where key like 'backlog:%'");
    expect(rows).toEqual([{ left: 0 }]);
  });
});

describe('after the commit', () => {
  test('a mutation whose result cannot be read is answered as committed, without 503', async () => {
    const { open } = Context.prototype;
    const lost = jest.spyOn(Context.prototype, 'open').mockImplementation(function (this: Context, mode) {
      return mode === 'read'
        ? Promise.reject(Object.assign(new Error('terminating connection'), { code: '57P01' }))
        : open.call(this, mode);
    });
    const answer = await viewer.rest('POST', '/graphql', {
      query: ASSIGN,
      variables: { input: { patientId: String(patient.id), serialNumber: machine.serial, startDate: '2026-01-01' } },
    });
    // Background work may open a transaction of its own after it.
    expect(lost).toHaveBeenCalledWith('read');
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({ assignDevice: { deviceHistory: null, patient: null, userErrors: [] } });
    expect(answer.body.extensions.committed).toEqual(['assignDevice']);
    expect(await assignments()).toHaveLength(1);
  });

  test('a part of the result that cannot be read is an error next to the data, without 503', async () => {
    const support = await asViewer({ kind: 'support' });
    const load = () => Promise.reject(Object.assign(new Error('terminating connection'), { code: '57P01' }));
    jest.spyOn(Context.prototype, 'loader').mockReturnValue({ load } as never);
    const answer = await support.rest('POST', '/graphql', {
      query:
        'mutation ($input: SendOrgMessageInput!) { sendOrgMessage(input: $input) { orgMessage { sender { databaseId } } userErrors { code } } }',
      variables: { input: { userId: String(viewer.userId), message: 'hello' } },
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      data: { sendOrgMessage: { orgMessage: { sender: null }, userErrors: [] } },
      errors: [{ extensions: { code: 'UNAVAILABLE' } }],
      extensions: { committed: ['sendOrgMessage'] },
    });
  });

  test('an answer that shows everything does not mention it', async () => {
    expect((await assignByGraphql(randomUUID())).extensions).toEqual({ cost: expect.any(Number) });
  });
});

test('the server does not start when an operation that writes does not declare its repeat, or cannot answer one', () => {
  expect(() => assertRepeatsDeclared(['Mutation.assignDevice', 'Query.patient'])).toThrow(
    'These operations do not declare their repeat: Query.patient.',
  );
  const route = { method: 'POST', path: '/api/patients/{id}/devices', handler: async () => ({}) } as const;
  expect(() => assertRepeatsAnswered([route])).toThrow(
    'These routes cannot answer a repeat: POST /api/patients/{id}/devices.',
  );
});

test('every operation that creates, changes or deletes once is carried out once per request id', () => {
  const once = Object.keys(matrix).filter((operation) => matrix[operation]!.repeat === 'once');
  expect(once.sort()).toEqual(ONCE.toSorted());
});

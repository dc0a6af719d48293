import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import * as promises from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { sendCard } from '../../test/card-upload.ts';
import {
  admin,
  asViewer,
  make,
  makeMachine,
  makeOrganization,
  running,
  usePortal,
  type TestViewer,
} from '../../test/harness.ts';
import { until } from '../../test/until.ts';
import { FolderStore } from '../shared/file-store-folder.ts';

const dataDir = mkdtempSync(join(tmpdir(), `airlog-test-${process.pid}-uploads-`));
usePortal({ dataDir });
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const folder = join(dataDir, 'uploads');
let viewer: TestViewer;
let count = 0;
/** Contents that no other test sends. */
const content = () => `card ${(count += 1)}`;
const usr = (name = 'A.USR') => ({ name, bytes: content() });

beforeEach(async () => {
  viewer = await asViewer();
});

const uploadsOf = async (orgId: number) =>
  (await admin.query('select id, storage_key as key, state from uploads where org_id = $1 order by id', [orgId]))
    .rows as {
    id: number;
    key: string;
    state: string;
  }[];
const namesOf = async (id: number) =>
  (await admin.query('select name from upload_files where upload_id = $1 order by place', [id])).rows.map(
    ({ name }) => name,
  );
const jobsOf = async (id: number) =>
  (
    await admin.query(`select count(*)::int as n from pgboss.job where name = 'read-upload' and singleton_key = $1`, [
      String(id),
    ])
  ).rows[0].n as number;
const foldersOf = (orgId: number) =>
  existsSync(join(folder, String(orgId))) ? readdirSync(join(folder, String(orgId))) : [];
const received = () => (existsSync(join(folder, 'received')) ? readdirSync(join(folder, 'received')) : []);
const nothingStored = async (orgId: number) => {
  await until(() => received().length === 0);
  expect([await uploadsOf(orgId), foldersOf(orgId)]).toEqual([[], []]);
};

describe('POST /api/uploads', () => {
  test('answers 201 with the id when the files are stored, under names that the server made', async () => {
    const [one, other] = [usr(), usr('B.idx')];
    const { status, body } = await sendCard(viewer, [one, other]);
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({ id: expect.any(Number), state: 'queued', reason: null }),
    ]);
    const [row] = await uploadsOf(viewer.orgId);
    expect(row).toMatchObject({
      id: body.id,
      key: expect.stringMatching(new RegExp(`^${viewer.orgId}/[0-9a-f-]{36}$`)),
    });
    expect(readdirSync(join(folder, row!.key)).sort()).toEqual(['0', '1', 'committed']);
    expect([one, other].map((_file, place) => readFileSync(join(folder, row!.key, String(place)), 'utf8'))).toEqual([
      one.bytes,
      other.bytes,
    ]);
    expect([await namesOf(body.id), await jobsOf(body.id), received()]).toEqual([['A.USR', 'B.idx'], 1, []]);
  });

  test("stores zeros in place of the patient's name and address", async () => {
    const bytes = Buffer.alloc(0x500, 0x41);
    bytes[0x22e] = 0xf2;
    const { body } = await sendCard(viewer, [{ name: 'x.usr', bytes: Buffer.concat([bytes, Buffer.from(content())]) }]);
    const stored = readFileSync(join(folder, (await uploadsOf(viewer.orgId))[0]!.key, '0'));
    expect([
      body.id > 0,
      stored.subarray(0x22e, 0x42e).every((byte) => byte === 0),
      stored[0x22d],
      stored[0x42e],
    ]).toEqual([true, true, 0x41, 0x41]);
  });

  test.each([
    ['.USR', 201],
    ['.Idx', 201],
    ['.evt', 201],
    ['.LOG', 201],
    ['.set', 201],
    ['.exe', 422],
    ['.usr.exe', 422],
    ['.exe.usr', 201],
    ['', 422],
    ['.usr.', 422],
    ['usr', 422],
  ])('a file of the type "%s" is answered with %s', async (extension, status) => {
    expect((await sendCard(viewer, [{ name: `card${extension}`, bytes: content() }])).status).toBe(status);
  });

  test.each([
    ['0 bytes', ''],
    ['a program (PE)', Buffer.from('4d5a9000', 'hex')],
    ['a program (ELF)', Buffer.from('7f454c460201', 'hex')],
    ['an archive', Buffer.from('504b0304', 'hex')],
    ['a PDF', '%PDF-1.7'],
    ['a web page', '\uFEFF \n<!DOCTYPE html><script>1</script>'],
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a script', '#!/bin/sh\n'],
  ])('with %s as a .usr is refused as a whole, and nothing is stored', async (_name, bytes) => {
    const { status, body } = await sendCard(viewer, [usr(), { name: 'bad.usr', bytes }]);
    expect([status, Object.keys(body.errors), body.message]).toEqual([
      422,
      ['sd_uploads.1'],
      expect.stringContaining('bad.usr'),
    ]);
    await nothingStored(viewer.orgId);
  });

  test('without a file is refused', async () => {
    expect((await sendCard(viewer, [])).body.message).toBe('Choose at least one file.');
    expect((await viewer.rest('POST', '/api/uploads', {})).status).toBe(422);
    expect((await sendCard(viewer, [usr()], { field: 'file' })).status).toBe(400);
  });

  test('takes 20 files, and refuses 21 with 413', async () => {
    const files = Array.from({ length: 21 }, () => usr());
    expect((await sendCard(viewer, files)).status).toBe(413);
    await nothingStored(viewer.orgId);
    expect((await sendCard(viewer, files.slice(1))).status).toBe(201);
  });

  test('of more than 200 MB is refused by its length, before it is sent', async () => {
    const socket = connect(Number(new URL(viewer.origin).port), '127.0.0.1');
    const head = {
      ...viewer.headers,
      host: 'x',
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': String(201 * 1024 * 1024),
    };
    socket.write(
      `POST /api/uploads HTTP/1.1\r\n${Object.entries(head)
        .map(([name, value]) => `${name}: ${value}`)
        .join('\r\n')}\r\n\r\n`,
    );
    const answer = await new Promise<Buffer>((done) => socket.once('data', done));
    socket.destroy();
    expect(answer.toString()).toMatch(/^HTTP\/1.1 413 /);
  });

  test.each([
    ['../../etc/passwd.usr', 'passwd.usr'],
    ['..\\..\\windows\\x.usr', 'x.usr'],
    ['/etc/x.usr', 'x.usr'],
    ['C:\\card\\x.USR', 'x.USR'],
    ['%2e%2e%2fx.usr', '%2e%2e%2fx.usr'],
    ['CON.usr', 'CON.usr'],
    ['a\u202Egnp.usr', 'agnp.usr'],
    ['a\u0000b.usr', 'ab.usr'],
    ['ünïcödé 猫.usr', 'ünïcödé 猫.usr'],
    [`${'n'.repeat(1000)}.usr`, `${'n'.repeat(250)}n.usr`.slice(0, 251) + '.usr'],
  ])('keeps the name %j as a text and never as a path', async (name, shown) => {
    const { status, body } = await sendCard(viewer, [{ name, bytes: content() }]);
    expect(status).toBe(201);
    const [kept] = await namesOf(body.id);
    expect(kept.length).toBeLessThanOrEqual(255);
    if (shown.length < 200) expect(kept).toBe(shown);
    expect(readdirSync(folder).filter((entry) => !/^(\d+|received)$/.test(entry))).toEqual([]);
  });

  test('of the same contents again answers the earlier upload, whatever the names and their order, and adds nothing', async () => {
    const [one, other] = [usr(), usr('B.idx')];
    const first = await sendCard(viewer, [one, other]);
    const again = await sendCard(viewer, [{ ...other, name: 'C.evt' }, one]);
    expect([again.status, again.body.id]).toEqual([201, first.body.id]);
    expect([(await uploadsOf(viewer.orgId)).length, foldersOf(viewer.orgId).length]).toEqual([1, 1]);
  });

  test('five times at once with the same contents is one upload', async () => {
    const card = usr();
    const answers = await Promise.all([1, 2, 3, 4].map(() => sendCard(viewer, [card])));
    const ids = answers.filter(({ status }) => status === 201).map(({ body }) => body.id);
    expect(new Set(ids).size).toBe(1);
    await until(() => received().length === 0);
    expect([(await uploadsOf(viewer.orgId)).length, foldersOf(viewer.orgId).length]).toEqual([1, 1]);
  });

  test('of the same contents in another organization is its own upload', async () => {
    const card = usr();
    const other = await asViewer();
    expect((await sendCard(viewer, [card])).body.id).not.toBe((await sendCard(other, [card])).body.id);
  });

  test('beyond 2 GB of an organization in a day is refused until the day is over', async () => {
    const first = await sendCard(viewer, [usr()]);
    await admin.query('update uploads set byte_count = 2147483600 where id = $1', [first.body.id]);
    const { status, headers } = await sendCard(viewer, [{ name: 'a.usr', bytes: `${content()}${'x'.repeat(60)}` }]);
    expect([status, headers.get('retry-after')]).toEqual([429, '3600']);
    await admin.query(`update uploads set created_at = now() - interval '25 hours' where id = $1`, [first.body.id]);
    expect((await sendCard(viewer, [usr()])).status).toBe(201);
  });

  test('on a full disk is answered with 507, nothing is acknowledged, and the next one is stored', async () => {
    const { app } = running();
    const files = app.files;
    const full = () => Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }));
    app.files = new FolderStore(folder, { ...promises, open: full as never });
    expect((await sendCard(viewer, [usr()])).status).toBe(507);
    await nothingStored(viewer.orgId);
    app.files = new FolderStore(folder, { ...promises, rename: full });
    expect((await sendCard(viewer, [usr()])).status).toBe(507);
    await nothingStored(viewer.orgId);
    app.files = files;
    expect((await sendCard(viewer, [usr()])).status).toBe(201);
  });

  test('whose client goes away at 99 % leaves no upload and no file', async () => {
    const socket = connect(Number(new URL(viewer.origin).port), '127.0.0.1');
    const body = `--x\r\nContent-Disposition: form-data; name="sd_uploads[]"; filename="a.usr"\r\n\r\n${'y'.repeat(99_000)}`;
    const head = {
      ...viewer.headers,
      host: 'x',
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': '100000',
    };
    socket.write(
      `POST /api/uploads HTTP/1.1\r\n${Object.entries(head)
        .map(([name, value]) => `${name}: ${value}`)
        .join('\r\n')}\r\n\r\n${body}`,
    );
    await until(() => received().length === 1);
    socket.destroy();
    await nothingStored(viewer.orgId);
  });

  test('needs upload.device.usage, the CSRF token and a session', async () => {
    const reader = await asViewer({ can: ['view.patient'] });
    expect((await sendCard(reader, [usr()])).status).toBe(403);
    expect((await sendCard(viewer, [usr()], { headers: { 'x-xsrf-token': 'x' } })).status).toBe(419);
    await nothingStored(viewer.orgId);
  });

  test('for a device that the viewer does not see is answered like one for a device that does not exist', async () => {
    const foreign = await makeMachine(await makeOrganization());
    const answers = [
      await sendCard(viewer, [usr()], { fields: { machine_id: String(foreign.id) } }),
      await sendCard(viewer, [usr()], { fields: { machine_id: '999999999' } }),
    ];
    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [404, answers[1]!.text],
      [404, answers[1]!.text],
    ]);
    await nothingStored(viewer.orgId);
  });
});

const UPLOAD = 'query ($id: ID!) { upload(uploadId: $id) { databaseId state fileCount files { name state } } }';
const LIST = '{ uploads { edges { node { databaseId } } } }';

describe('an upload', () => {
  test('is read with its files by the organization, and not by another', async () => {
    const { body } = await sendCard(viewer, [usr()]);
    const colleague = await asViewer({ orgId: viewer.orgId });
    const { data } = await colleague.gql(UPLOAD, { id: String(body.id) });
    expect(data.upload).toMatchObject({ databaseId: body.id, fileCount: 1, files: [{ name: 'A.USR' }] });
    expect((await colleague.rest('GET', `/api/uploads/${body.id}`)).body.data.id).toBe(body.id);
    const outsider = await asViewer();
    expect((await outsider.gql(UPLOAD, { id: String(body.id) })).errors?.[0]?.extensions.code).toBe('NOT_FOUND');
    expect((await outsider.rest('GET', `/api/uploads/${body.id}`)).status).toBe(404);
    expect((await outsider.gql(LIST)).data.uploads.edges).toEqual([]);
  });

  test('of a colleague is not shown to a user of a location, and the same files are an upload of their own', async () => {
    const place = await make('locations', { org_id: viewer.orgId, name: 'North', country: 'US', is_primary: false });
    const limited = await asViewer({ orgId: viewer.orgId, roles: ['location.ep.staff'], locationIds: [place] });
    const card = usr();
    const [ofAll, own] = [(await sendCard(viewer, [card])).body.id, (await sendCard(limited, [card])).body.id];
    expect(own).not.toBe(ofAll);
    expect((await limited.gql(LIST)).data.uploads.edges).toEqual([{ node: { databaseId: own } }]);
    expect((await viewer.gql(LIST)).data.uploads.edges.length).toBe(2);
  });
});

import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type * as promises from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { sendCard } from '../../test/card-upload.ts';
import { CREATE_UPLOAD, partsOf, sendParts, type Parts } from '../../test/graphql-upload.ts';
import {
  admin,
  asViewer,
  makeMachine,
  makeOrganization,
  running,
  usePortalHere,
  type TestViewer,
} from '../../test/harness.ts';
import { asToken } from '../../test/token.ts';
import { until } from '../../test/until.ts';
import { CARD_FILES } from './uploads-received.ts';

const dataDir = mkdtempSync(join(tmpdir(), `airlog-test-${process.pid}-graphql-uploads-`));
usePortalHere({ dataDir });
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const folder = join(dataDir, 'uploads');
let viewer: TestViewer;
let count = 0;
const usr = (name = 'A.USR') => ({ name, bytes: `graphql card ${(count += 1)}` });

beforeEach(async () => {
  viewer = await asViewer();
});

const namesIn = (path: string) => (existsSync(join(folder, path)) ? readdirSync(join(folder, path)) : []);
const nothingStored = async () => {
  await until(() => namesIn('received').length === 0);
  const { rows } = await admin.query('select id from uploads where org_id = $1', [viewer.orgId]);
  expect([rows, namesIn(String(viewer.orgId))]).toEqual([[], []]);
};

test('createUpload stores the files like the documented path, and the same files there are the same upload', async () => {
  const files = [usr(), usr('../B.idx')];
  const { status, body } = await sendParts(viewer, partsOf(files));
  expect([status, body.errors, body.data.createUpload]).toEqual([
    200,
    undefined,
    {
      upload: {
        databaseId: expect.any(Number),
        state: 'QUEUED',
        fileCount: 2,
        files: [{ name: 'A.USR' }, { name: 'B.idx' }],
      },
      userErrors: [],
    },
  ]);
  const id = body.data.createUpload.upload.databaseId as number;
  expect((await sendCard(viewer, files)).body.id).toBe(id);
  expect([namesIn(String(viewer.orgId)).length, namesIn('received')]).toEqual([1, []]);
  const { rows } = await admin.query(
    `select operation, outcome, properties from audit_log where org_id = $1 and operation = 'Mutation.createUpload'`,
    [viewer.orgId],
  );
  expect(rows).toEqual([
    {
      operation: 'Mutation.createUpload',
      outcome: 'done',
      properties: expect.objectContaining({ upload: id, files: 2 }),
    },
  ]);
});

test.each([
  ['0 bytes', { name: 'b.usr', bytes: '' }, 'uploads.empty'],
  ['a program that was renamed', { name: 'b.usr', bytes: 'MZ\u0090\u0000' }, 'uploads.foreign'],
  ['another extension', { name: 'b.exe', bytes: 'x' }, 'uploads.extension'],
])('a file of %s refuses all of them at its place, and nothing is stored', async (_name, bad, code) => {
  const { body } = await sendParts(viewer, partsOf([usr(), bad]));
  expect(body.data.createUpload).toEqual({
    upload: null,
    userErrors: [{ field: 'files.1', code, message: expect.stringContaining(bad.name) }],
  });
  await nothingStored();
});

test('no file is refused, also without a form', async () => {
  const refused = {
    upload: null,
    userErrors: [{ field: 'files', code: 'required', message: 'Choose at least one file.' }],
  };
  expect((await sendParts(viewer, partsOf([]))).body.data.createUpload).toEqual(refused);
  expect((await viewer.gql(CREATE_UPLOAD, { input: { files: [] } })).data.createUpload).toEqual(refused);
  const { errors } = await viewer.gql(CREATE_UPLOAD, { input: { files: ['x'] } });
  expect(errors?.[0]?.message).toContain('multipart request specification');
});

const operation = (query: string, variables: object = {}) => ({ query, variables });
const [oneFile, oneMap] = [{ input: { files: [null] } }, { 0: ['variables.input.files.0'] }];
const file = { name: 'A.usr', bytes: 'never stored' };
test.each<[string, Parts]>([
  [
    'of a query',
    [
      ['operations', operation('{ __typename }')],
      ['map', {}],
    ],
  ],
  [
    'of another mutation',
    [
      ['operations', operation('mutation { signOut { userErrors { code } } }')],
      ['map', {}],
    ],
  ],
  [
    'of two fields',
    [
      [
        'operations',
        operation(
          `mutation ($input: CreateUploadInput!) { a: createUpload(input: $input) { userErrors { code } } b: createUpload(input: $input) { userErrors { code } } }`,
          oneFile,
        ),
      ],
      ['map', oneMap],
      ['0', file],
    ],
  ],
  [
    'of two operations',
    [
      ['operations', [operation(CREATE_UPLOAD, oneFile), operation(CREATE_UPLOAD, oneFile)]],
      ['map', oneMap],
      ['0', file],
    ],
  ],
  [
    'of two operations in one document',
    [
      ['operations', operation('query A { __typename } query B { __typename }')],
      ['map', {}],
    ],
  ],
  [
    'of no GraphQL',
    [
      ['operations', operation('mutation {')],
      ['map', {}],
    ],
  ],
  [
    'of no JSON',
    [
      ['operations', '{'],
      ['map', {}],
    ],
  ],
  [
    'without operations',
    [
      ['map', oneMap],
      ['0', file],
    ],
  ],
  [
    'without a map',
    [
      ['operations', operation(CREATE_UPLOAD, oneFile)],
      ['0', file],
    ],
  ],
  [
    'with the map behind the file',
    [
      ['operations', operation(CREATE_UPLOAD, oneFile)],
      ['0', file],
      ['map', oneMap],
    ],
  ],
  [
    'whose map names a missing variable',
    [
      ['operations', operation(CREATE_UPLOAD, oneFile)],
      ['map', { 0: ['variables.input.files.1'] }],
      ['0', file],
    ],
  ],
  [
    'whose map names no variable',
    [
      ['operations', operation(CREATE_UPLOAD, oneFile)],
      ['map', { 0: ['query'] }],
      ['0', file],
    ],
  ],
  [
    'whose map names the prototype',
    [
      ['operations', operation(CREATE_UPLOAD, oneFile)],
      ['map', { 0: ['variables.__proto__.x'] }],
      ['0', file],
    ],
  ],
  [
    'whose map names a variable that is not null',
    [
      ['operations', operation(CREATE_UPLOAD, { input: { files: ['x'] } })],
      ['map', oneMap],
      ['0', file],
    ],
  ],
  [
    'whose map uses a file twice',
    [
      ['operations', operation(CREATE_UPLOAD, { input: { files: [null, null] } })],
      ['map', { 0: ['variables.input.files.0', 'variables.input.files.1'] }],
      ['0', file],
    ],
  ],
  ['with a file that the map does not name', [...partsOf([file]), ['1', file]]],
  ['with a file that is sent twice', [...partsOf([file]), ['0', file]]],
  ['with a file that is never sent', partsOf([file]).slice(0, 2)],
  ['with another field', [...partsOf([file]), ['more', 'x']]],
])('a form %s is refused with 400 and a reason, and nothing is stored', async (_name, parts) => {
  const { status, body } = await sendParts(viewer, parts);
  expect([status, body.errors[0].extensions.code, body.errors[0].message]).toEqual([
    400,
    'BAD_REQUEST',
    expect.stringMatching(/\w{3,}/),
  ]);
  await nothingStored();
});

test('a list that names the files in another order, or one twice, is refused', async () => {
  const query = `mutation ($a: SentFile!, $b: SentFile!) { createUpload(input: { files: [$b, $a] }) { upload { id } userErrors { field code } } }`;
  const map = { 0: ['variables.a'], 1: ['variables.b'] };
  const send = (text: string) =>
    sendParts(viewer, [
      ['operations', operation(text, { a: null, b: null })],
      ['map', map],
      ['0', usr()],
      ['1', usr()],
    ]);
  for (const text of [query, query.replace('[$b, $a]', '[$a, $a]'), query.replace('[$b, $a]', '[$a]')]) {
    const { body } = await send(text);
    if (body.data) expect(body.data.createUpload.userErrors).toEqual([{ field: 'files', code: 'uploads.order' }]);
    else expect(body.errors.length).toBeGreaterThan(0); // $b is never used
  }
  await nothingStored();
});

test('21 files are refused with 413, and a document that does not validate is refused after its files', async () => {
  expect((await sendParts(viewer, partsOf(Array.from({ length: 21 }, () => usr())))).status).toBe(413);
  const { status } = await sendParts(viewer, [
    ['operations', operation(CREATE_UPLOAD.replace('state', 'stat'), oneFile)],
    ['map', oneMap],
    ['0', usr()],
  ]);
  expect(status).toBe(400);
  await nothingStored();
});

test('an operation with more than the limits of its variables is refused', async () => {
  const { status } = await sendParts(viewer, partsOf([usr()], { more: Array.from({ length: 201 }, () => 1) }));
  expect(status).toBe(422);
  expect((await sendParts(viewer, partsOf([usr()], { more: 'x'.repeat(70_000) }))).status).toBe(400);
  await nothingStored();
});

/** Sends a form by hand; the boundary is x. */
async function sendRaw(head: Record<string, string>, text: string) {
  const socket = connect(Number(new URL(viewer.origin).port), '127.0.0.1');
  const headers = { ...viewer.headers, host: 'x', 'content-type': 'multipart/form-data; boundary=x', ...head };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.on('error', () => undefined);
  socket.write(`POST /graphql HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${text}`);
  return socket;
}
const rawField = (name: string, value: unknown) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${JSON.stringify(value)}\r\n`;
const begun = () =>
  `${rawField('operations', operation(CREATE_UPLOAD, oneFile))}${rawField('map', oneMap)}--x\r\nContent-Disposition: form-data; name="0"; filename="a.usr"\r\n\r\n`;

test('more than 200 MB are refused by their length, before they are sent', async () => {
  const socket = await sendRaw({ 'content-length': String(201 * 1024 * 1024) }, '');
  const answer = await new Promise<Buffer>((done) => socket.once('data', done));
  socket.destroy();
  expect(answer.toString()).toMatch(/^HTTP\/1.1 413 /);
  await nothingStored();
});

test('a client that goes away at 99 % leaves no upload and no file', async () => {
  const socket = await sendRaw({ 'content-length': '100000' }, `${begun()}${'y'.repeat(98_000)}`);
  await until(() => namesIn('received').length === 1);
  socket.destroy();
  await nothingStored();
});

test('a file of the limit is stored, and one byte more is refused with 413, and nothing of it is stored', async () => {
  const { maxBytes } = CARD_FILES;
  CARD_FILES.maxBytes = 70_000;
  const of = (size: number) => partsOf([{ name: 'a.usr', bytes: new Uint8Array(size).fill(0x41) }]);
  try {
    const { status, body } = await sendParts(viewer, of(70_001));
    expect([status, body.errors[0].message]).toEqual([413, 'The request is too large.']);
    await nothingStored();
    for (const size of [69_999, 70_000])
      expect((await sendParts(viewer, of(size))).body.data.createUpload.userErrors).toEqual([]);
  } finally {
    CARD_FILES.maxBytes = maxBytes;
  }
});

test('a full disk is answered with 507, and nothing is acknowledged', async () => {
  const { app } = running();
  const { fs } = app.files as unknown as { fs: typeof promises };
  const full = () => Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }));
  for (const broken of [
    { ...fs, open: full as never },
    { ...fs, rename: full },
  ]) {
    Object.assign(app.files, { fs: broken });
    const { status, body } = await sendParts(viewer, partsOf([usr()]));
    expect([status, body.errors[0].message]).toEqual([
      507,
      'The server has no space left. Nothing was stored. Ask the operator of this portal.',
    ]);
    await nothingStored();
  }
  Object.assign(app.files, { fs });
  expect((await sendParts(viewer, partsOf([usr()]))).body.data.createUpload.userErrors).toEqual([]);
});

test('who may not send cards, has no CSRF proof, or no session is refused before the files, and the first one is recorded', async () => {
  const reader = await asViewer({ orgId: viewer.orgId, can: ['view.patient'] });
  const denied = await sendParts(reader, partsOf([usr()]));
  expect([denied.status, denied.body.errors[0].extensions.code]).toEqual([403, 'FORBIDDEN']);
  const { rows } = await admin.query(
    `select operation from audit_log where actor_user_id = $1 and outcome = 'denied'`,
    [reader.userId],
  );
  expect(rows).toEqual([{ operation: 'Mutation.createUpload' }]);
  for (const name of ['x-xsrf-token', 'x-requested-with', 'origin'])
    expect((await sendParts(viewer, partsOf([usr()]), { [name]: 'https://elsewhere.test' })).status).toBe(419);
  expect((await sendParts(viewer, partsOf([usr()]), { cookie: '' })).status).toBeGreaterThanOrEqual(401);
  await nothingStored();
});

test('a token with the scope sends files without a CSRF token, and one without it does not', async () => {
  const sender = await asToken(viewer, ['upload.device.usage']);
  expect((await sendParts(sender, partsOf([usr()]))).body.data.createUpload.userErrors).toEqual([]);
  const other = await asToken(viewer, ['view.patient']);
  expect((await sendParts(other, partsOf([usr()]))).status).toBe(403);
});

test('a device that the viewer does not see is not found, like one that does not exist', async () => {
  const foreign = await makeMachine(await makeOrganization());
  for (const machineId of [String(foreign.id), '999999999'])
    expect((await sendParts(viewer, partsOf([usr()], { machineId }))).body.errors[0].extensions.code).toBe('NOT_FOUND');
  await nothingStored();
});

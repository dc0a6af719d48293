import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { linesOf } from '../../test/audit-lines.ts';
import { openSocket } from '../../test/contract/socket.ts';
import { countQueries } from '../../test/count-queries.ts';
import {
  admin,
  asViewer,
  make,
  makeOrganization,
  makePatient,
  running,
  usePortal,
  type Client,
  type Ref,
  type TestViewer,
} from '../../test/harness.ts';
import { until } from '../../test/until.ts';
import { userRow } from '../db/factories.ts';

usePortal();

const NOTE = `databaseId text authorName authorOrganization isShared version createdAt edited removed viewerCanUpdate
  sharedWith { databaseId } versions { number text }`;
const LIST = `query ($id: ID!, $first: Int, $after: String, $search: String) {
  patientNotes(patientId: $id, first: $first, after: $after, search: $search) {
    totalCount pageInfo { hasNextPage endCursor } edges { node { ${NOTE} } } } }`;
const change = (name: string) =>
  `mutation ($input: ${name[0]!.toUpperCase()}${name.slice(1)}Input!) { ${name}(input: $input) { patientNote { ${NOTE} } userErrors { field code message } ${name === 'updatePatientNote' ? 'conflict { version text }' : ''} } }`;

/** An owner of the patient with an administrator and staff of its location, a partner by the clinician, and support. */
let owner: TestViewer;
let colleague: TestViewer;
let atLocation: TestViewer;
let elsewhere: TestViewer;
let partner: TestViewer;
let acting: TestViewer;
let patient: Ref;

beforeAll(async () => {
  owner = await asViewer({ roles: ['org.ep.admin'] });
  const { orgId } = owner;
  const place = (name: string) => make('locations', { org_id: orgId, name, country: 'US', is_primary: false });
  const [here, there] = [await place('here'), await place('there')];
  colleague = await asViewer({ orgId, roles: ['org.ep.staff'] });
  atLocation = await asViewer({ orgId, roles: ['location.ep.staff'], locationIds: [here] });
  elsewhere = await asViewer({ orgId, roles: ['location.ep.staff'], locationIds: [there] });
  partner = await asViewer({ kind: 'clinical', roles: ['org.clinical.staff'] });
  acting = await asViewer({ kind: 'support', roles: ['support.admin'] });
  await switchTo(orgId);
  patient = await makePatient(orgId, {
    location_id: here,
    clinician_org_id: partner.orgId,
    clinician_id: partner.userId,
  });
});
beforeEach(async () => {
  await admin.query(
    'begin; set local session_replication_role = replica; delete from patient_note_versions; delete from patient_notes; commit',
  );
});

const switchTo = (orgId: number | null) =>
  acting.gql('mutation ($id: ID) { switchOrganization(input: { organizationId: $id }) { userErrors { code } } }', {
    id: orgId && String(orgId),
  });

interface Note {
  databaseId: number;
  text: string | null;
  version: number;
  [field: string]: unknown;
}
interface Page {
  totalCount: number;
  pageInfo: { hasNextPage: boolean; endCursor: string };
  edges: { node: Note }[];
}
const answerOf = async (who: Client, name: string, input: object) => {
  const { data, errors } = await who.gql(change(name), { input });
  return errors ? { code: errors[0]!.extensions.code } : (data[name] as { patientNote: Note; userErrors: unknown[] });
};
const write = async (who: Client, text: string, isShared = false): Promise<Note> => {
  const answer = await answerOf(who, 'createPatientNote', { patientId: String(patient.id), text, isShared });
  expect(answer).toMatchObject({ userErrors: [] });
  return (answer as { patientNote: Note }).patientNote;
};
const edit = (who: Client, { databaseId, version }: Note, text: string) =>
  answerOf(who, 'updatePatientNote', { noteId: String(databaseId), version, text });
const remove = (who: Client, { databaseId }: Note) =>
  answerOf(who, 'removePatientNote', { noteId: String(databaseId) });
const notesFor = async (who: Client, variables: object = {}): Promise<Note[]> =>
  (await who.gql(LIST, { id: String(patient.id), ...variables })).data.patientNotes.edges.map(
    ({ node }: { node: Note }) => node,
  );
const textsFor = async (who: Client, variables: object = {}) =>
  (await notesFor(who, variables)).map(({ text }) => text);

describe('a note', () => {
  test('is signed with the name, the organization and the time of its author', async () => {
    const note = await write(owner, 'Mask leaks at night.');
    expect(note).toMatchObject({
      text: 'Mask leaks at night.',
      isShared: false,
      version: 1,
      edited: null,
      removed: null,
      viewerCanUpdate: true,
      sharedWith: [],
      versions: [],
    });
    const { rows } = await admin.query(
      "select last_name || ', ' || first_name as name, o.name as org from users u join organizations o on o.id = u.org_id where u.id = $1",
      [owner.userId],
    );
    expect([note.authorName, note.authorOrganization]).toEqual([rows[0].name, rows[0].org]);
    expect(Date.now() - Date.parse(String(note.createdAt))).toBeLessThan(60_000);
  });

  test('keeps line breaks, letters of every script, emoji and markup as they were typed', async () => {
    const text = 'first\nsecond\n\n\tمرحبا שלום <b onclick="x">&amp;</b> <script>alert(1)</script> 👩‍⚕️';
    await write(owner, `  ${text.replaceAll('\n', '\r\n')}\n `);
    expect(await textsFor(colleague)).toEqual([text]);
  });

  test.each([
    ['no text', ' \n\t ', 'required'],
    ['8,001 letters', 'a'.repeat(8001), 'patient_note.too_long'],
    ['8,001 emoji', '😀'.repeat(8001), 'patient_note.too_long'],
  ])('with %s is refused at its text', async (_title, text, code) => {
    expect(await answerOf(owner, 'createPatientNote', { patientId: String(patient.id), text })).toMatchObject({
      patientNote: null,
      userErrors: [{ field: 'text', code }],
    });
    expect(await notesFor(owner)).toEqual([]);
  });

  test('may have one letter, and 8,000 emoji', async () => {
    for (const text of ['x', '😀'.repeat(8000)]) expect((await write(owner, text)).text).toBe(text);
  });

  test('is written once for one request id', async () => {
    const id = randomUUID();
    const query = change('createPatientNote');
    const send = () =>
      owner.rest(
        'POST',
        '/graphql',
        { query, variables: { input: { patientId: String(patient.id), text: 'once' } } },
        { 'idempotency-key': id },
      );
    const [first, second] = [await send(), await send()];
    expect(second.body.data).toEqual(first.body.data);
    expect(await textsFor(owner)).toEqual(['once']);
  });
});

describe('a note is read', () => {
  test('by the own organization within its locations, by no partner and by support staff', async () => {
    await write(owner, 'ours');
    await write(partner, 'theirs');
    expect(await textsFor(colleague)).toEqual(['ours']);
    expect(await textsFor(atLocation)).toEqual(['ours']);
    expect(await textsFor(partner)).toEqual(['theirs']);
    expect((await elsewhere.gql(LIST, { id: String(patient.id) })).errors![0]!.extensions.code).toBe('NOT_FOUND');
    expect(await textsFor(acting)).toEqual(['ours']);
    const support = await asViewer({ kind: 'support', roles: ['support.staff'] });
    expect(await textsFor(support)).toEqual(['theirs', 'ours']);
  });

  test('by the organizations that saw the patient when it was shared, and by no later one', async () => {
    const note = await write(partner, 'for all of us', true);
    expect(note.sharedWith).toEqual([{ databaseId: owner.orgId }]);
    expect(await textsFor(atLocation)).toEqual(['for all of us']);
    const later = await asViewer();
    await admin.query('update patients set dme_id = $1 where id = $2', [later.orgId, patient.id]);
    expect(await notesFor(later)).toEqual([]);
    await admin.query('update patients set dme_id = null where id = $1', [patient.id]);
  });

  test('by no organization that sees the patient no more', async () => {
    const other = await makePatient(owner.orgId, {
      clinician_org_id: partner.orgId,
      clinician_id: partner.userId,
    });
    await partner.gql(change('createPatientNote'), {
      input: { patientId: String(other.id), text: 'x', isShared: true },
    });
    await admin.query('update patients set clinician_org_id = null, clinician_id = null where id = $1', [other.id]);
    const { rows } = await admin.query('select id from patient_notes where patient_id = $1', [other.id]);
    const node = { id: Buffer.from(`PatientNote:${rows[0].id}`).toString('base64url') };
    const read = (who: Client) => who.gql('query ($id: ID!) { node(id: $id) { id } }', node);
    expect((await read(partner)).errors![0]!.extensions.code).toBe('NOT_FOUND');
    expect((await read(colleague)).data.node).toEqual(node);
  });

  test('newest first, ten at a time, by cursors and with a search of the text', async () => {
    await admin.query(
      `insert into patient_notes (org_id, patient_id, note_org_id, author_org_id, author_id, author_name, author_org_name, text, created_at)
       select $1, $2, $1, $1, $3, 'Doe, Jo', 'Org', 'note ' || n, timestamptz '2026-01-01' + interval '1 minute' * (n / 2) from generate_series(1, 25) n`,
      [owner.orgId, patient.id, owner.userId],
    );
    const wanted = Array.from({ length: 25 }, (_, index) => `note ${25 - index}`);
    const found: (string | null)[] = [];
    let after: string | null = null;
    for (;;) {
      const { totalCount, pageInfo, edges }: Page = (await owner.gql(LIST, { id: String(patient.id), after })).data
        .patientNotes;
      found.push(...edges.map(({ node }) => node.text));
      expect(totalCount).toBe(25);
      if (!pageInfo.hasNextPage) break;
      expect(edges).toHaveLength(10);
      after = pageInfo.endCursor;
    }
    expect(found).toEqual(wanted);
    expect(await textsFor(owner, { search: 'NOTE 24' })).toEqual(['note 24']);
    const [few, many] = [
      await countQueries(() => notesFor(owner, { first: 1 })),
      await countQueries(() => notesFor(owner, { first: 25 })),
    ];
    expect(many.statements).toBe(few.statements);
  });
});

describe('a change', () => {
  test('keeps every earlier text, and so does a removal, whose text the list shows no more', async () => {
    const first = await write(owner, 'one');
    const second = await edit(owner, first, 'two');
    expect(second).toMatchObject({
      patientNote: { text: 'two', version: 2, edited: expect.any(String), versions: [{ number: 1, text: 'one' }] },
    });
    expect(await remove(owner, first)).toMatchObject({
      patientNote: { text: null, removed: expect.any(String), viewerCanUpdate: false },
    });
    const [note] = await notesFor(colleague);
    expect(note).toMatchObject({
      text: null,
      versions: [
        { number: 2, text: 'two' },
        { number: 1, text: 'one' },
      ],
    });
    expect([await edit(owner, { ...first, version: 3 }, 'three'), await remove(owner, first)]).toEqual([
      { code: 'FORBIDDEN' },
      { code: 'FORBIDDEN' },
    ]);
  });

  test('of an older version than the present one is refused, and of the same text changes nothing', async () => {
    const note = await write(owner, 'one');
    await edit(owner, note, 'two');
    expect(await edit(owner, note, 'three')).toMatchObject({
      patientNote: null,
      conflict: { version: 2, text: 'two' },
      userErrors: [{ field: '', code: 'conflict' }],
    });
    expect(await edit(owner, { ...note, version: 2 }, ' two ')).toMatchObject({ patientNote: { version: 2 } });
    const both = await Promise.all(['a', 'b'].map((text) => edit(owner, { ...note, version: 2 }, text)));
    expect(both.filter((answer) => 'patientNote' in answer && answer.patientNote !== null)).toHaveLength(1);
    expect(await notesFor(owner)).toMatchObject([{ version: 3, versions: [{ text: 'two' }, { text: 'one' }] }]);
  });

  test('is made by the author alone; who may not read the note does not find it', async () => {
    const [own, shared] = [await write(owner, 'own'), await write(owner, 'shared', true)];
    expect((await notesFor(colleague)).map(({ viewerCanUpdate }) => viewerCanUpdate)).toEqual([false, false]);
    for (const act of [(who: Client, note: Note) => edit(who, note, 'x'), remove]) {
      expect(await act(colleague, own)).toEqual({ code: 'FORBIDDEN' });
      expect(await act(acting, own)).toEqual({ code: 'FORBIDDEN' });
      expect(await act(partner, shared)).toEqual({ code: 'FORBIDDEN' });
      expect(await act(partner, own)).toEqual({ code: 'NOT_FOUND' });
      expect(await act(elsewhere, own)).toEqual({ code: 'NOT_FOUND' });
    }
    expect(await textsFor(owner)).toEqual(['shared', 'own']);
  });
});

describe('writing', () => {
  test('takes create.patient.note, and a patient that the viewer sees', async () => {
    const reader = await asViewer({ orgId: owner.orgId, can: ['view.patient'] });
    const input = { patientId: String(patient.id), text: 'x' };
    expect([
      await answerOf(reader, 'createPatientNote', input),
      await answerOf(elsewhere, 'createPatientNote', input),
      await answerOf(await asViewer(), 'createPatientNote', input),
    ]).toEqual([{ code: 'FORBIDDEN' }, { code: 'NOT_FOUND' }, { code: 'NOT_FOUND' }]);
    expect(await textsFor(owner)).toEqual([]);
  });

  test('by support staff takes an organization in which it acts, and the note is that of this organization', async () => {
    const support = await asViewer({ kind: 'support', roles: ['support.admin'] });
    const input = { patientId: String(patient.id), text: 'x' };
    expect(await answerOf(support, 'createPatientNote', input)).toEqual({ code: 'FORBIDDEN' });
    await write(acting, 'from support');
    expect(await textsFor(colleague)).toEqual(['from support']);
    expect(await textsFor(partner)).toEqual([]);
  });

  test('is offered with the names of the organizations that would read it', async () => {
    const outsider = await makeOrganization();
    const doctor = await make('users', userRow(outsider));
    await admin.query('update patients set physician_org_id = $1, physician_id = $2 where id = $3', [
      outsider,
      doctor,
      patient.id,
    ]);
    const offered = async (who: Client) =>
      (
        await who.gql('query ($id: ID!) { patient(id: $id) { viewerCanWriteNotes noteReaders { databaseId } } }', {
          id: String(patient.id),
        })
      ).data.patient;
    const orgs = (...ids: number[]) => ids.toSorted((a, b) => a - b).map((databaseId) => ({ databaseId }));
    expect(await offered(owner)).toEqual({ viewerCanWriteNotes: true, noteReaders: orgs(partner.orgId, outsider) });
    expect(await offered(partner)).toEqual({ viewerCanWriteNotes: true, noteReaders: orgs(owner.orgId, outsider) });
    await admin.query('update patients set physician_org_id = null, physician_id = null where id = $1', [patient.id]);
  });
});

test('each note that is written, changed, removed or read leaves a line with the patient and without the text', async () => {
  const author = await asViewer({ orgId: owner.orgId, roles: ['org.ep.staff'] });
  const note = await write(author, 'secret');
  await edit(author, note, 'secret too');
  await remove(author, note);
  await notesFor(author);
  const lines = await linesOf(author);
  expect(lines.map(({ operation, outcome, patients }) => [operation, outcome, patients])).toEqual([
    ['Mutation.createPatientNote', 'done', [patient.id]],
    ['Mutation.updatePatientNote', 'done', [patient.id]],
    ['Mutation.removePatientNote', 'done', [patient.id]],
    ['Query.patientNotes', 'read', [patient.id]],
  ]);
  expect(lines.slice(0, 3).map(({ properties }) => properties.note)).toEqual(Array(3).fill(note.databaseId));
  expect(JSON.stringify(lines)).not.toContain('secret');
});

test('open pages learn of a note that they may read, and of no other one', async () => {
  const sockets = [owner, partner].map((who) => openSocket(who));
  const heard: number[] = [0, 0];
  const wait = 'subscription ($id: ID!) { patientNotesChanged(patientId: $id) { patientId } }';
  sockets.forEach((socket, at) =>
    socket.subscribe(
      { query: wait, variables: { id: String(patient.id) } },
      { next: () => void (heard[at]! += 1), error: () => undefined, complete: () => undefined },
    ),
  );
  await until(() => running().app.pubsub.listeners('patient-note.changed') === 2);
  await write(colleague, 'ours alone');
  await write(colleague, 'for both', true);
  // The event of the shared note comes after that of the other one.
  await until(() => heard[0] === 2 && heard[1]! >= 1);
  expect(heard).toEqual([2, 1]);
  await Promise.all(sockets.map((socket) => socket.dispose()));
});

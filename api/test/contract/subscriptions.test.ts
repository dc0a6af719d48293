import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Client as SocketClient } from 'graphql-ws';
import { TOPICS, type Topic, type Topics } from '../../src/realtime/topics.ts';
import { createSchema } from '../../src/schema.ts';
import { toGlobalId } from '../../src/shared/node.ts';
import {
  admin,
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makePatient,
  publish,
  running,
  usePortal,
  type TestViewer,
} from '../harness.ts';
import { until } from '../until.ts';
import {
  complianceBatchRow,
  handOffRow,
  inboxItemRow,
  orgMessageRow,
  patientMigrationRow,
  patientNoteRow,
  settingsRow,
  uploadRow,
  userImportRow,
} from './isolation.fixture.ts';
import { firstAnswer, openSocket, type Received } from './socket.ts';

// The attacks on each subscription: what is not heard is proven by an event that is heard behind it.

usePortal();

/** A user, and what the events that they may hear are about. */
interface Side {
  viewer: TestViewer;
  patient: number;
  history: number;
  record: number;
  note: number;
  upload: number;
  handOff: number;
  item: number;
  message: number;
  userImport: number;
  batch: number;
  migration: number;
}

async function sideOf(viewer: TestViewer): Promise<Side> {
  const { orgId: org_id, userId } = viewer;
  const patient = await makePatient(org_id);
  const history = await makeHistory(patient, await makeMachine(org_id));
  const record = { org_id, patient_id: patient.id, history_id: history };
  const location = await make('locations', { org_id, name: 'Somewhere', country: 'US', is_primary: false });
  return {
    viewer,
    patient: patient.id,
    history,
    record: await make('settings_records', settingsRow(record)),
    note: await make('patient_notes', patientNoteRow(org_id, patient.id, userId)),
    upload: await make('uploads', uploadRow(org_id, userId)),
    handOff: await make('hand_offs', handOffRow(org_id, userId)),
    item: await make('inbox_items', inboxItemRow(org_id, userId, [org_id, patient.id, history])),
    message: await make('org_messages', orgMessageRow(org_id, userId, org_id, userId)),
    userImport: await make('user_imports', userImportRow(org_id, userId)),
    batch: await make('compliance_batches', { ...complianceBatchRow(org_id, userId), state: 'done' }),
    migration: await make('patient_migrations', {
      ...patientMigrationRow(org_id, userId, location),
      state: 'done',
    }),
  };
}

type EventOf<T extends Topic> = (own: Side, other: Side) => Topics[T];

interface Attacked<T extends Topic> {
  topic: T;
  /** The argument that names what the events are about; none for those about the user. */
  named?: [name: string, id: (own: Side) => number];
  selection: string;
  event: EventOf<T>;
  /** What an own event shows. */
  shows: (own: Side) => unknown;
  /** An event about the own key that names something of another organization, and what it shows; undefined: it is no event. */
  forged?: [event: EventOf<T>, shows: (own: Side) => unknown];
  /** The present state comes first, without an event. */
  atOnce?: true;
  /** Needs no permission. */
  ofEachUser?: true;
  /** Support staff alone may hear it. */
  ofSupport?: true;
}

const row = <T extends Topic>(attacked: Attacked<T>) => attacked as unknown as Attacked<Topic>;
const NOT_FOUND = 'NOT_FOUND';

const SUBSCRIPTIONS: Record<string, Attacked<Topic>> = {
  complianceBatchProgress: row({
    topic: 'compliance-batch.progressed',
    named: ['batchId', ({ batch }) => batch],
    selection: 'id',
    event: ({ batch }) => ({ batchId: batch }),
    shows: ({ batch }) => ({ id: String(batch) }),
    atOnce: true,
  }),
  deviceHistoryChanged: row({
    topic: 'device-history.changed',
    named: ['patientId', ({ patient }) => patient],
    selection: 'patient { databaseId } deviceHistory { databaseId }',
    event: ({ patient, history }) => ({ patientId: patient, historyId: history }),
    shows: ({ patient, history }) => ({ patient: { databaseId: patient }, deviceHistory: { databaseId: history } }),
    forged: [
      ({ patient }, { history }) => ({ patientId: patient, historyId: history }),
      ({ patient }) => ({ patient: { databaseId: patient }, deviceHistory: null }),
    ],
  }),
  handOffChanged: row({
    topic: 'hand-off.changed',
    named: ['id', ({ handOff }) => handOff],
    selection: 'handOffId',
    event: ({ handOff }) => ({ handOffId: handOff }),
    shows: ({ handOff }) => ({ handOffId: toGlobalId('HandOff', handOff) }),
  }),
  inboxChanged: row({
    topic: 'inbox.changed',
    selection: 'viewer { user { databaseId } } added',
    event: ({ viewer, item }) => ({ userId: viewer.userId, itemId: item }),
    shows: ({ viewer }) => ({ viewer: { user: { databaseId: viewer.userId } }, added: 'SETTINGS_FAILED' }),
    forged: [
      ({ viewer }, { item }) => ({ userId: viewer.userId, itemId: item }),
      ({ viewer }) => ({ viewer: { user: { databaseId: viewer.userId } }, added: null }),
    ],
    ofEachUser: true,
  }),
  jobProgress: row({
    topic: 'user-import.progressed',
    named: ['id', ({ userImport }) => userImport],
    selection: 'userImport { id }',
    event: ({ userImport }) => ({ importId: userImport }),
    shows: ({ userImport }) => ({ userImport: { id: String(userImport) } }),
    atOnce: true,
  }),
  orgMessageDelivered: row({
    topic: 'org-message.sent',
    selection: 'userId message',
    event: ({ viewer, message }) => ({ userId: viewer.userId, messageId: message }),
    shows: ({ viewer }) => ({ userId: viewer.userId, message: '<b>x</b>' }),
    forged: [({ viewer }, { message }) => ({ userId: viewer.userId, messageId: message }), () => NOT_FOUND],
    ofEachUser: true,
  }),
  patientMigrationProgress: row({
    topic: 'patient-migration.progressed',
    named: ['id', ({ migration }) => migration],
    selection: 'id',
    event: ({ migration }) => ({ migrationId: migration }),
    shows: ({ migration }) => ({ id: String(migration) }),
    atOnce: true,
    ofSupport: true,
  }),
  patientNotesChanged: row({
    topic: 'patient-note.changed',
    named: ['patientId', ({ patient }) => patient],
    selection: 'patientId',
    event: ({ viewer, patient, note }) => ({ patientId: patient, noteId: note, orgId: viewer.orgId }),
    shows: ({ patient }) => ({ patientId: toGlobalId('Patient', patient) }),
    forged: [
      ({ patient }, { viewer, note }) => ({ patientId: patient, noteId: note, orgId: viewer.orgId }),
      () => undefined,
    ],
  }),
  patientsChanged: row({
    topic: 'device-history.changed',
    named: ['patientIds', ({ patient }) => patient],
    selection: 'patientId',
    event: ({ patient, history }) => ({ patientId: patient, historyId: history }),
    shows: ({ patient }) => ({ patientId: toGlobalId('Patient', patient) }),
  }),
  settingsStatusChanged: row({
    topic: 'settings.status-changed',
    named: ['patientId', ({ patient }) => patient],
    selection: 'settingsRecord { id } deviceHistory { databaseId }',
    event: ({ patient, history, record }) => ({ patientId: patient, historyId: history, recordId: record }),
    shows: ({ history, record }) => ({
      settingsRecord: { id: toGlobalId('SettingsRecord', record) },
      deviceHistory: { databaseId: history },
    }),
    forged: [
      ({ patient }, { history, record }) => ({ patientId: patient, historyId: history, recordId: record }),
      () => ({ settingsRecord: null, deviceHistory: null }),
    ],
  }),
  uploadProgress: row({
    topic: 'upload.changed',
    named: ['uploadId', ({ upload }) => upload],
    selection: 'id',
    event: ({ upload }) => ({ uploadId: upload }),
    shows: ({ upload }) => ({ id: toGlobalId('Upload', upload) }),
    atOnce: true,
  }),
};
const ALL = Object.keys(SUBSCRIPTIONS);

const schema = await createSchema();
const fields = schema.getSubscriptionType()!.getFields();

/** Returns the root field with an id in place of its argument. */
function fieldOf(name: string, id: string): string {
  const { named, selection } = SUBSCRIPTIONS[name]!;
  const given = named && (named[0].endsWith('Ids') ? `[${JSON.stringify(id)}]` : JSON.stringify(id));
  return `${name}${named ? `(${named[0]}: ${given})` : ''} { ${selection} }`;
}

/** Consumers of all topics. */
const listening = () => TOPICS.reduce((sum, topic) => sum + running().app.pubsub.listeners(topic), 0);

const opened: SocketClient[] = [];
afterEach(async () => {
  for (const socket of opened.splice(0)) await socket.dispose();
  await until(() => listening() === idle);
});
let idle = 0;
let other: Side;
beforeAll(async () => {
  idle = listening();
  other = await sideOf(await asViewer());
});

const socketOf = (viewer: TestViewer): SocketClient => {
  const socket = openSocket(viewer);
  opened.push(socket);
  return socket;
};

/** A new user who hears the subscription; `answers` are the fields of its events, or the codes of their errors. */
async function hears(name: string) {
  const { named, ofSupport, atOnce, shows } = SUBSCRIPTIONS[name]!;
  const own = await sideOf(await asViewer());
  const viewer = ofSupport ? await asViewer({ kind: 'support' }) : own.viewer;
  const answers: unknown[] = [];
  const before = listening();
  socketOf(viewer).subscribe(
    { query: `subscription { ${fieldOf(name, String(named?.[1](own)))} }` },
    {
      next: (event) => {
        const { data, errors } = event as Received;
        answers.push(errors?.[0]?.extensions?.code ?? data![name]);
      },
      error: (error) => void answers.push(JSON.stringify(error)),
      complete: () => undefined,
    },
  );
  await until(() => listening() > before && (!atOnce || answers.length === 1));
  if (atOnce) expect(answers.splice(0)).toEqual([shows(own)]);
  return { own, viewer, answers };
}

/** Returns the code with which a subscription is refused, or that it began. */
async function refusalOf(viewer: TestViewer, selection: string): Promise<unknown> {
  let code: unknown;
  void firstAnswer(socketOf(viewer), `subscription { ${selection} }`).then(
    ({ errors }) => (code ??= errors?.[0]?.extensions?.code ?? 'answered'),
  );
  await until(() => (code ??= listening() > idle ? 'begun' : undefined));
  return code;
}

const announce = (name: string, from: Side) => {
  const { topic, event } = SUBSCRIPTIONS[name]!;
  return publish(topic, event(from, from));
};

test('the table names every subscription', () => {
  expect(ALL).toEqual(Object.keys(fields).sort());
});

describe('a subscription', () => {
  test.each(ALL)("hears its own event, and nothing of another's: %s", async (name) => {
    const { own, answers } = await hears(name);
    await announce(name, other);
    await announce(name, own);
    await until(() => answers.length > 0);
    expect(answers).toEqual([SUBSCRIPTIONS[name]!.shows(own)]);
  });

  test.each(ALL.filter((name) => SUBSCRIPTIONS[name]!.forged))(
    'shows nothing of an event that names something of another organization: %s',
    async (name) => {
      const { topic, forged, shows } = SUBSCRIPTIONS[name]!;
      const { own, answers } = await hears(name);
      await publish(topic, forged![0](own, other));
      await announce(name, own);
      const expected = [forged![1](own), shows(own)].filter((one) => one !== undefined);
      await until(() => answers.length >= expected.length);
      expect(answers).toEqual(expected);
    },
  );

  test.each(ALL)('shows nothing after the end of its session: %s', async (name) => {
    const { own, viewer, answers } = await hears(name);
    await admin.query('delete from sessions where user_id = $1', [viewer.userId]);
    await announce(name, own);
    await until(() => answers.length > 0);
    // The event is refused, unless the socket was closed before.
    expect(['UNAUTHENTICATED', expect.stringContaining('4401')]).toContainEqual(answers[0]);
  });

  test.each(ALL.filter((name) => !SUBSCRIPTIONS[name]!.ofEachUser))(
    'shows nothing after its user lost the permission: %s',
    async (name) => {
      const { own, viewer, answers } = await hears(name);
      await admin.query('delete from user_roles where user_id = $1', [viewer.userId]);
      await announce(name, own);
      await until(() => answers.length > 0);
      expect(answers).toEqual(['FORBIDDEN']);
    },
  );

  test.each(ALL)('is one root field: %s', async (name) => {
    const { viewer } = other;
    const id = '1';
    for (const selection of [
      `a: ${fieldOf(name, id)} b: ${fieldOf(name, id)}`,
      `${fieldOf(name, id)} __typename`,
      `...A } fragment A on Subscription { a: ${fieldOf(name, id)} b: ${fieldOf(name, id)}`,
    ]) {
      expect([selection, await refusalOf(viewer, selection)]).toEqual([selection, 'GRAPHQL_VALIDATION_FAILED']);
    }
  });

  test.each(ALL.filter((name) => SUBSCRIPTIONS[name]!.named))(
    'of an id that is none, or of nothing that its user sees, is refused and listens to nothing: %s',
    async (name) => {
      const { named, ofSupport } = SUBSCRIPTIONS[name]!;
      const viewer = ofSupport ? await asViewer({ kind: 'support' }) : (await sideOf(await asViewer())).viewer;
      const foreign = ofSupport ? [] : [String(named![1](other))];
      for (const id of [
        ...foreign,
        '0',
        '-1',
        '1.5',
        ' 1',
        '１',
        'x',
        '2147483647',
        '9'.repeat(40),
        '\0',
        'VXNlcjox',
      ]) {
        expect([id, await refusalOf(viewer, fieldOf(name, id))]).toEqual([id, NOT_FOUND]);
      }
    },
  );
});

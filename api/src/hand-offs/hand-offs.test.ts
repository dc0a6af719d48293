import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { linesOf } from '../../test/audit-lines.ts';
import { insertRows } from '../db/factories.ts';
import {
  complianceReportRow,
  complianceRow,
  icodeRow,
  mobileUserRow,
  patientNoteRow,
  settingsRow,
} from '../../test/contract/isolation.fixture.ts';
import {
  admin,
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makeOrganization,
  makePatient,
  running,
  usePortalHere,
  type Ref,
  type TestViewer,
} from '../../test/harness.ts';
import { runJob } from '../../test/run-job.ts';
import { openSocket } from '../../test/contract/socket.ts';
import { whileLocked } from '../../test/locks.ts';
import { setClock } from '../../test/second-factor.ts';
import { until } from '../../test/until.ts';
import { expireHandOffJob, matchHandOffJob, sweepHandOffs } from './hand-offs.jobs.ts';

usePortalHere();

const FIELDS = `databaseId side kind state serial firstName lastName birthDate phone assignedId askedBy pinConfirmed otherOrganization
  startsOn reason createdAt expires ended viewerCanWithdraw viewerCanRefuse viewerCanAccept viewerCanWrite
  patient { databaseId firstName } machine { serial } messages { body isOwn author { firstName } }`;
const LIST = `query { handOffs(first: 100) { totalCount edges { node { ${FIELDS} } } } }`;
const ONE = `query ($id: ID!) { handOff(id: $id) { ${FIELDS} } }`;
const mutation = (name: string, type: string) =>
  `mutation ($input: ${type}!) { ${name}(input: $input) { handOff { ${FIELDS} } userErrors { field code } } }`;
const ASK_DEVICE = mutation('askForDevice', 'AskForDeviceInput');
const ASK_PATIENT = mutation('askForPatient', 'AskForPatientInput');
const WITHDRAW = mutation('withdrawHandOff', 'WithdrawHandOffInput');
const REFUSE = mutation('refuseHandOff', 'RefuseHandOffInput');
const ACCEPT = mutation('acceptHandOff', 'AcceptHandOffInput');
const WRITE = mutation('writeHandOffMessage', 'WriteHandOffMessageInput');

/* oxlint-disable typescript/no-explicit-any -- answers are asserted whole */
type HandOff = Record<string, any>;
interface Answer {
  handOff: HandOff;
  userErrors: { field: string; code: string }[];
}

async function step(who: TestViewer, query: string, input: object): Promise<Answer> {
  const { data, errors } = await who.gql(query, { input });
  if (errors) throw new Error(JSON.stringify(errors));
  return Object.values(data)[0] as Answer;
}
const codesOf = async (answer: Promise<Answer>) =>
  (await answer).userErrors.map(({ field, code }) => `${field} ${code}`);
const listOf = async (who: TestViewer): Promise<HandOff[]> =>
  (await who.gql(LIST)).data.handOffs.edges.map(({ node }: { node: HandOff }) => node);
const read = async (who: TestViewer, id: number): Promise<HandOff> =>
  (await who.gql(ONE, { id: String(id) })).data.handOff;
/** The items of the inbox, by kind and request. */
const inboxOf = async (who: TestViewer) =>
  (await who.gql('query { inbox { edges { node { kind handOffId } } } }')).data.inbox.edges
    .map(({ node }: { node: { kind: string; handOffId: number } }) => `${node.kind} ${node.handOffId}`)
    .sort();
const match = (handOff: HandOff) => runJob(matchHandOffJob, { handOffId: handOff.databaseId });
const dayFrom = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString('en-CA', { timeZone: 'America/New_York' });
const TODAY = dayFrom(0);

interface Held {
  asker: TestViewer;
  holder: TestViewer;
  patient: Ref;
  machine: Awaited<ReturnType<typeof makeMachine>>;
  history: number;
}

const PERSON = { first_name: 'Margarita', last_name: 'Solano', birth_date: '1961-04-09', phone: '(407) 555-0142' };
const TYPED = { firstName: 'margarita', lastName: 'SOLANO', birthDate: '1961-04-09', phone: '407-555-0142' };

/** Two organizations that share nothing, and a patient of the second one with a device. */
async function arrange(person: object = PERSON): Promise<Held> {
  const [asker, holder] = [await asViewer(), await asViewer()];
  // Of several records of one person the newest is asked for: those of earlier tests are of other people.
  await admin.query("update patients set last_name = 'Earlier' where last_name = 'Solano'");
  const patient = await makePatient(holder.orgId, { ...person, location_id: null, email: 'margarita@example.test' });
  const machine = await makeMachine(holder.orgId, { pin: '4321' });
  const history = await makeHistory(patient, machine, { start_date: dayFrom(-60), end_date: null });
  return { asker, holder, patient, machine, history };
}

async function askedForDevice(held: Held, message?: string): Promise<{ mine: HandOff; theirs: HandOff }> {
  const { handOff: mine } = await step(held.asker, ASK_DEVICE, {
    serialNumber: held.machine.serial,
    pinNumber: '4321',
    message,
  });
  await match(mine);
  return { mine, theirs: (await listOf(held.holder)).at(-1)! };
}

async function askedForPatient(held: Held): Promise<{ mine: HandOff; theirs: HandOff }> {
  const { handOff: mine } = await step(held.asker, ASK_PATIENT, TYPED);
  await match(mine);
  return { mine, theirs: (await listOf(held.holder)).at(-1)! };
}

/** What differs between any two requests, whatever they match. */
const comparable = (handOffs: HandOff[]) =>
  JSON.stringify(handOffs, (key, value: unknown) =>
    ['databaseId', 'createdAt', 'expires', 'serial'].includes(key) ? typeof value : value,
  );

describe('what was given away once', () => {
  test('a device goes to one of two organizations that ask for it, also when both are accepted at once', async () => {
    const held = await arrange();
    const other = { ...held, asker: await asViewer() };
    await askedForDevice(held);
    await askedForDevice(other);
    const requests = await listOf(held.holder);
    expect(requests.map(({ state }) => state)).toEqual(['OPEN', 'OPEN']);
    const accept = ({ databaseId }: HandOff) =>
      step(held.holder, ACCEPT, { handOffId: String(databaseId), startsOn: TODAY });
    const answers = await Promise.all(requests.map(accept));
    expect(answers.map(({ userErrors }) => userErrors.map(({ code }) => code)).sort()).toEqual([[], ['hand_off.held']]);
    const states = (await listOf(held.holder)).map(({ state }) => state as string);
    expect(states.sort()).toEqual(['ACCEPTED', 'OPEN']);
  });
});

test.each([
  ['device', askedForDevice],
  ['patient', askedForPatient],
])('a %s is not handed to an organization while it is inactive, and is when it is active again', async (_kind, ask) => {
  const held = await arrange();
  const { mine, theirs } = await ask(held);
  const accept = () => step(held.holder, ACCEPT, { handOffId: String(theirs.databaseId), startsOn: TODAY });
  const set = 'update organizations set active = $1 where id = $2';
  await admin.query('update users set active = false where id = $1', [held.asker.userId]);
  await admin.query(set, [false, held.asker.orgId]);
  expect(await codesOf(accept())).toEqual([' hand_off.inactive']);
  expect((await read(held.holder, theirs.databaseId)).state).toBe('OPEN');
  const { rows } = await admin.query(
    `select (select end_date from device_history where id = $1), (select count(*)::int from patients where org_id = $2) as copies,
      (select state from hand_offs where id = $3), (select visible_org_ids from machines where id = $4)`,
    [held.history, held.asker.orgId, mine.databaseId, held.machine.id],
  );
  expect(rows).toEqual([{ end_date: null, copies: 0, state: 'open', visible_org_ids: [held.holder.orgId] }]);
  await admin.query(set, [true, held.asker.orgId]);
  expect((await accept()).userErrors).toEqual([]);
});

describe('a device without a patient', () => {
  let held: Held;
  let asked: { mine: HandOff; theirs: HandOff };
  const accept = () => step(held.holder, ACCEPT, { handOffId: String(asked.theirs.databaseId), startsOn: TODAY });

  beforeEach(async () => {
    held = await arrange();
    await admin.query('delete from device_history where id = $1', [held.history]);
    asked = await askedForDevice(held);
  });

  test('is accepted or assigned, when a colleague does one while the other is done', async () => {
    const { orgId, id } = await makePatient(held.holder.orgId, { location_id: null, therapy_start: null });
    const colleague = await asViewer({ orgId });
    let assigned: Promise<{ data: { assignDevice: { userErrors: object[] } } }>;
    // The acceptance stops at the item of the inbox, after it has looked for assignments.
    const accepted = await whileLocked(
      `select from users where id = ${held.asker.userId} for update`,
      accept,
      async () => {
        assigned = colleague.gql(
          'mutation ($input: AssignDeviceInput!) { assignDevice(input: $input) { userErrors { field code } } }',
          { input: { patientId: String(id), serialNumber: held.machine.serial, startDate: TODAY } },
        ) as typeof assigned;
        const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        await until(async () => (await admin.query(waiting)).rowCount === 2);
      },
    );
    expect(accepted.userErrors).toEqual([]);
    expect((await assigned!).data.assignDevice.userErrors).toEqual([
      { field: 'startDate', code: 'device.handed_over' },
    ]);
  });

  test('that a patient of a clinic has received since it was asked for is accepted', async () => {
    const clinic = await makeOrganization('clinical');
    const patient = await makePatient(clinic, { dme_id: held.holder.orgId, location_id: null, therapy_start: null });
    const history = await makeHistory(patient, held.machine, { start_date: dayFrom(-3), end_date: null });
    expect((await accept()).userErrors).toEqual([]);
    const { rows } = await admin.query('select end_date::text from device_history where id = $1', [history]);
    expect(rows).toEqual([{ end_date: TODAY }]);
  });

  test('is not handed over from an earlier day on than it was before, on the clock of another organization', async () => {
    const time = new Date(Date.now() - 3_600_000);
    await make('hand_offs', {
      ...{ org_id: held.holder.orgId, user_id: held.holder.userId, side: 'asker', kind: 'device', state: 'accepted' },
      ...{ serial: held.machine.serial, asked_by: 'Do*, Jan*', starts_on: dayFrom(1) },
      ...{ machine_org_id: held.machine.orgId, machine_id: held.machine.id },
      ...{ created_at: time, expires_at: time, ended_at: time },
    });
    await admin.query('select machine_refresh_visible_orgs($1)', [held.machine.id]);
    expect(await codesOf(accept())).toEqual([' hand_off.held']);
  });
});

test('a message that is written while the job looks for the device is one of the first', async () => {
  const held = await arrange();
  await admin.query('update machines set pin_cipher = null where id = $1', [held.machine.id]);
  // The row alone: the queue would run the job of a request before the test holds the lock.
  const databaseId = await make('hand_offs', {
    ...{ org_id: held.asker.orgId, user_id: held.asker.userId, side: 'asker', kind: 'device' },
    ...{ serial: held.machine.serial, asked_by: 'Do*, Jan*', created_at: new Date() },
    expires_at: new Date(Date.now() + 86_400_000),
  });
  await whileLocked(
    `select from hand_offs where id = ${databaseId} for no key update`,
    () => match({ databaseId }),
    async () => {
      await admin.query(
        'insert into hand_off_messages (org_id, hand_off_id, user_id, body, created_at) values ($1, $2, $3, $4, clock_timestamp())',
        [held.asker.orgId, databaseId, held.asker.userId, 'first'],
      );
    },
  );
  const [theirs] = await listOf(held.holder);
  expect(theirs!.messages).toHaveLength(1);
  expect(await inboxOf(held.holder)).toEqual([`HAND_OFF_ASKED ${theirs!.databaseId}`]);
});

describe('what the asker reads before an answer', () => {
  test.each([
    [
      'a device that another organization has',
      async ({ machine }: Held) => ({ serialNumber: machine.serial, pinNumber: '4321' }),
      1,
    ],
    [
      'the same device with a wrong PIN',
      async ({ machine }: Held) => ({ serialNumber: machine.serial, pinNumber: '9999' }),
      0,
    ],
    ['a device that does not exist', async () => ({ serialNumber: 'A9999999999', pinNumber: '4321' }), 0],
  ])('is the same for %s', async (_what, inputOf, reached) => {
    const held = await arrange();
    const { handOff } = await step(held.asker, ASK_DEVICE, await inputOf(held));
    const before = comparable([handOff]);
    await match(handOff);
    const after = comparable(await listOf(held.asker));
    expect(after).toBe(before);
    expect(JSON.parse(after)).toMatchObject([
      { side: 'ASKER', kind: 'DEVICE', state: 'OPEN', otherOrganization: null, patient: null, machine: null },
    ]);
    expect(await listOf(held.holder)).toHaveLength(reached);
    expect(after).not.toContain('Margarita');
  });

  test.each([
    ['the telephone', TYPED, 1],
    ['the mobile telephone in another form', { ...TYPED, phone: '+1 407 555 0177' }, 1],
    ['the patient number', { ...TYPED, phone: null, assignedId: 'sol-7' }, 1],
    ['another telephone', { ...TYPED, phone: '4075550143' }, 0],
    ['another birth date', { ...TYPED, birthDate: '1961-04-10' }, 0],
    ['another name', { ...TYPED, firstName: 'Rita' }, 0],
  ])('is the same for a patient by name, birth date and %s', async (_fact, typed, reached) => {
    const held = await arrange({ ...PERSON, mobile_phone: '4075550177', assigned_id: 'SOL-7' });
    const { handOff } = await step(held.asker, ASK_PATIENT, typed);
    await match(handOff);
    const shown = await listOf(held.asker);
    expect(comparable(shown)).toBe(comparable([handOff]));
    expect(shown).toMatchObject([{ state: 'OPEN', patient: null, otherOrganization: null, messages: [] }]);
    // Rows of other tests are of other organizations, and are never delivered to this one.
    expect((await listOf(held.holder)).length).toBe(reached);
  });

  test('a patient that the asker sees already, and the own device, reach no one', async () => {
    const held = await arrange();
    await admin.query('update patients set dme_id = $1 where id = $2', [held.asker.orgId, held.patient.id]);
    await askedForPatient(held);
    const own = await makeMachine(held.asker.orgId, { pin: '4321' });
    await match((await step(held.asker, ASK_DEVICE, { serialNumber: own.serial, pinNumber: '4321' })).handOff);
    expect(await listOf(held.holder)).toEqual([]);
    expect((await listOf(held.asker)).map(({ state }) => state)).toEqual(['OPEN', 'OPEN']);
  });
});

test('the ids of the asker have the same gaps whether a request is delivered or not, and so have those of its messages', async () => {
  const held = await arrange();
  const idsOf = async (who: TestViewer, handOffs: HandOff[]) => {
    const texts: number[] = [];
    for (const { databaseId } of handOffs)
      for (const body of ['first', 'second']) {
        const input = { handOffId: String(databaseId), body };
        const { data } = await who.gql(WRITE.replace('messages {', 'messages { databaseId'), { input });
        texts.push(data.writeHandOffMessage.handOff.messages.at(-1).databaseId);
      }
    return [handOffs.map(({ databaseId }) => databaseId as number), texts];
  };
  const gaps = (ids: number[]) => ids.slice(1).map((id, index) => id - ids[index]!);
  const twice = async (serialNumber: string) => {
    const asked: HandOff[] = [];
    for (const serial of [serialNumber, 'A9999999998']) {
      const { handOff } = await step(held.asker, ASK_DEVICE, { serialNumber: serial, pinNumber: '4321' });
      await match(handOff);
      asked.push(handOff);
    }
    return (await idsOf(held.asker, asked)).map(gaps);
  };
  const delivered = await twice(held.machine.serial);
  expect(await listOf(held.holder)).toHaveLength(1);
  expect(delivered).toEqual(await twice('A9999999997'));
  expect(await listOf(held.holder)).toHaveLength(1);
});

test('a request and its messages take as many numbers of the audit log and of the inbox when they are delivered as when they match nothing', async () => {
  const held = await arrange();
  await asViewer({ orgId: held.holder.orgId }); // each user who may answer has an item
  await running().app.readLog.flush(); // lines of earlier reads
  const numbers = async () =>
    (
      await admin.query<{ inbox: string; audit: string }>(
        'select (select last_value - (not is_called)::int from inbox_items_id_seq) as inbox, (select last_value - (not is_called)::int from audit_log_id_seq) as audit',
      )
    ).rows[0]!;
  const taken = async (serialNumber: string) => {
    const before = await numbers();
    const { handOff } = await step(held.asker, ASK_DEVICE, { serialNumber, pinNumber: '4321', message: 'first' });
    await match(handOff);
    await step(held.asker, WRITE, { handOffId: String(handOff.databaseId), body: 'second' });
    const after = await numbers();
    return [Number(after.inbox) - Number(before.inbox), Number(after.audit) - Number(before.audit)];
  };
  const delivered = await taken(held.machine.serial);
  expect(delivered).toEqual(await taken('A9999999996'));
  const { rows } = await admin.query(
    'select kind, count(*)::int as users, count(distinct id)::int as ids from inbox_items where org_id = $1 group by kind order by kind',
    [held.holder.orgId],
  );
  expect(rows).toEqual([
    { kind: 'hand-off-asked', users: 2, ids: 1 },
    { kind: 'hand-off-message', users: 2, ids: 1 },
  ]);
});

test('a thread takes 200 messages of both sides, and no more, and shows all of them, the oldest first', async () => {
  const held = await arrange();
  const { mine, theirs } = await askedForDevice(held, 'first');
  const fill = `insert into hand_off_messages (org_id, hand_off_id, body) select org_id, id, 'x' from hand_offs, generate_series(1, 198)
    where id in ($1, $2)`;
  await admin.query(fill, [mine.databaseId, theirs.databaseId]);
  const write = (who: TestViewer, { databaseId }: HandOff) =>
    step(who, WRITE, { handOffId: String(databaseId), body: 'x' });
  expect((await write(held.holder, theirs)).userErrors).toEqual([]);
  expect(await codesOf(write(held.asker, mine))).toEqual([' hand_off.full']);
  expect(await codesOf(write(held.holder, theirs))).toEqual([' hand_off.full']);
  const { rows } = await admin.query('select count(*)::int as n from hand_off_messages where hand_off_id in ($1, $2)', [
    mine.databaseId,
    theirs.databaseId,
  ]);
  expect(rows[0].n).toBe(400);
  const { messages } = await read(held.asker, mine.databaseId);
  expect([messages.length, messages[0].body]).toEqual([200, 'first']);
});

test('the other side sees who asked, masked, for which of its patients and devices, and the first message', async () => {
  const held = await arrange();
  await admin.query("update users set first_name = 'Victoria', last_name = 'Ramsey' where id = $1", [
    held.asker.userId,
  ]);
  const { theirs } = await askedForDevice(held, 'She moved to our town.');
  const { name } = (await admin.query('select name from organizations where id = $1', [held.asker.orgId])).rows[0];
  expect(theirs).toMatchObject({
    side: 'HOLDER',
    kind: 'DEVICE',
    state: 'OPEN',
    askedBy: 'Ra****, Vic*****',
    otherOrganization: name,
    pinConfirmed: true,
    patient: { databaseId: held.patient.id, firstName: 'Margarita' },
    machine: { serial: held.machine.serial },
    messages: [{ body: 'She moved to our town.', isOwn: false, author: null }],
    viewerCanAccept: true,
    viewerCanRefuse: true,
    viewerCanWithdraw: false,
  });
  expect((await held.holder.gql('query { inbox { edges { node { kind handOffId } } } }')).data.inbox.edges).toEqual([
    { node: { kind: 'HAND_OFF_ASKED', handOffId: theirs.databaseId } },
  ]);
});

test.each([
  [{ phone: '4075550142x' }, ['phone user.phone_format']],
  [{ phone: '407a555b0142' }, ['phone user.phone_format']],
  [{ phone: '407555014' }, ['phone user.phone_format']],
  [{ phone: '(876) 555-0142' }, ['phone user.phone_region']],
  [{ phone: ' ' }, ['phone hand_off.one_more_fact']],
])('a request for a patient with %j is refused', async (changes, codes) => {
  const { asker } = await arrange();
  expect(await codesOf(step(asker, ASK_PATIENT, { ...TYPED, ...changes }))).toEqual(codes);
});

test('the open pages of both sides learn of each message and step, those of colleagues too, and no other page does', async () => {
  const held = await arrange();
  const { mine, theirs } = await askedForDevice(held);
  const readers: [TestViewer, number][] = [
    [await asViewer({ orgId: held.asker.orgId }), mine.databaseId],
    [held.holder, theirs.databaseId],
    [await asViewer(), theirs.databaseId],
    [await asViewer({ orgId: held.asker.orgId, roles: ['org.physician'] }), mine.databaseId],
  ];
  const heard = readers.map(() => 0);
  const sockets = readers.map(([who, id], at) => {
    const socket = openSocket(who);
    socket.subscribe(
      { query: 'subscription ($id: ID!) { handOffChanged(id: $id) { handOffId } }', variables: { id: String(id) } },
      { next: ({ data }) => void (heard[at]! += data ? 1 : 0), error: () => undefined, complete: () => undefined },
    );
    return socket;
  });
  await until(() => running().app.pubsub.listeners('hand-off.changed') === 2);
  await step(held.asker, WRITE, { handOffId: String(mine.databaseId), body: 'Is it free?' });
  await until(() => heard[0] === 1 && heard[1] === 1);
  await step(held.holder, WRITE, { handOffId: String(theirs.databaseId), body: 'It is.' });
  await until(() => heard[0] === 2 && heard[1] === 2);
  await step(held.holder, REFUSE, { handOffId: String(theirs.databaseId), reason: 'It was lent.' });
  await until(() => heard[0] === 3 && heard[1] === 3);
  expect(heard).toEqual([3, 3, 0, 0]);
  await Promise.all(sockets.map((socket) => socket.dispose()));
});

describe('a refusal', () => {
  let held: Held;
  let asked: { mine: HandOff; theirs: HandOff };
  beforeAll(async () => {
    held = await arrange();
    asked = await askedForDevice(held);
  });

  test.each([
    ['', ['reason required']],
    ['   ', ['reason required']],
    ['x'.repeat(1001), ['reason hand_off.too_long']],
  ])('needs a reason of 1 to 1000 characters: %#', async (reason, codes) => {
    expect(await codesOf(step(held.holder, REFUSE, { handOffId: String(asked.theirs.databaseId), reason }))).toEqual(
      codes,
    );
  });

  test('is read by the asker with its reason, ends the request for both, and names no one', async () => {
    const reason = 'y'.repeat(1000);
    await step(held.holder, REFUSE, { handOffId: String(asked.theirs.databaseId), reason });
    expect(await read(held.asker, asked.mine.databaseId)).toMatchObject({
      state: 'REFUSED',
      reason,
      otherOrganization: null,
      patient: null,
      machine: null,
    });
    for (const [who, query, id] of [
      [held.asker, WITHDRAW, asked.mine.databaseId],
      [held.holder, REFUSE, asked.theirs.databaseId],
      [held.holder, ACCEPT, asked.theirs.databaseId],
      [held.asker, WRITE, asked.mine.databaseId],
    ] as const)
      expect(
        await codesOf(
          step(who, query, {
            handOffId: String(id),
            ...(query === REFUSE && { reason: 'again' }),
            ...(query === ACCEPT && { startsOn: TODAY }),
            ...(query === WRITE && { body: 'x' }),
          }),
        ),
      ).toEqual([' hand_off.closed']);
    expect((await held.asker.gql('query { inbox { edges { node { kind handOffId } } } }')).data.inbox.edges).toEqual([
      { node: { kind: 'HAND_OFF_ANSWERED', handOffId: asked.mine.databaseId } },
    ]);
  });
});

test('messages of both sides are in both threads, as plain text, without the name of the other side', async () => {
  const held = await arrange();
  const { mine, theirs } = await askedForPatient(held);
  await step(held.asker, WRITE, { handOffId: String(mine.databaseId), body: 'Please <b>answer</b>' });
  await step(held.holder, WRITE, { handOffId: String(theirs.databaseId), body: 'We will.' });
  expect((await read(held.asker, mine.databaseId)).messages).toMatchObject([
    { body: 'Please <b>answer</b>', isOwn: true, author: { firstName: expect.any(String) } },
    { body: 'We will.', isOwn: false, author: null },
  ]);
  expect((await read(held.holder, theirs.databaseId)).messages.map(({ isOwn }: HandOff) => isOwn)).toEqual([
    false,
    true,
  ]);
  expect(await inboxOf(held.asker)).toEqual([`HAND_OFF_MESSAGE ${mine.databaseId}`]);
  expect(await inboxOf(held.holder)).toEqual([
    `HAND_OFF_ASKED ${theirs.databaseId}`,
    `HAND_OFF_MESSAGE ${theirs.databaseId}`,
  ]);
});

test.each([
  ['in the thread', (id: number) => [WRITE, { handOffId: String(id) }, 'body'] as const],
  ['with the request', () => [ASK_DEVICE, { serialNumber: 'A5555555555', pinNumber: '1234' }, 'message'] as const],
])('a message %s has at most 1000 characters', async (_where, callOf) => {
  const asker = await asViewer();
  const { handOff } = await step(asker, ASK_DEVICE, { serialNumber: 'A5555555554', pinNumber: '1234' });
  const [query, input, field] = callOf(handOff.databaseId);
  expect(await codesOf(step(asker, query, { ...input, [field]: 'x'.repeat(1001) }))).toEqual([
    `${field} hand_off.too_long`,
  ]);
  const { messages } = (await step(asker, query, { ...input, [field]: 'x'.repeat(1000) })).handOff;
  expect(messages.map(({ body }: HandOff) => body.length)).toEqual([1000]);
});

describe('an accepted device', () => {
  let held: Held;
  let asked: { mine: HandOff; theirs: HandOff };
  beforeAll(async () => {
    held = await arrange();
    await admin.query('delete from usage_nights where machine_id = $1', [held.machine.id]);
    const night = `insert into usage_nights (org_id, patient_id, machine_org_id, machine_id, night, usage_date, source, minutes) values ($1, $2, $3, $4, $5, $5, 'wireless', $6)`;
    for (const [days, minutes] of [
      [-70, 70],
      [-1, 301],
      [0, 302],
    ] as const)
      await admin.query(night, [null, null, held.machine.orgId, held.machine.id, dayFrom(days), minutes]);
    asked = await askedForDevice(held);
    const { userErrors } = await step(held.holder, ACCEPT, {
      handOffId: String(asked.theirs.databaseId),
      startsOn: TODAY,
    });
    expect(userErrors).toEqual([]);
  });

  test('ends the assignment on the day, and both sides see it', async () => {
    const { rows } = await admin.query('select end_date::text from device_history where id = $1', [held.history]);
    expect(rows).toEqual([{ end_date: TODAY }]);
    expect(await read(held.asker, asked.mine.databaseId)).toMatchObject({
      state: 'ACCEPTED',
      startsOn: TODAY,
      machine: { serial: held.machine.serial },
      patient: null,
      otherOrganization: expect.any(String),
    });
    expect(await read(held.holder, asked.theirs.databaseId)).toMatchObject({ state: 'ACCEPTED', startsOn: TODAY });
  });

  test('is assigned by the asker from that day on, and not from the day before', async () => {
    const patient = await makePatient(held.asker.orgId, { therapy_start: null });
    const assign = async (startDate: string) =>
      (
        await held.asker.gql(
          'mutation ($input: AssignDeviceInput!) { assignDevice(input: $input) { userErrors { field code } overlap { lastName } } }',
          { input: { patientId: String(patient.id), serialNumber: held.machine.serial, startDate } },
        )
      ).data.assignDevice;
    expect(await assign(dayFrom(-1))).toEqual({
      userErrors: [{ field: 'startDate', code: 'device.start_before_hand_off' }],
      overlap: null,
    });
    expect(await assign(TODAY)).toMatchObject({ userErrors: [] });
    const { rows } = await admin.query(
      'select minutes, patient_id from usage_nights where machine_id = $1 order by usage_date',
      [held.machine.id],
    );
    expect(rows).toEqual([
      { minutes: 70, patient_id: null },
      { minutes: 301, patient_id: held.patient.id },
      { minutes: 302, patient_id: patient.id },
    ]);
    await expect(
      admin.query(
        `insert into device_history (org_id, patient_id, machine_org_id, machine_id, start_date, end_date) values ($1, $2, $3, $4, $5, $6)`,
        [held.asker.orgId, patient.id, held.machine.orgId, held.machine.id, dayFrom(-1), TODAY],
      ),
    ).rejects.toMatchObject({ constraint: 'device_history_since_hand_off' });
  });
});

/** Runs SQL as the database role of a user. */
async function asRole<T extends object>(who: TestViewer, sql: string): Promise<T[]> {
  await admin.query('begin');
  try {
    await admin.query(`set local role airlog_org`);
    await admin.query("select set_config('app.org_id', $1, true), set_config('app.user_id', $2, true)", [
      String(who.orgId),
      String(who.userId),
    ]);
    return (await admin.query<T>(sql)).rows;
  } finally {
    await admin.query('rollback');
  }
}

describe('an accepted patient', () => {
  let held: Held;
  let made: number;
  beforeAll(async () => {
    held = await arrange();
    const { orgId, id } = held.patient;
    await admin.query("update patients set note = 'private', assigned_id = 'H-1', therapy_start = $2 where id = $1", [
      id,
      dayFrom(-60),
    ]);
    for (const [days, machine] of [
      [-70, false],
      [-1, true],
      [0, true],
    ] as const)
      await admin.query(
        `insert into usage_nights (machine_org_id, machine_id, night, usage_date, source, minutes) values ($1, $2, $3, $3, 'wireless', $4)`,
        [held.machine.orgId, held.machine.id, dayFrom(days), machine ? 300 : 70],
      );
    const row = { org_id: orgId, patient_id: id };
    await make('connections', { ...row, machine_org_id: orgId, machine_id: held.machine.id, start_time: new Date() });
    await make('settings_records', settingsRow({ ...row, history_id: held.history }));
    await make('patient_notes', patientNoteRow(orgId, id, held.holder.userId, { is_shared: true }));
    await make(
      'icode_reports',
      icodeRow({ ...row, machine_org_id: orgId, machine_id: held.machine.id, serial: held.machine.serial }),
    );
    await make('mobile_users', mobileUserRow(orgId, id));
    await admin.query('delete from compliance_results where patient_id = $1', [id]);
    await insertRows(admin, 'compliance_results', [complianceRow(orgId, id, 'CMS PAP')], 'patient_id');
    await insertRows(admin, 'compliance_reports', [complianceReportRow(orgId, id, held.holder.userId, orgId)], 'code');
    await admin.query(
      `insert into usage_date_changes (org_id, patient_id, machine_org_id, machine_id, night_id, source, night, old_date, new_date, actor_user_id, email)
         select org_id, patient_id, machine_org_id, machine_id, id, source, night, night, night + 1, 1, 'a@b.test' from usage_nights where patient_id = $1`,
      [id],
    );
    const { mine, theirs } = await askedForPatient(held);
    const { userErrors } = await step(held.holder, ACCEPT, { handOffId: String(theirs.databaseId), startsOn: TODAY });
    expect(userErrors).toEqual([]);
    made = (await read(held.asker, mine.databaseId)).patient.databaseId;
    expect(made).not.toBe(id);
    expect(orgId).not.toBe(held.asker.orgId);
  });

  test('is a new record of the asker with what identifies the person, and the device from that day on', async () => {
    const { rows } = await admin.query(
      'select org_id, first_name, last_name, birth_date::text, phone, email, note, assigned_id, therapy_start, visible_org_ids from patients where id = $1',
      [made],
    );
    expect(rows).toEqual([
      {
        org_id: held.asker.orgId,
        first_name: 'Margarita',
        last_name: 'Solano',
        birth_date: '1961-04-09',
        phone: PERSON.phone,
        email: 'margarita@example.test',
        note: null,
        assigned_id: null,
        therapy_start: null,
        visible_org_ids: [held.asker.orgId],
      },
    ]);
    const { data } = await held.asker.gql(
      'query ($id: ID!) { patient(id: $id) { devices { startDate endDate machine { serial } } } }',
      { id: String(made) },
    );
    expect(data.patient.devices).toEqual([
      { startDate: TODAY, endDate: null, machine: { serial: held.machine.serial } },
    ]);
  });

  test('shows the asker no row of the earlier record in any table that holds data of patients, nor an earlier night of the device', async () => {
    const { rows: tables } = await admin.query<{ name: string; key: string }>(
      `select c.relname as name, a.attname as key from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
          and (a.attname in ('patient_id', 'history_id') or (c.relname in ('patients', 'device_history') and a.attname = 'id')) and has_any_column_privilege('airlog_org', c.oid, 'select') order by 1`,
    );
    expect(tables.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'connections',
        'compliance_results',
        'device_history',
        'device_index',
        'device_states',
        'icode_reports',
        'patients',
        'settings_records',
        'usage_nights',
      ]),
    );
    const [seen, without]: [string[], string[]] = [[], []];
    for (const { name, key } of tables) {
      const rows = `select from ${name} where ${key} = ${/history/.test(name + key) && key !== 'patient_id' ? held.history : held.patient.id}`;
      if ((await asRole(held.asker, rows)).length > 0) seen.push(name);
      if ((await asRole(held.holder, rows)).length === 0) without.push(name);
    }
    expect(seen).toEqual([]);
    // What the holder has no row of proves nothing: an item of the inbox is of a change of settings, a follow-up of an act.
    expect([...new Set(without)]).toEqual(['declined_patients', 'follow_ups', 'inbox_items']);
    expect(
      await asRole(
        held.asker,
        `select usage_date::text as night from usage_nights where machine_id = ${held.machine.id}`,
      ),
    ).toEqual([{ night: TODAY }]);
    expect((await asRole(held.holder, `select from usage_nights where machine_id = ${held.machine.id}`)).length).toBe(
      2,
    );
    expect(
      (await held.asker.gql('query ($id: ID!) { patient(id: $id) { databaseId } }', { id: String(held.patient.id) }))
        .errors?.[0]?.extensions.code,
    ).toBe('NOT_FOUND');
  });

  test('leaves a line in the log of each organization for each step', async () => {
    const operations = async (who: TestViewer) =>
      (await linesOf(who)).filter(({ outcome }) => outcome === 'done').map(({ operation }) => operation);
    expect(await operations(held.asker)).toEqual(['Mutation.askForPatient']);
    expect(await operations(held.holder)).toEqual(['Mutation.acceptHandOff']);
    const { rows } = await admin.query(
      "select operation, patient_ids from audit_log where org_id = $1 and operation like 'Job.%'",
      [held.holder.orgId],
    );
    expect(rows).toEqual([{ operation: 'Job.match-hand-off', patient_ids: [held.patient.id] }]);
  });
});

test.each([
  ['the day before the request', -1, ['startsOn hand_off.day']],
  ['tomorrow', 1, ['startsOn hand_off.day']],
])('a request is not accepted from %s on', async (_day, days, codes) => {
  const held = await arrange();
  const { theirs } = await askedForDevice(held);
  expect(
    await codesOf(step(held.holder, ACCEPT, { handOffId: String(theirs.databaseId), startsOn: dayFrom(days) })),
  ).toEqual(codes);
  expect((await read(held.holder, theirs.databaseId)).state).toBe('OPEN');
});

describe('two steps at once', () => {
  test.each([
    ['two acceptances', ACCEPT, ACCEPT],
    ['an acceptance and a withdrawal', ACCEPT, WITHDRAW],
    ['a refusal and an acceptance', REFUSE, ACCEPT],
  ])('%s: one is done, the other is refused, and both sides agree', async (_what, one, other) => {
    const held = await arrange();
    const { mine, theirs } = await askedForPatient(held);
    const run = (query: string) =>
      query === WITHDRAW
        ? step(held.asker, WITHDRAW, { handOffId: String(mine.databaseId) })
        : step(held.holder, query, {
            handOffId: String(theirs.databaseId),
            ...(query === REFUSE ? { reason: 'no' } : { startsOn: TODAY }),
          });
    const answers = await Promise.all([run(one), run(other)]);
    expect(answers.map(({ userErrors }) => userErrors.map(({ code }) => code)).sort()).toEqual([
      [],
      ['hand_off.closed'],
    ]);
    const [ours, others] = [await read(held.asker, mine.databaseId), await read(held.holder, theirs.databaseId)];
    expect(ours.state).toBe(others.state);
    const { rows } = await admin.query(
      'select (select count(*)::int from patients where org_id = $1) as made, (select end_date is null from device_history where id = $2) as kept',
      [held.asker.orgId, held.history],
    );
    expect(rows[0]).toEqual({ made: ours.state === 'ACCEPTED' ? 1 : 0, kept: ours.state !== 'ACCEPTED' });
  });
});

describe('a job that runs twice at once', () => {
  /** Runs two of a job that both wait for the request, after they have read it. */
  const twiceAtOnce = (id: number, run: () => Promise<void>) =>
    whileLocked(
      `select from hand_offs where id = ${id} for update`,
      () => Promise.all([run(), run()]),
      async () => {
        const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        await until(async () => (await admin.query(waiting)).rowCount === 2);
      },
    );
  const logged = async (operation: string, { asker, holder }: Held) =>
    (
      await admin.query('select from audit_log where operation = $1 and org_id = any ($2)', [
        operation,
        [asker.orgId, holder.orgId],
      ])
    ).rowCount ?? 0;
  const unfinished = `select from pgboss.job where name = 'match-hand-off' and state < 'completed' and data ->> 'handOffId' = $1`;

  test('gives a request to the other side once', async () => {
    const held = await arrange();
    const { mine, theirs } = await askedForPatient(held);
    // The queue's own job, which would be a third one.
    await until(async () => (await admin.query(unfinished, [String(mine.databaseId)])).rowCount === 0);
    // As it was before the job of the request had run.
    await admin.query('delete from hand_offs where id = $1', [theirs.databaseId]);
    await admin.query('update hand_offs set looked_up_at = null where id = $1', [mine.databaseId]);
    const before = await logged('Job.match-hand-off', held);
    await twiceAtOnce(mine.databaseId, () => match(mine));
    const { rowCount } = await admin.query('select from hand_offs where other_id = $1', [mine.databaseId]);
    expect([rowCount, await logged('Job.match-hand-off', held)]).toEqual([1, before + 1]);
  });

  test('ends a request without an answer once', async () => {
    const held = await arrange();
    const { mine } = await askedForPatient(held);
    await admin.query("update hand_offs set expires_at = now() - interval '1 minute' where id = $1 or other_id = $1", [
      mine.databaseId,
    ]);
    const before = await logged('Job.expire-hand-off', held);
    await twiceAtOnce(mine.databaseId, () => runJob(expireHandOffJob, { handOffId: mine.databaseId }));
    expect((await read(held.asker, mine.databaseId)).state).toBe('EXPIRED');
    expect(await logged('Job.expire-hand-off', held)).toBe(before + 1);
    expect(await inboxOf(held.asker)).toEqual([`HAND_OFF_ANSWERED ${mine.databaseId}`]);
  });
});

describe('after 14 days', () => {
  test('a request with a match and one without expire at the same moment, at read time and by the job', async () => {
    const held = await arrange();
    const { mine, theirs } = await askedForDevice(held);
    const { handOff: lost } = await step(held.asker, ASK_DEVICE, { serialNumber: 'A8888888888', pinNumber: '4321' });
    const expires = new Date(mine.expires);
    try {
      setClock(new Date(expires.getTime() - 1000));
      await runJob(expireHandOffJob, { handOffId: mine.databaseId });
      expect([
        (await read(held.asker, mine.databaseId)).state,
        (await read(held.holder, theirs.databaseId)).viewerCanAccept,
      ]).toEqual(['OPEN', true]);
      setClock(new Date(Math.max(expires.getTime(), new Date(lost.expires).getTime())));
      expect((await listOf(held.asker)).map(({ state }) => state)).toEqual(['EXPIRED', 'EXPIRED']);
      const offered = ({ viewerCanWithdraw, viewerCanRefuse, viewerCanAccept, viewerCanWrite }: HandOff) =>
        [viewerCanWithdraw, viewerCanRefuse, viewerCanAccept, viewerCanWrite] as boolean[];
      for (const one of [...(await listOf(held.asker)), ...(await listOf(held.holder))])
        expect(offered(one)).toEqual([false, false, false, false]);
      expect(
        await codesOf(step(held.holder, ACCEPT, { handOffId: String(theirs.databaseId), startsOn: TODAY })),
      ).toEqual([' hand_off.closed']);
      for (const { databaseId } of [mine, lost]) await runJob(expireHandOffJob, { handOffId: databaseId });
      const { rows } = await admin.query(
        "select count(*)::int as n from hand_offs where state = 'expired' and org_id = any ($1)",
        [[held.asker.orgId, held.holder.orgId]],
      );
      expect(rows[0].n).toBe(3);
      const logged = await admin.query(
        "select properties -> 'handOff' as id from audit_log where org_id = $1 and operation = 'Job.expire-hand-off' order by 1",
        [held.asker.orgId],
      );
      expect(logged.rows).toEqual([{ id: mine.databaseId }, { id: lost.databaseId }]);
      expect(await inboxOf(held.asker)).toEqual(
        [mine, lost].map(({ databaseId }) => `HAND_OFF_ANSWERED ${databaseId}`).sort(),
      );
      const [first, second] = await listOf(held.asker);
      expect(comparable([first!])).toBe(comparable([{ ...second!, ended: first!.ended }]));
    } finally {
      setClock();
    }
  });

  test('a request that lost its job is found by the regular search and ended', async () => {
    const held = await arrange();
    const { mine } = await askedForDevice(held);
    await admin.query('delete from pgboss.job where singleton_key = $1', [`expire:${mine.databaseId}`]); // a backup restored without the queue
    await admin.query("update hand_offs set expires_at = now() - interval '1 minute' where id = $1 or other_id = $1", [
      mine.databaseId,
    ]);
    await runJob(sweepHandOffs, {});
    const ended = 'select from hand_offs where (id = $1 or other_id = $1) and state = $2';
    await until(async () => (await admin.query(ended, [mine.databaseId, 'expired'])).rowCount === 2);
  });

  test('is the same time of day on the clock of the organization', async () => {
    const asker = await asViewer();
    await admin.query("update organizations set timezone = 'America/Los_Angeles' where id = $1", [asker.orgId]);
    const { handOff } = await step(asker, ASK_DEVICE, { serialNumber: 'A7777777777', pinNumber: '1234' });
    const clock = (time: string) => new Date(time).toLocaleTimeString('en-US', { timeZone: 'America/Los_Angeles' });
    expect(clock(handOff.expires)).toBe(clock(handOff.createdAt));
    expect(Math.round((Date.parse(handOff.expires) - Date.parse(handOff.createdAt)) / 86_400_000)).toBe(14);
  });
});

test('an organization makes 20 requests in 24 hours; the 21st is refused', async () => {
  const asker = await asViewer();
  const ask = () => step(asker, ASK_DEVICE, { serialNumber: 'A6666666666', pinNumber: '1234' });
  for (let made = 0; made < 20; made++) expect((await ask()).userErrors).toEqual([]);
  expect(await codesOf(ask())).toEqual([' hand_off.too_many']);
  const age = (time: string) =>
    admin.query(
      'update hand_offs set created_at = created_at - $2::interval where id = (select min(id) from hand_offs where org_id = $1)',
      [asker.orgId, time],
    );
  await age('23:58');
  expect(await codesOf(ask())).toEqual([' hand_off.too_many']);
  await age('00:02');
  expect((await ask()).userErrors).toEqual([]);
});

describe('another user', () => {
  test('of a third organization, or of the other side, finds a request not; a user without the permission may not', async () => {
    const held = await arrange();
    const { mine, theirs } = await askedForDevice(held);
    const third = await asViewer();
    const code = async (who: TestViewer, query: string, variables: Record<string, unknown>) =>
      (await who.gql(query, variables)).errors?.[0]?.extensions.code;
    for (const [who, id] of [
      [third, mine],
      [third, theirs],
      [held.holder, mine],
      [held.asker, theirs],
    ] as const)
      for (const [query, more] of [
        [WITHDRAW, {}],
        [REFUSE, { reason: 'x' }],
        [ACCEPT, { startsOn: TODAY }],
        [WRITE, { body: 'x' }],
      ] as const)
        expect(await code(who, query, { input: { handOffId: String(id.databaseId), ...more } })).toBe('NOT_FOUND');
    const colleague = await asViewer({ orgId: held.holder.orgId, can: ['view.patient', 'request.patient'] });
    expect(await code(colleague, ACCEPT, { input: { handOffId: String(theirs.databaseId), startsOn: TODAY } })).toBe(
      'FORBIDDEN',
    );
    expect(await read(colleague, theirs.databaseId)).toMatchObject({ viewerCanAccept: false, viewerCanRefuse: true });
    expect(await code(held.holder, WITHDRAW, { input: { handOffId: String(theirs.databaseId) } })).toBe('FORBIDDEN');
    expect(await code(held.asker, ACCEPT, { input: { handOffId: String(mine.databaseId), startsOn: TODAY } })).toBe(
      'FORBIDDEN',
    );
    expect(await code(await asViewer({ orgId: held.holder.orgId, roles: ['org.physician'] }), LIST, {})).toBe(
      'FORBIDDEN',
    );
  });

  test.each([
    ['reads the row of the other side', (other: HandOff) => `select from hand_offs where id = ${other.databaseId}`, []],
    ['reads the PIN that was typed', () => 'select pin_cipher from hand_offs', '42501'],
    ['reads whether the job has looked', () => 'select looked_up_at, other_id from hand_offs', '42501'],
    [
      'writes a row',
      () =>
        "insert into hand_offs (org_id, side, kind, asked_by, expires_at) values (ctx_org(), 'holder', 'device', 'x', now())",
      '42501',
    ],
    [
      'writes a message',
      () => "insert into hand_off_messages (org_id, hand_off_id, body) values (ctx_org(), 1, 'x')",
      '42501',
    ],
    ['delivers a request', (other: HandOff) => `select deliver_hand_off(${other.databaseId}, 1, 1, true)`, '42501'],
    [
      'accepts the own request',
      (_other: HandOff, own: HandOff) => `select accept_hand_off(${own.databaseId}, current_date, null)`,
      '42501',
    ],
    [
      'accepts a request of another organization',
      (other: HandOff) => `select accept_hand_off(${other.databaseId}, current_date, null)`,
      '42501',
    ],
    ['expires a request', (other: HandOff) => `select expire_hand_off(${other.databaseId}, 'infinity')`, '42501'],
  ])('with the role of the database never %s', async (_what, sql, outcome) => {
    const held = await arrange();
    const { mine, theirs } = await askedForDevice(held);
    const ran = asRole(held.asker, sql(theirs, mine));
    if (typeof outcome === 'string') await expect(ran).rejects.toMatchObject({ code: outcome });
    else expect(await ran).toEqual(outcome);
  });
});

describe('a request reaches', () => {
  test('of several records of one person the one with the newest active device, and so one organization', async () => {
    const newest = await arrange();
    const others = [await asViewer(), await asViewer(), await asViewer()];
    const [earlier, ended, without] = others;
    for (const [holder, dates] of [
      [earlier!, { start_date: dayFrom(-90), end_date: null }],
      [ended!, { start_date: dayFrom(-10), end_date: dayFrom(-5) }],
      [without!, null],
    ] as const) {
      const patient = await makePatient(holder.orgId, { ...PERSON, location_id: null });
      if (dates) await makeHistory(patient, await makeMachine(holder.orgId), dates);
    }
    await askedForPatient(newest);
    const reached = await Promise.all([newest.holder, ...others].map(async (who) => (await listOf(who)).length));
    expect(reached).toEqual([1, 0, 0, 0]);
  });

  test('the owner of a device that no patient has now, and names no earlier patient', async () => {
    const held = await arrange();
    await admin.query('update device_history set end_date = $2 where id = $1', [held.history, dayFrom(-1)]);
    const { theirs } = await askedForDevice(held);
    expect(theirs).toMatchObject({ patient: null, machine: { serial: held.machine.serial } });
  });

  test('the owner of a device whose PIN is not known, and says that it was not compared', async () => {
    const held = await arrange();
    const unknown = await makeMachine(held.holder.orgId, { pin: null });
    const { theirs } = await askedForDevice({ ...held, machine: unknown });
    expect(theirs).toMatchObject({ pinConfirmed: false, machine: { serial: unknown.serial } });
  });

  test('no one after it was withdrawn', async () => {
    const held = await arrange();
    const { handOff } = await step(held.asker, ASK_PATIENT, TYPED);
    await step(held.asker, WITHDRAW, { handOffId: String(handOff.databaseId) });
    await match(handOff);
    expect(await listOf(held.holder)).toEqual([]);
  });

  test('active users who may answer, and not those who may not', async () => {
    const held = await arrange();
    const { orgId } = held.holder;
    const [inactive, physician] = [await asViewer({ orgId }), await asViewer({ orgId, roles: ['org.physician'] })];
    await admin.query('update users set active = false where id = $1', [inactive.userId]);
    await askedForPatient(held);
    const { rows } = await admin.query('select user_id from inbox_items where org_id = $1', [orgId]);
    expect(rows).toEqual([{ user_id: held.holder.userId }]);
    expect(physician.orgId).toBe(orgId);
  });
});

test.each([
  ['a refusal', REFUSE, { reason: 'no' }],
  ['an acceptance', ACCEPT, { startsOn: TODAY }],
])('%s names the user who answered to their own organization alone', async (_step, query, more) => {
  const held = await arrange();
  const { mine, theirs } = await askedForPatient(held);
  await step(held.holder, query, { handOffId: String(theirs.databaseId), ...more });
  const userOf = async (who: TestViewer, { databaseId }: HandOff) =>
    (await who.gql('query ($id: ID!) { handOff(id: $id) { user { databaseId } } }', { id: String(databaseId) })).data
      .handOff.user.databaseId as number;
  expect([await userOf(held.holder, theirs), await userOf(held.asker, mine)]).toEqual([
    held.holder.userId,
    held.asker.userId,
  ]);
});

test('a patient is handed over without the device, which stays, and to one organization once', async () => {
  const held = await arrange();
  const { theirs } = await askedForPatient(held);
  const again = await askedForPatient(held);
  const accept = (id: number) =>
    step(held.holder, ACCEPT, { handOffId: String(id), startsOn: TODAY, withDevice: false });
  expect((await accept(theirs.databaseId)).userErrors).toEqual([]);
  expect(await codesOf(accept(again.theirs.databaseId))).toEqual([' hand_off.held']);
  const { rows } = await admin.query(
    `select (select count(*)::int from patients where org_id = $1) as made, (select count(*)::int from device_history where org_id = $1) as devices,
       (select visible_org_ids from machines where id = $2) as seen`,
    [held.asker.orgId, held.machine.id],
  );
  expect(rows).toEqual([{ made: 1, devices: 0, seen: [held.holder.orgId] }]);
});

test('the record that a clinic receives has no provider', async () => {
  const held = { ...(await arrange()), asker: await asViewer({ kind: 'clinical' }) };
  const { theirs } = await askedForPatient(held);
  await step(held.holder, ACCEPT, { handOffId: String(theirs.databaseId), startsOn: TODAY });
  const { rows } = await admin.query('select dme_id from patients where org_id = $1', [held.asker.orgId]);
  expect(rows).toEqual([{ dme_id: null }]);
});

test('a user who may not read patients and devices sees neither in a request, and a patient shows its requests', async () => {
  const held = await arrange();
  const first = await askedForPatient(held);
  const second = await askedForDevice(held);
  const asking = await asViewer({ orgId: held.holder.orgId, can: ['request.patient'] });
  expect(await read(asking, second.theirs.databaseId)).toMatchObject({ patient: null, machine: null });
  const requestsOf = async (who: TestViewer) =>
    (
      await who.gql('query ($id: ID!) { patient(id: $id) { handOffs { databaseId } } }', {
        id: String(held.patient.id),
      })
    ).data.patient.handOffs.map(({ databaseId }: HandOff) => databaseId as number);
  expect(await requestsOf(held.holder)).toEqual([second.theirs.databaseId, first.theirs.databaseId]);
  expect(await requestsOf(await asViewer({ orgId: held.holder.orgId, roles: ['org.physician'] }))).toEqual([]);
});

test.each([
  ['the serial number', (held: Held) => held.machine.serial, 'DEVICE'],
  ['the family name', () => 'solan', 'PATIENT'],
])('requests are found by %s that was typed', async (_what, textOf, kind) => {
  const held = await arrange();
  await askedForDevice(held);
  await askedForPatient(held);
  const { data } = await held.asker.gql(
    'query ($search: String) { handOffs(search: $search) { edges { node { kind } } } }',
    { search: textOf(held) },
  );
  expect(data.handOffs.edges).toEqual([{ node: { kind } }]);
});

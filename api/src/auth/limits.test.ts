import { beforeEach, describe, expect, test } from '@jest/globals';
import { lastTokenOf, mailsTo, makeAccount, OLD_PASSWORD, signIn } from '../../test/account.ts';
import {
  admin,
  anonymous,
  asViewer,
  makePatient,
  signInAgain,
  usePortalHere,
  type TestViewer,
} from '../../test/harness.ts';
import { runJob } from '../../test/run-job.ts';
import { issueComplianceReportsJob } from '../compliance-reports/compliance-batches.jobs.ts';
import { rowId } from '../shared/node.ts';
import { matrix } from './matrix.ts';

usePortalHere({ filesPerHour: 5 });

const stand = (key: string, count: number) =>
  admin.query(
    `insert into attempt_counters (key, attempts, window_started_at) values ($1, $2, now())
     on conflict (key) do update set attempts = $2, window_started_at = now()`,
    [key, count],
  );
const attempts = async (key: string): Promise<number | null> =>
  (await admin.query('select attempts from attempt_counters where key = $1', [key])).rows[0]?.attempts ?? null;
const codeOf = ({ errors }: { errors?: { extensions: { code?: unknown } }[] }) => errors?.[0]?.extensions.code;

let viewer: TestViewer;
beforeEach(async () => {
  viewer = await asViewer();
});

describe('files of whole lists', () => {
  const save = (path: string, who = viewer) => who.rest('GET', `${path}?csv=true`);
  const PATIENTS = '/api/patients/datatable';
  const START = `mutation ($input: StartComplianceBatchInput!) {
    startComplianceBatch(input: $input) { batch { id } userErrors { code } } }`;
  const start = async (who = viewer) => {
    const patient = await makePatient(who.orgId);
    return who.gql(START, { input: { selection: { patientIds: [String(patient.id)] }, asOf: '2026-06-01' } });
  };

  test('are five of a user in an hour, of any lists together and over every entry point', async () => {
    const other = await signInAgain(viewer);
    expect([
      (await save(PATIENTS)).status,
      (await save('/api/machines/datatable', other)).status,
      (await save('/api/users/datatable')).status,
      (await save(`/api/orgs/${viewer.orgId}/users/datatable`)).status,
    ]).toEqual([200, 200, 200, 200]);
    expect(codeOf(await start())).toBeUndefined();
    const refused = await save('/api/follow-ups', other);
    expect([refused.status, refused.body]).toEqual([
      429,
      { message: 'A user can save at most 5 lists as files in an hour. Try again in 60 minutes.' },
    ]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500);
    expect((await save(PATIENTS)).status).toBe(429);
    await admin.query("update compliance_batches set state = 'done' where user_id = $1", [viewer.userId]);
    expect(codeOf(await start())).toBe('TOO_MANY');
    expect(await attempts(`files:${viewer.userId}`)).toBe(5);
    // Their pages go on, and colleagues save theirs.
    expect((await viewer.rest('GET', PATIENTS)).status).toBe(200);
    expect((await save(PATIENTS, await asViewer({ orgId: viewer.orgId }))).status).toBe(200);
  });

  test('are counted one by one: of four in parallel two are saved when two are left', async () => {
    await stand(`files:${viewer.userId}`, 3);
    const sessions = await Promise.all([0, 1, 2, 3].map(() => signInAgain(viewer)));
    const answers = await Promise.all(sessions.map((session) => save(PATIENTS, session)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 429, 429]);
    const { rows } = await admin.query(
      "select count(*)::int as lines from audit_log where actor_user_id = $1 and outcome = 'exported'",
      [viewer.userId],
    );
    expect(rows).toEqual([{ lines: 2 }]);
  });

  test('that are refused, or whose headers alone are read, do not count', async () => {
    expect((await viewer.rest('GET', `${PATIENTS}?csv=true&orderBy=nothing`)).status).toBe(422);
    expect((await viewer.rest('HEAD', `${PATIENTS}?csv=true`)).status).toBe(200);
    const reader = await asViewer({ orgId: viewer.orgId, can: ['view.patient'] });
    expect((await save(PATIENTS, reader)).status).toBe(403);
    expect([await attempts(`files:${viewer.userId}`), await attempts(`files:${reader.userId}`)]).toEqual([null, null]);
  });

  test('of one patient, device or user are counted apart, sixty in an hour', async () => {
    const patient = await makePatient(viewer.orgId);
    const timeline = () => save(`/api/patients/${patient.id}/timeline`);
    await stand(`files:${viewer.userId}`, 5);
    expect((await timeline()).status).toBe(200);
    expect(await attempts(`files-of-one:${viewer.userId}`)).toBe(1);
    await stand(`files-of-one:${viewer.userId}`, 59);
    expect([(await timeline()).status, (await timeline()).status]).toEqual([200, 429]);
    expect((await save(`/api/users/${viewer.userId}/history/datatable`)).status).toBe(429);
  });

  test('of a batch of reports was counted when the batch began', async () => {
    const { data } = await start();
    const id = rowId('ComplianceBatch', data.startComplianceBatch.batch.id);
    await runJob(issueComplianceReportsJob, { batchId: id, userId: viewer.userId });
    const file = await viewer.rest('GET', `/api/compliance-batches/${id}/file`);
    expect([file.status, await attempts(`files:${viewer.userId}`)]).toEqual([200, 1]);
  });

  test('are those whose path names no patient, device or user', () => {
    const ofOne = Object.entries(matrix).filter(([, { fileOf }]) => fileOf === 'one');
    expect(ofOne.map(([operation]) => operation).toSorted()).toEqual([
      'GET /api/compliance-batches/{id}/file',
      'GET /api/machines/{guid}/connection-history',
      'GET /api/patients/{id}/timeline',
      'GET /api/patients/{patient}/devices/{history}/connection_history',
      'GET /api/patients/{patient}/devices/{history}/settings_history',
      'GET /api/support/activity-logs/user/{id}',
      'GET /api/users/{user_id}/audit_log/datatable',
      'GET /api/users/{user_id}/history/datatable',
    ]);
  });
});

describe('notes', () => {
  const CREATE =
    'mutation ($input: CreatePatientNoteInput!) { createPatientNote(input: $input) { patientNote { id version } userErrors { code } } }';
  const UPDATE =
    'mutation ($input: UpdatePatientNoteInput!) { updatePatientNote(input: $input) { patientNote { id version } userErrors { code } } }';
  const write = (patient: number, text = 'Called') =>
    viewer.gql(CREATE, { input: { patientId: String(patient), text, isShared: false } });

  test('and their new texts are sixty of a user in an hour', async () => {
    const { id } = await makePatient(viewer.orgId);
    await stand(`notes:${viewer.userId}`, 58);
    const first = await write(id);
    const { patientNote } = first.data.createPatientNote;
    const change = (text: string) =>
      viewer.gql(UPDATE, { input: { noteId: patientNote.id, version: patientNote.version, text } });
    expect(codeOf(await change('Called again'))).toBeUndefined();
    const refused = await write(id);
    expect(refused.errors![0]).toMatchObject({
      message: 'A user can write at most 60 notes in an hour. Try again in 60 minutes.',
      extensions: { code: 'TOO_MANY' },
    });
    const { rows } = await admin.query('select text from patient_notes where patient_id = $1', [id]);
    expect(rows).toEqual([{ text: 'Called again' }]);
  });

  test('that are refused do not count', async () => {
    const { id } = await makePatient(viewer.orgId);
    expect((await write(id, ' ')).data.createPatientNote.userErrors).toHaveLength(1);
    expect(await attempts(`notes:${viewer.userId}`)).toBeNull();
  });
});

describe('mails', () => {
  const RESEND =
    'mutation ($input: ResendUserInvitationInput!) { resendUserInvitation(input: $input) { userErrors { code } } }';
  const RESET =
    'mutation ($input: StartUserPasswordResetInput!) { startUserPasswordReset(input: $input) { userErrors { code } } }';
  const BULK = `mutation ($input: ResendUserInvitationsInput!) { resendUserInvitations(input: $input) { outcomes { userId refused } userErrors { code } } }`;
  const invited = () => makeAccount({ email_verified_at: null }, viewer.orgId);
  const resend = (id: number, who = viewer) => who.gql(RESEND, { input: { userId: String(id) } });
  const bulk = async (ids: number[]) => {
    const { data, errors } = await viewer.gql(BULK, { input: { selection: { userIds: ids.map(String) } } });
    return errors ? errors[0]!.extensions.code : data.resendUserInvitations.outcomes;
  };

  test('to one user are five in a day, of all users of the organization together', async () => {
    const { id } = await invited();
    const colleague = await asViewer({ orgId: viewer.orgId });
    for (let count = 0; count < 5; count += 1)
      expect(codeOf(await resend(id, count % 2 ? viewer : colleague))).toBeUndefined();
    expect([codeOf(await resend(id)), codeOf(await resend(id, colleague))]).toEqual(['TOO_MANY', 'TOO_MANY']);
    const rest = await viewer.rest('PATCH', '/api/users', { id, resend_email: 1 });
    expect([rest.status, rest.body.message]).toEqual([
      429,
      'A user can receive at most 5 such emails in this time. Try again in 24 hours.',
    ]);
    expect(await mailsTo(id)).toHaveLength(5);
    expect(await bulk([id])).toEqual([
      { userId: id, refused: 'This user was sent as many emails today as a day allows. Try again tomorrow.' },
    ]);
    expect(await mailsTo(id)).toHaveLength(5);
  });

  test('to a user with a password count together with those of an administrator', async () => {
    const { id } = await makeAccount({}, viewer.orgId);
    await stand(`mails-to:${id}`, 4);
    const reset = () => viewer.gql(RESET, { input: { userId: String(id) } });
    expect([codeOf(await reset()), codeOf(await reset())]).toEqual([undefined, 'TOO_MANY']);
  });

  test.each([
    ['of a user 500 in an hour', () => `mails:${viewer.userId}`, 500],
    ['of a user 1,000 in a day', () => `mails-day:${viewer.userId}`, 1000],
    ['of an organization 1,000 in an hour', () => `mails-org:${viewer.orgId}`, 1000],
    ['of an organization 3,000 in a day', () => `mails-org-day:${viewer.orgId}`, 3000],
  ])('are %s', async (_limit, key, most) => {
    const [first, second, third] = [await invited(), await invited(), await invited()];
    await stand(key(), most - 2);
    expect(await bulk([first.id, second.id, third.id])).toBe('TOO_MANY');
    expect([...(await mailsTo(first.id)), ...(await mailsTo(second.id))]).toEqual([]);
    expect(await bulk([first.id, second.id])).toEqual(
      expect.arrayContaining([
        { userId: first.id, refused: null },
        { userId: second.id, refused: null },
      ]),
    );
    expect(codeOf(await resend(third.id))).toBe('TOO_MANY');
    expect([await attempts(key()), await mailsTo(third.id)]).toEqual([most, []]);
  });

  test('of a form are counted before the user is stored: without one left there is no user', async () => {
    await stand(`mails:${viewer.userId}`, 500);
    const email = `new-${viewer.userId}@example.test`;
    const [role] = (await admin.query("select id from roles where name = 'org.ep.staff'")).rows;
    const answer = await viewer.rest('POST', '/api/users', {
      first_name: 'Ana',
      last_name: 'Ruiz',
      email,
      confirm_email: email,
      user_type: 'Organization',
      roles: [{ id: role.id }],
      roleLocations: [],
      roleGroups: [],
    });
    expect([answer.status, answer.headers.get('retry-after') !== null]).toEqual([429, true]);
    expect((await admin.query('select from users where email = $1', [email])).rowCount).toBe(0);
  });
});

describe('sessions of a user', () => {
  const own = async (userId: number) =>
    (
      await admin.query(
        'select count(*)::int as count, stage from sessions where user_id = $1 group by stage order by stage',
        [userId],
      )
    ).rows;

  test('are ten: the eleventh ends the one that was used longest ago', async () => {
    const account = await makeAccount();
    const clients = [];
    for (let count = 0; count < 10; count += 1) {
      const client = anonymous();
      expect((await signIn(account.email, OLD_PASSWORD, client)).status).toBe(200);
      clients.push(client);
    }
    expect(await own(account.id)).toEqual([{ count: 10, stage: 'full' }]);
    const { rows: oldest } = await admin.query(
      `update sessions set last_seen_at = now() - interval '1 minute'
        where id_hash = (select id_hash from sessions where user_id = $1 order by created_at offset 3 limit 1) returning id_hash`,
      [account.id],
    );
    expect((await signIn(account.email, OLD_PASSWORD)).status).toBe(200);
    expect(await own(account.id)).toEqual([{ count: 10, stage: 'full' }]);
    expect((await admin.query('select from sessions where id_hash = $1', [oldest[0].id_hash])).rowCount).toBe(0);
  });

  test('are ten also after 15 sign-ins in parallel', async () => {
    const account = await makeAccount();
    const answers = await Promise.all(Array.from({ length: 15 }, () => signIn(account.email, OLD_PASSWORD)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 15 }, () => 200));
    expect(await own(account.id)).toEqual([{ count: 10, stage: 'full' }]);
  });

  test('are not ended by a person who knows the password alone: waiting sign-ins are counted apart', async () => {
    const account = await makeAccount();
    await signInAgain({ orgId: account.orgId, userId: account.id });
    await admin.query('insert into second_factors (org_id, user_id, app_secret) values ($1, $2, $3)', [
      account.orgId,
      account.id,
      'not read here',
    ]);
    await admin.query("update user_credentials set second_factor = 'app' where user_id = $1", [account.id]);
    for (let count = 0; count < 12; count += 1) await signIn(account.email, OLD_PASSWORD);
    expect(await own(account.id)).toEqual([
      { count: 1, stage: 'full' },
      { count: 10, stage: 'verify' },
    ]);
  });
});

describe('new passwords', () => {
  const body = {
    current_password: OLD_PASSWORD,
    password: 'violet kettle marches seven',
    password_confirmation: 'violet kettle marches seven',
  };

  test('are rated sixty times of a user in 15 minutes, by checks and forms together', async () => {
    const { id, orgId } = await makeAccount();
    const owner = await signInAgain({ orgId, userId: id });
    await stand(`rated-passwords:${id}`, 59);
    const check = () =>
      owner.rest('PATCH', `/api/users/${id}`, body, {
        precognition: 'true',
        'precognition-validate-only': 'password',
      });
    expect([(await check()).status, (await check()).status]).toEqual([204, 429]);
    expect(await attempts(`rated-passwords:${id}`)).toBe(60);
    const { errors } = await owner.gql(
      'mutation ($input: ChangePasswordInput!) { changePassword(input: $input) { userErrors { field code } } }',
      { input: { currentPassword: OLD_PASSWORD, password: body.password, passwordConfirmation: body.password } },
    );
    expect(errors![0]!.extensions.code).toBe('TOO_MANY');
  });

  test('of a link are of its user: a right link in a loop ends as well', async () => {
    const administrator = await asViewer();
    const { id } = await makeAccount({ email_verified_at: null }, administrator.orgId);
    await administrator.gql(
      'mutation ($input: ResendUserInvitationInput!) { resendUserInvitation(input: $input) { userErrors { code } } }',
      { input: { userId: String(id) } },
    );
    const token = await lastTokenOf(id);
    await stand(`rated-passwords:${id}`, 59);
    const accept = (password: string) =>
      anonymous().rest('POST', '/accept-invitation', { token, password, password_confirmation: password });
    expect((await accept('aaaaaaaaaaaaaaaa')).status).toBe(422);
    expect((await accept('violet kettle marches seven')).status).toBe(429);
  });
});

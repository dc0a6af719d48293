import { describe, expect, test } from '@jest/globals';
import { admin, anonymous, asViewer, usePortal, type TestViewer } from '../../test/harness.ts';

usePortal();

const QUERY =
  '{ viewer { locale user { email } organization { name type } permissions host viewerCanReadPatients viewerCanSendOrgMessages } }';
const UPDATE =
  'mutation ($input: UpdateViewerInput!) { updateViewer(input: $input) { viewer { locale } userErrors { field code message } } }';

test('the viewer is null without a session and the signed-in user with one', async () => {
  expect((await anonymous().gql(QUERY)).data).toEqual({ viewer: null });
  const viewer = await asViewer();
  const answer = await viewer.gql(QUERY);
  expect(answer.errors).toBeUndefined();
  expect(answer.data.viewer).toMatchObject({
    organization: { type: 'Equipment Provider' },
    host: 'ORG',
    viewerCanReadPatients: true,
    viewerCanSendOrgMessages: false,
  });
});

test('a user changes their own language: it is kept, used from the next answer on, and recorded', async () => {
  const [viewer, colleague] = [await asViewer(), await asViewer()];
  const saved = await viewer.gql(UPDATE, { input: { locale: 'ES' } });
  expect(saved).toMatchObject({ data: { updateViewer: { viewer: { locale: 'ES' }, userErrors: [] } } });
  expect((await viewer.gql(QUERY)).data.viewer.locale).toBe('ES');
  expect((await viewer.rest('GET', '/api/patients/1/devices')).body.message).toBe('No encontrado.');
  const { rows } = await admin.query('select locale from users where id = any ($1) order by id', [
    [viewer.userId, colleague.userId],
  ]);
  expect(rows).toEqual([{ locale: 'es' }, { locale: 'en' }]);
  const lines = await admin.query('select operation, outcome from audit_log where actor_user_id = $1', [viewer.userId]);
  expect(lines.rows).toEqual([{ operation: 'Mutation.updateViewer', outcome: 'done' }]);
});

test('a refusal that follows in the same request speaks the new language', async () => {
  const viewer = await asViewer();
  const save = 'saveTablePreferences(input: { table: "A" }) { userErrors { code message } }';
  const refusalIn = async (before: string) =>
    (await viewer.gql(`mutation { ${before} refused: ${save} }`)).data.refused.userErrors[0];
  const english = await refusalIn('');
  const spanish = await refusalIn('updateViewer(input: { locale: ES }) { userErrors { code } }');
  expect(english).toEqual({ code: 'invalid', message: 'This value is not valid. Check it.' });
  expect(spanish).toEqual({ code: 'invalid', message: 'Este valor no es válido. Compruébelo.' });
});

test.each([['FR'], ['es'], ['']])(
  'a language that the portal does not speak (%j) is refused and not kept',
  async (locale) => {
    const viewer = await asViewer();
    const { data, errors } = await viewer.gql(UPDATE, { input: { locale } });
    expect(data).toBeUndefined();
    expect(errors![0]).toMatchObject({ message: expect.stringContaining('does not exist in "Locale" enum') });
    expect((await admin.query('select locale from users where id = $1', [viewer.userId])).rows).toEqual([
      { locale: 'en' },
    ]);
  },
);

test('a change without a language changes nothing', async () => {
  const viewer = await asViewer({ locale: 'es' });
  for (const input of [{}, { locale: null }])
    expect((await viewer.gql(UPDATE, { input })).data.updateViewer).toEqual({
      viewer: { locale: 'ES' },
      userErrors: [],
    });
});

test('GET /api/user is the current user: id, staff with the organization, roles, what they can, language and type', async () => {
  const viewer = await asViewer({ kind: 'clinical', can: ['view.patient', 'create.device'], locale: 'es' });
  const { status, body } = await viewer.rest('GET', '/api/user');
  const { data } = await viewer.gql('{ viewer { user { email } roles permissions organization { name } } }');
  expect(status).toBe(200);
  expect(body).toEqual({
    id: viewer.userId,
    email: data.viewer.user.email,
    locale: 'es',
    staff: { org_id: viewer.orgId, first_name: 'Alex', last_name: expect.stringMatching(/^User\d+$/) },
    roles: [{ name: data.viewer.roles[0], label: data.viewer.roles[0] }],
    can: ['create.device', 'view.patient'],
    organization: { id: viewer.orgId, name: data.viewer.organization.name, type: 'Clinical', is_clinical: true },
  });
  expect([...data.viewer.permissions].sort()).toEqual(body.can);
  expect((await anonymous().rest('GET', '/api/user')).status).toBe(401);
});

describe('GET /csrf-token says how long the session lasts, by the clock of the server,', () => {
  const left = async (viewer: TestViewer, columns: string) => {
    await admin.query(`update sessions set ${columns} where user_id = $1`, [viewer.userId]);
    const { seconds_left, extendable } = (await viewer.rest('GET', '/csrf-token')).body;
    return { minutes: seconds_left === null ? null : Math.round(seconds_left / 60), extendable };
  };

  test.each([
    ['after a request', 'last_seen_at = now()', 30, true],
    ['idle', "last_seen_at = now() - interval '20 minutes'", 10, true],
    ['too long idle', "last_seen_at = now() - interval '31 minutes'", null, false],
    ['near its end', "created_at = now() - interval '11 hours 55 minutes'", 5, false],
  ])('%s', async (_title, columns, minutes, extendable) => {
    expect(await left(await asViewer(), columns)).toEqual({ minutes, extendable });
  });

  test('to a guest and before the second factor: no session', async () => {
    const none = { seconds_left: null, extendable: false };
    expect((await anonymous().rest('GET', '/csrf-token')).body).toMatchObject(none);
    const half = await asViewer();
    await admin.query("update sessions set stage = 'verify' where user_id = $1", [half.userId]);
    expect((await half.rest('GET', '/csrf-token')).body).toMatchObject(none);
  });

  test('without making it longer: the next request of the user does', async () => {
    const viewer = await asViewer();
    const idle = "last_seen_at = now() - interval '20 minutes'";
    expect(await left(viewer, idle)).toMatchObject({ minutes: 10 });
    expect(await left(viewer, 'stage = stage')).toMatchObject({ minutes: 10 });
    await viewer.rest('GET', '/api/user');
    expect(await left(viewer, 'stage = stage')).toMatchObject({ minutes: 30 });
  });
});

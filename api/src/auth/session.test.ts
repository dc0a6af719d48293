import { expect, test } from '@jest/globals';
import { admin, anonymous, asViewer, usePortal } from '../../test/harness.ts';

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
  expect(english).toEqual({ code: 'invalid', message: 'This value is not valid.' });
  expect(spanish).toEqual({ code: 'invalid', message: 'Este valor no es válido.' });
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

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
  const saved = await viewer.gql(UPDATE, { input: { locale: 'es' } });
  expect(saved).toMatchObject({ data: { updateViewer: { viewer: { locale: 'es' }, userErrors: [] } } });
  expect((await viewer.gql(QUERY)).data.viewer.locale).toBe('es');
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
  const answer = await viewer.gql(
    `mutation { a: updateViewer(input: { locale: "es" }) { userErrors { code } } b: updateViewer(input: { locale: "fr" }) { userErrors { code message } } }`,
  );
  expect(answer.data.a.userErrors).toEqual([]);
  const english = await (await asViewer()).gql(UPDATE, { input: { locale: 'fr' } });
  const [refusal] = english.data.updateViewer.userErrors;
  expect(refusal).toMatchObject({ field: 'locale', code: 'locale.invalid' });
  expect(answer.data.b.userErrors).toEqual([{ code: 'locale.invalid', message: expect.any(String) }]);
  expect(answer.data.b.userErrors[0].message).not.toBe(refusal.message);
});

test.each([['fr'], ['EN'], ['']])(
  'a language that the portal does not speak (%j) is refused and not kept',
  async (locale) => {
    const viewer = await asViewer();
    const { data } = await viewer.gql(UPDATE, { input: { locale } });
    expect(data.updateViewer).toMatchObject({
      viewer: null,
      userErrors: [{ field: 'locale', code: 'locale.invalid' }],
    });
    expect((await admin.query('select locale from users where id = $1', [viewer.userId])).rows).toEqual([
      { locale: 'en' },
    ]);
  },
);

test('a change without a language changes nothing', async () => {
  const viewer = await asViewer({ locale: 'es' });
  for (const input of [{}, { locale: null }])
    expect((await viewer.gql(UPDATE, { input })).data.updateViewer).toEqual({
      viewer: { locale: 'es' },
      userErrors: [],
    });
});

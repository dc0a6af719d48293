import { expect, test } from '@jest/globals';
import { anonymous, asViewer, usePortal } from '../../test/harness.ts';

usePortal();

test('the viewer is null without a session and the signed-in user with one', async () => {
  const query = '{ viewer { user { email } organization { name type } permissions host } }';
  expect((await anonymous().gql(query)).data).toEqual({ viewer: null });
  const viewer = await asViewer();
  const answer = await viewer.gql(query);
  expect(answer.errors).toBeUndefined();
  expect(answer.data.viewer).toMatchObject({ organization: { type: 'Equipment Provider' }, host: 'org' });
});

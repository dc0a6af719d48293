import { beforeAll, expect, test } from '@jest/globals';
import { anonymous, asViewer, usePortal, type TestViewer } from '../../test/harness.ts';

usePortal();

const DISMISS =
  'mutation ($input: DismissNoticeInput!) { dismissNotice(input: $input) { viewer { dismissedNotices { notice newsVersion } } userErrors { field code message } } }';

let viewer: TestViewer;
beforeAll(async () => {
  viewer = await asViewer();
});

const dismiss = async (who: TestViewer, input: unknown) => (await who.gql(DISMISS, { input })).data.dismissNotice;
const dismissedBy = async (who: TestViewer) =>
  (await who.gql('{ viewer { dismissedNotices { notice newsVersion } } }')).data.viewer.dismissedNotices;

test('a notice is dismissed once; of the news the version that was read last is kept', async () => {
  expect(await dismissedBy(viewer)).toEqual([]);
  const steps = { notice: 'FIRST_STEPS', newsVersion: null };
  expect(await dismiss(viewer, { notice: 'FIRST_STEPS' })).toEqual({
    viewer: { dismissedNotices: [steps] },
    userErrors: [],
  });
  await dismiss(viewer, { notice: 'FIRST_STEPS' });
  await dismiss(viewer, { notice: 'NEWS', newsVersion: '0.2.0' });
  await dismiss(viewer, { notice: 'NEWS', newsVersion: '0.10.12345' });
  expect(await dismissedBy(viewer)).toEqual([steps, { notice: 'NEWS', newsVersion: '0.10.12345' }]);
});

test('what a user dismisses stays for their colleagues and for support staff', async () => {
  await dismiss(viewer, { notice: 'NEWS', newsVersion: '0.2.0' });
  expect(await dismissedBy(await asViewer({ orgId: viewer.orgId }))).toEqual([]);
  expect(await dismissedBy(await asViewer({ kind: 'support' }))).toEqual([]);
});

test.each([
  ['news without a version', { notice: 'NEWS' }],
  ['news of a version that is none', { notice: 'NEWS', newsVersion: '0.2' }],
  ['news of a version with a number of six digits', { notice: 'NEWS', newsVersion: '0.2.123456' }],
  ['first steps with a version', { notice: 'FIRST_STEPS', newsVersion: '0.2.0' }],
])('refused: %s', async (_title, input) => {
  expect(await dismiss(viewer, input)).toMatchObject({ viewer: null, userErrors: [{ field: 'newsVersion' }] });
});

test('refused: no session', async () => {
  const { errors } = await anonymous().gql(DISMISS, { input: { notice: 'FIRST_STEPS' } });
  expect(errors![0]!.extensions.code).toBe('UNAUTHENTICATED');
});

import { expect, test } from '@jest/globals';
import { countQueries } from '../../test/count-queries.ts';
import { icodeRow } from '../../test/contract/isolation.fixture.ts';
import {
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makeOrganization,
  makePatient,
  usePortal,
  type TestViewer,
} from '../../test/harness.ts';
import { userRow } from '../db/factories.ts';

usePortal();

const STEPS = '{ dashboard { firstSteps { kind isDone } } }';
const DISMISS = 'mutation { dismissNotice(input: { notice: FIRST_STEPS }) { userErrors { code } } }';
const SWITCH = 'mutation ($id: ID!) { switchOrganization(input: { organizationId: $id }) { userErrors { code } } }';

const stepsOf = async (viewer: TestViewer): Promise<string[]> =>
  (await viewer.gql(STEPS)).data.dashboard.firstSteps.map(
    ({ kind, isDone }: { kind: string; isDone: boolean }) => `${kind}${isDone ? ' done' : ''}`,
  );

test('a step is done as soon as the organization has its row, and the steps are gone after the last one', async () => {
  const orgId = await makeOrganization();
  const viewer = await asViewer({ orgId });
  const other = await makeOrganization();
  await makeHistory(await makePatient(other), await makeMachine(other));
  await make('users', userRow(other));
  expect(await stepsOf(viewer)).toEqual(['LOCATIONS', 'STAFF', 'PATIENT', 'DEVICE', 'REPORT']);

  await make('locations', { org_id: orgId, name: 'Albany', country: 'US', is_primary: true });
  await make('users', userRow(orgId, { email_verified_at: null }));
  expect(await stepsOf(viewer)).toEqual(['LOCATIONS done', 'STAFF done', 'PATIENT', 'DEVICE', 'REPORT']);

  const patient = await makePatient(orgId);
  expect(await stepsOf(viewer)).toEqual(['LOCATIONS done', 'STAFF done', 'PATIENT done', 'DEVICE', 'REPORT']);

  await makeHistory(patient, await makeMachine(orgId), { end_date: '2026-05-01' });
  expect(await stepsOf(viewer)).toEqual(['LOCATIONS done', 'STAFF done', 'PATIENT done', 'DEVICE done', 'REPORT']);

  await make(
    'icode_reports',
    icodeRow({ org_id: orgId, patient_id: patient.id, serial: '00000000001', visible_org_ids: [orgId] }),
  );
  expect(await stepsOf(viewer)).toEqual([]);
});

test('a user sees the steps that their permissions let them do', async () => {
  expect(await stepsOf(await asViewer({ can: ['create.patient', 'view.patient'] }))).toEqual(['PATIENT']);
  expect(await stepsOf(await asViewer({ can: ['create.device', 'upload.device.icode'] }))).toEqual([
    'DEVICE',
    'REPORT',
  ]);
  expect(await stepsOf(await asViewer({ can: ['update.org.settings', 'create.user'] }))).toEqual([
    'LOCATIONS',
    'STAFF',
  ]);
  expect(await stepsOf(await asViewer({ can: ['view.patient'] }))).toEqual([]);
});

test('support staff sees the steps of the organization in which it acts, and of no other', async () => {
  const support = await asViewer({ kind: 'support' });
  expect(await stepsOf(support)).toEqual([]);
  const { orgId } = await makePatient(await makeOrganization());
  await support.gql(SWITCH, { id: String(orgId) });
  expect(await stepsOf(support)).toContain('PATIENT done');
});

test('a user who dismisses the steps does not see them again; a colleague does', async () => {
  const orgId = await makeOrganization();
  const viewer = await asViewer({ orgId });
  const colleague = await asViewer({ orgId });
  await viewer.gql(DISMISS);
  expect(await stepsOf(viewer)).toEqual([]);
  expect(await stepsOf(colleague)).toContain('PATIENT');
});

test('the steps cost one statement', async () => {
  const viewer = await asViewer();
  const count = async (fields: string) =>
    (await countQueries(() => viewer.gql(`{ dashboard { verification { repaired } ${fields} } }`))).statements;
  expect((await count('firstSteps { kind }')) - (await count(''))).toBe(1);
});

import type { Contract } from '../../test/contract/contract.ts';
import { mobileUserRow } from '../../test/contract/isolation.fixture.ts';
import { type Case, older, rowOf } from '../../test/contract/versions.fixture.ts';
import { make, makePatient } from '../../test/harness.ts';
import { toGlobalId } from '../shared/node.ts';

const mobileUser: Case = {
  async make(viewer) {
    const { id: of } = await makePatient(viewer.orgId);
    const id = await make('mobile_users', mobileUserRow(viewer.orgId, of));
    const read = rowOf('/api/mobile-users/datatable', id);
    return {
      path: `/api/mobile-users/${id}`,
      read,
      first: { active: 0 },
      now: { id, patient_id: of, active: 0 },
      second: { active: 1 },
      whole: async () => [await read(viewer)],
      alone: { active: 1 },
      age: older('mobile_users', id),
      held: `update mobile_users set active = false where id = ${id}`,
    };
  },
};

/** What the contract tests expect of mobile users, typed from the documents. */
export const contract: Contract = {
  operations: {
    // The accounts of patients in the mobile app.
    'Query.mobileUsers': ['view.mobile_user', 'read', 'rows'],
    'GET /api/mobile-users/datatable': ['view.mobile_user', 'read', 'rows'],
    'Mutation.setMobileUserActive': ['update.mobile_user', 'write', 'subject'],
    'PATCH /api/mobile-users/{id}': ['update.mobile_user', 'write', 'subject'],
  },
  unversioned: {
    'Mutation.setMobileUserActive': 'one value',
  },
  variables: {
    'Query.mobileUsers': () => ({}),
    'Mutation.setMobileUserActive': ({ mobileUser }) => ({ input: { mobileUserId: String(mobileUser), active: true } }),
  },
  addresses: {
    'GET /api/mobile-users/datatable': () => ({ path: {} }),
    'PATCH /api/mobile-users/{id}': ({ mobileUser }) => ({ path: { id: mobileUser }, body: { active: 1 } }),
  },
  foreignVariables: {
    'Query.node id (MobileUser)': ({ mobileUser }) => ({ id: toGlobalId('MobileUser', mobileUser) }),
    'Mutation.setMobileUserActive input.mobileUserId': ({ mobileUser }) => ({
      input: { mobileUserId: String(mobileUser), active: false },
    }),
  },
  foreignAddresses: {
    'PATCH /api/mobile-users/{id} {id}': ({ mobileUser }) => ({ path: { id: mobileUser }, body: { active: 0 } }),
  },
  versioned: {
    'PATCH /api/mobile-users/{id}': mobileUser,
  },
  files: [['GET /api/mobile-users/datatable', 'view.mobile_user', 'export.patient', false]],
  times: {
    'GET /api/mobile-users/datatable': ['Registered', 'Last Seen'],
  },
  rights: {
    mobile_users: {
      org: { select: 'all', update: 'active' },
      support: { select: 'all', update: 'active' },
      definer: { select: 'all', update: 'visible_org_ids location_id' },
    },
  },
  viewerFields: [['viewerCanListMobileUsers', 'org', 'view.mobile_user']],
  lists: {
    mobileUsers: { field: 'mobileUsers', table: '/api/mobile-users/datatable' },
  },
  change: {
    mobile_users: 'active = false',
  },
};

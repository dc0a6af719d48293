import type { Contract } from '../../test/contract/contract.ts';
import { MEMBERSHIP, READ } from '../../test/contract/grants.fixture.ts';

const covers = (org_id: number, group_id: number, location_id: number) => ({ org_id, group_id, location_id });

/** What the contract tests expect of org groups, typed from the documents. */
export const contract: Contract = {
  operations: {
    'Mutation.createOrgGroup': ['update.org | update.org.settings', 'write'],
    'Mutation.updateOrgGroup': ['update.org | update.org.settings', 'write'],
    'Mutation.deleteOrgGroup': ['update.org | update.org.settings', 'write'],
  },
  unversioned: {
    'Mutation.createOrgGroup': 'adds',
    'Mutation.deleteOrgGroup': 'ends',
  },
  foreignVariables: {
    'Mutation.createOrgGroup input.organizationId': ({ org }, own) => ({
      input: { organizationId: String(org), name: 'New', locationIds: [String(own.location)] },
    }),
    'Mutation.createOrgGroup input.locationIds': ({ location }, own) => ({
      input: { organizationId: String(own.org), name: 'Newer', locationIds: [String(location)] },
    }),
    'Mutation.updateOrgGroup input.groupId': ({ group }) => ({ input: { groupId: String(group), name: 'Other' } }),
    'Mutation.updateOrgGroup input.locationIds': ({ location }, own) => ({
      input: { groupId: String(own.group), locationIds: [String(location)] },
    }),
    'Mutation.deleteOrgGroup input.groupId': ({ group }) => ({ input: { groupId: String(group) } }),
  },
  ofNoOrganization: [
    'Mutation.updateOrgGroup input.opened.locationIds', // only compared: org-groups.test.ts
  ],
  auditedElsewhere: [
    'Mutation.createOrgGroup', // org-groups.test.ts
    'Mutation.updateOrgGroup',
    'Mutation.deleteOrgGroup',
  ],
  once: ['Mutation.createOrgGroup', 'Mutation.deleteOrgGroup'],
  rights: {
    org_group_locations: { org: MEMBERSHIP, support: MEMBERSHIP, auth: READ, definer: MEMBERSHIP },
  },
  newRows: (w) => [
    ['org_group_locations', 'a', covers(w.a, w.groupA3, w.a1), true],
    ['org_group_locations', 'a', covers(w.a, w.groupA3, w.b1), false],
    ['org_group_locations', 'a', covers(w.b, w.groupB2, w.b1), false],
    ['org_group_locations', 'limited', covers(w.a, w.groupA3, w.a1), false],
    ['org_group_locations', 'support', covers(w.b, w.groupB2, w.b1), true],
    ['org_group_locations', 'support', covers(w.a, w.groupA3, w.a1), false],
    ['org_group_locations', 'acting', covers(w.b, w.groupB2, w.b1), false],
    ['org_group_locations', 'definer', covers(w.a, w.groupA3, w.a1), true],
  ],
};

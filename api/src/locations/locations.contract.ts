import type { Contract } from '../../test/contract/contract.ts';

const newLocation = (org: number) => ({
  organizationId: String(org),
  name: 'New',
  address1: '1 Main Street',
  country: 'US',
  state: 'NY',
  city: 'Albany',
});

/** What the contract tests expect of locations, typed from the documents. */
export const contract: Contract = {
  operations: {
    // Their locations and groups: support staff, and administrators for their own (decisions/087).
    'Mutation.createLocation': ['update.org | update.org.settings', 'write'],
    'Mutation.updateLocation': ['update.org | update.org.settings', 'write'],
    'Mutation.closeLocation': ['update.org | update.org.settings', 'write'],
    'Mutation.reopenLocation': ['update.org | update.org.settings', 'write'],
    'Mutation.makePrimaryLocation': ['update.org | update.org.settings', 'write'],
  },
  unversioned: {
    'Mutation.closeLocation': 'state',
    'Mutation.createLocation': 'adds',
    'Mutation.makePrimaryLocation': 'one value',
    'Mutation.reopenLocation': 'state',
  },
  foreignVariables: {
    'Mutation.createLocation input.organizationId': ({ org }) => ({ input: newLocation(org) }),
    'Mutation.updateLocation input.locationId': ({ location }) => ({ input: { locationId: String(location) } }),
    'Mutation.makePrimaryLocation input.locationId': ({ location }) => ({ input: { locationId: String(location) } }),
    'Mutation.closeLocation input.locationId': ({ location }) => ({ input: { locationId: String(location) } }),
    'Mutation.closeLocation input.moveToId': ({ location }, own) => ({
      input: { locationId: String(own.branch), moveToId: String(location) },
    }),
    'Mutation.reopenLocation input.locationId': ({ location }) => ({ input: { locationId: String(location) } }),
  },
  auditedElsewhere: [
    'Mutation.createLocation', // locations.test.ts
    'Mutation.updateLocation',
    'Mutation.closeLocation',
    'Mutation.reopenLocation',
    'Mutation.makePrimaryLocation',
  ],
  once: ['Mutation.createLocation'],
};

import { write, type Access } from '../auth/operation.ts';
import { MANAGE_PLACES } from '../locations/locations.policy.ts';

/** Locations of one group: as many as a Multiselect offers (document 001, section 9). */
const LOCATIONS = { list: 1000 };

/** The operations of this folder and the permission that each needs. */
export const orgGroupsAccess: Access = {
  'Mutation.createOrgGroup': { ...write(MANAGE_PLACES, 'once'), phi: false, shape: LOCATIONS },
  'Mutation.deleteOrgGroup': { ...write(MANAGE_PLACES, 'once'), phi: false },
  'Mutation.updateOrgGroup': { ...write(MANAGE_PLACES, 'harmless'), phi: false, shape: LOCATIONS },
};

import { write, type Access } from '../auth/operation.ts';
import { MANAGE_PLACES } from './locations.policy.ts';

/** The operations of this folder and the permission that each needs. */
export const locationsAccess: Access = {
  'Mutation.closeLocation': { ...write(MANAGE_PLACES, 'harmless'), phi: false },
  'Mutation.createLocation': { ...write(MANAGE_PLACES, 'once'), phi: false },
  'Mutation.makePrimaryLocation': { ...write(MANAGE_PLACES, 'harmless'), phi: false },
  'Mutation.reopenLocation': { ...write(MANAGE_PLACES, 'harmless'), phi: false },
  'Mutation.updateLocation': { ...write(MANAGE_PLACES, 'harmless'), phi: false },
};

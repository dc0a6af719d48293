import { open, read, write, type Access } from '../auth/operation.ts';

/** The operations of this folder and the permission that each needs. */
export const handOffsAccess: Access = {
  'Mutation.acceptHandOff': write('request.patient', 'once'),
  'Mutation.askForDevice': { ...write('request.patient', 'once'), shows: 'none' },
  'Mutation.askForPatient': { ...write('request.patient', 'once'), shows: 'none' },
  'Mutation.refuseHandOff': write('request.patient', 'once'),
  'Mutation.withdrawHandOff': write('request.patient', 'once'),
  'Mutation.writeHandOffMessage': write('request.patient', 'once'),
  'Query.handOff': { ...read('request.patient', 'rows'), nodes: ['HandOff'] },
  'Query.handOffs': read('request.patient', 'rows'),
  // Only the id that the request itself names.
  'Subscription.handOffChanged': { ...open('session'), permission: 'request.patient' },
};

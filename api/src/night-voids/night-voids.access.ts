import { read, write, type Access } from '../auth/operation.ts';

/** Who corrects dates of nights voids nights: both decide what counts (decisions/129). */
const UTILITY = 'update.machine.date_change_utility';
/** The nights that one request names, each with its id and its date. */
const NIGHTS = { list: 1000, values: 3500 };

/** The operations of this folder and the permission that each needs. */
export const nightVoidsAccess: Access = {
  'Mutation.giveBackNights': { ...write(UTILITY, 'once'), shape: NIGHTS },
  'Mutation.voidNights': { ...write(UTILITY, 'once'), shape: NIGHTS },
  'POST /api/machines/{id}/usage/give-back-nights': { ...write(UTILITY, 'once'), shape: NIGHTS },
  'POST /api/machines/{id}/usage/void-nights': { ...write(UTILITY, 'once'), shape: NIGHTS },
  'Query.checkGiveBackNights': { ...read(UTILITY, 'subject'), cost: 100, shape: NIGHTS },
  'Query.checkVoidNights': { ...read(UTILITY, 'subject'), cost: 100, shape: NIGHTS },
};

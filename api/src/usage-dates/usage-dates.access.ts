import { read, READ_DEVICE, write, type Access } from '../auth/operation.ts';

const UTILITY = 'update.machine.date_change_utility';
/** The rows of a page as read, each with nine values, and the fields that the documented client adds to them. */
const ROWS = { list: 500, values: 6500 };

/** The operations of this folder and the permission that each needs. */
export const usageDatesAccess: Access = {
  'GET /api/machines/device/date-change-log': read(READ_DEVICE, 'rows'),
  'GET /api/machines/{id}/usage/date-change-utility/{source}': read(UTILITY, 'rows'),
  'Mutation.changeUsageDates': { ...write(UTILITY, 'harmless'), shape: ROWS },
  'Mutation.resetRecordNo': write(UTILITY, 'harmless'),
  'Mutation.undoUsageDates': { ...write(UTILITY, 'harmless'), shape: ROWS },
  'POST /api/machines/{id}/usage/date-change-utility/wireless/reset-record-no': write(UTILITY, 'harmless'),
  'POST /api/machines/{id}/usage/date-change-utility/{source}': { ...write(UTILITY, 'harmless'), shape: ROWS },
  'Query.checkChangeUsageDates': { ...read(UTILITY, 'subject'), cost: 10, shape: ROWS },
};

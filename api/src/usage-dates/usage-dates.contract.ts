import type { Contract } from '../../test/contract/contract.ts';
import { dateChange } from '../../test/contract/isolation.fixture.ts';
import { used } from '../../test/contract/isolation-rows.ts';
import { READ } from '../../test/contract/grants.fixture.ts';
import type { Things } from '../../test/contract/permissions.fixture.ts';

const corrected = ({ machine, night }: Things) => ({
  machineId: String(machine.id),
  source: 'WIRELESS',
  changes: [{ id: String(night), newDate: '2026-02-04' }],
});

/** What the contract tests expect of usage dates, typed from the documents. */
export const contract: Contract = {
  operations: {
    // "update.machine.date_change_utility: shows Date Change Utility button." The log is of the device.
    'GET /api/machines/device/date-change-log': [
      'org.user.device | support.user.device | viewAny.device',
      'read',
      'rows',
    ],
    'GET /api/machines/{id}/usage/date-change-utility/{source}': ['update.machine.date_change_utility', 'read', 'rows'],
    'POST /api/machines/{id}/usage/date-change-utility/{source}': [
      'update.machine.date_change_utility',
      'write',
      'subject',
    ],
    'POST /api/machines/{id}/usage/date-change-utility/wireless/reset-record-no': [
      'update.machine.date_change_utility',
      'write',
      'subject',
    ],
    'Query.checkChangeUsageDates': ['update.machine.date_change_utility', 'read', 'subject'],
    'Mutation.changeUsageDates': ['update.machine.date_change_utility', 'write', 'subject'],
    'Mutation.undoUsageDates': ['update.machine.date_change_utility', 'write', 'subject'],
    'Mutation.resetRecordNo': ['update.machine.date_change_utility', 'write', 'subject'],
  },
  variables: {
    'Query.checkChangeUsageDates': (things) => ({ input: corrected(things) }),
    'Mutation.changeUsageDates': (things) => ({ input: corrected(things) }),
    'Mutation.undoUsageDates': ({ machine, night }) => ({
      input: { machineId: String(machine.id), source: 'WIRELESS', nightIds: [String(night)] },
    }),
    'Mutation.resetRecordNo': ({ machine, night }) => ({
      input: { machineId: String(machine.id), nightId: String(night) },
    }),
  },
  addresses: {
    'GET /api/machines/device/date-change-log': ({ machine }) => ({ path: {}, query: `serial=${machine.serial}` }),
    'GET /api/machines/{id}/usage/date-change-utility/{source}': ({ machine }) => ({
      path: { id: machine.id, source: 'wireless' },
    }),
    'POST /api/machines/{id}/usage/date-change-utility/{source}': ({ machine, night }) => ({
      path: { id: machine.id, source: 'wireless' },
      body: { rows: [{ id: night, new_usage_date: '2026-02-04' }] },
    }),
    'POST /api/machines/{id}/usage/date-change-utility/wireless/reset-record-no': ({ machine, night }) => ({
      path: { id: machine.id },
      body: { row: { id: night } },
    }),
  },
  selections: {
    checkChangeUsageDates: '{ userErrors { field code message } moves { nightId } }',
    changeUsageDates: '{ userErrors { field code message } machine { id } }',
    undoUsageDates: '{ userErrors { field code message } machine { id } }',
    resetRecordNo: '{ userErrors { field code message } machine { id } }',
  },
  unversioned: {
    'Mutation.resetRecordNo': 'state',
    'Mutation.undoUsageDates': 'computes',
    'POST /api/machines/{id}/usage/date-change-utility/wireless/reset-record-no': 'state',
    'POST /api/machines/{id}/usage/date-change-utility/{source}': 'read values',
  },
  rights: {
    // Added to by the function that moves nights, and never changed.
    usage_date_changes: { org: READ, support: READ, definer: { select: 'all', insert: 'all' } },
    // Kept by triggers, for the undo of a correction.
    usage_night_returns: { definer: { select: 'all', insert: 'all', update: 'patient_id' } },
  },
  lists: {
    usageDateChanges: { notCopied: 'the log of one machine' },
  },
  newRows: (w) => [
    ['usage_date_changes', 'definer', { ...used(w.a, w.p1, w.m1), ...dateChange }, true],
    ['usage_date_changes', 'a', { ...used(w.a, w.p1, w.m1), ...dateChange }, false],
    [
      'usage_night_returns',
      'definer',
      { night_id: 1, usage_date: '2026-01-04', machine_id: w.m1, patient_id: w.p1 },
      true,
    ],
  ],
};

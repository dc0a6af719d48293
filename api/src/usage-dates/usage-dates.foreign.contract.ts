import type { Contract } from '../../test/contract/contract.ts';

const foreignCorrected = (machine: number, night: number) => ({
  machineId: String(machine),
  source: 'WIRELESS',
  changes: [{ id: String(night), newDate: '2026-02-04' }],
});
const undone = (machine: number, night: number) => ({
  machineId: String(machine),
  source: 'WIRELESS',
  nightIds: [String(night)],
});

/** Positions of ids of usage dates: an id of another organization is refused, typed from the documents. */
export const contract: Contract = {
  foreignVariables: {
    'Query.checkChangeUsageDates input.machineId': ({ machine, night }) => ({
      input: foreignCorrected(machine.id, night),
    }),
    'Query.checkChangeUsageDates input.changes.id': ({ night }, own) => ({
      input: foreignCorrected(own.machine.id, night),
    }),
    'Mutation.changeUsageDates input.machineId': ({ machine, night }) => ({
      input: foreignCorrected(machine.id, night),
    }),
    'Mutation.changeUsageDates input.changes.id': ({ night }, own) => ({
      input: foreignCorrected(own.machine.id, night),
    }),
    'Mutation.undoUsageDates input.machineId': ({ machine, night }) => ({ input: undone(machine.id, night) }),
    'Mutation.undoUsageDates input.nightIds': ({ night }, own) => ({ input: undone(own.machine.id, night) }),
    'Mutation.resetRecordNo input.machineId': ({ machine, night }) => ({
      input: { machineId: String(machine.id), nightId: String(night) },
    }),
    'Mutation.resetRecordNo input.nightId': ({ night }, own) => ({
      input: { machineId: String(own.machine.id), nightId: String(night) },
    }),
  },
  foreignAddresses: {
    'GET /api/machines/device/date-change-log serial': ({ machine }) => ({
      path: {},
      query: `serial=${machine.serial}`,
    }),
    'GET /api/machines/{id}/usage/date-change-utility/{source} {id}': ({ machine }) => ({
      path: { id: machine.id, source: 'wireless' },
    }),
    'GET /api/machines/{id}/usage/date-change-utility/{source} {source}': (ids, own) => ({
      path: { id: own.machine.id, source: ids === own ? 'wireless' : 'card' },
    }),
    'POST /api/machines/{id}/usage/date-change-utility/{source} {id}': ({ machine, night }) => ({
      path: { id: machine.id, source: 'wireless' },
      body: { rows: [{ id: night, new_usage_date: '2026-02-04' }] },
    }),
    'POST /api/machines/{id}/usage/date-change-utility/{source} {source}': (ids, own) => ({
      path: { id: own.machine.id, source: ids === own ? 'wireless' : 'card' },
      body: { rows: [{ id: own.night, new_usage_date: '2026-02-04' }] },
    }),
    'POST /api/machines/{id}/usage/date-change-utility/{source} rows': ({ night }, own) => ({
      path: { id: own.machine.id, source: 'wireless' },
      body: { rows: [{ id: night, new_usage_date: '2026-02-05' }] },
    }),
    'POST /api/machines/{id}/usage/date-change-utility/wireless/reset-record-no {id}': ({ machine, night }) => ({
      path: { id: machine.id },
      body: { row: { id: night } },
    }),
    'POST /api/machines/{id}/usage/date-change-utility/wireless/reset-record-no row': ({ night }, own) => ({
      path: { id: own.machine.id },
      body: { row: { id: night } },
    }),
  },
};

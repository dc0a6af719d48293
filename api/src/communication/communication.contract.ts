import type { Contract } from '../../test/contract/contract.ts';
import { used } from '../../test/contract/isolation-rows.ts';
import { READ } from '../../test/contract/grants.fixture.ts';
import { ofDevice } from '../../test/contract/permissions.fixture.ts';

/** What the contract tests expect of communication, typed from the documents. */
export const contract: Contract = {
  operations: {
    'GET /api/machines/{guid}/connection-history': [
      'org.user.device | support.user.device | viewAny.device',
      'read',
      'rows',
    ],
    'GET /api/machines/{serial}/iccid-data': ['org.user.device | support.user.device | viewAny.device', 'read', 'none'],
    'GET /api/aeris/{iccid}/device-details': ['org.user.device | support.user.device | viewAny.device', 'read', 'none'],
    'GET /api/patients/{patient}/devices/{history}/connection_history': [
      'view.patient | viewAny.patient',
      'read',
      'subject',
    ],
  },
  addresses: {
    'GET /api/patients/{patient}/devices/{history}/connection_history': ofDevice,
    'GET /api/machines/{guid}/connection-history': ({ machine }) => ({ path: { guid: machine.guid } }),
    'GET /api/machines/{serial}/iccid-data': ({ machine }) => ({ path: { serial: machine.serial } }),
    'GET /api/aeris/{iccid}/device-details': ({ iccid }) => ({ path: { iccid } }),
  },
  foreignAddresses: {
    'GET /api/patients/{patient}/devices/{history}/connection_history {patient}': ({ patient }, own) => ({
      path: { patient: patient.id, history: own.history },
    }),
    'GET /api/patients/{patient}/devices/{history}/connection_history {history}': ({ history }, own) => ({
      path: { patient: own.patient.id, history },
    }),
    'GET /api/machines/{guid}/connection-history {guid}': ({ machine }) => ({ path: { guid: machine.guid } }),
    'GET /api/machines/{serial}/iccid-data {serial}': ({ machine }) => ({ path: { serial: machine.serial } }),
    'GET /api/aeris/{iccid}/device-details {iccid}': ({ iccid }) => ({ path: { iccid } }),
  },
  files: [
    ['GET /api/machines/{guid}/connection-history', 'org.user.device', 'export.device', false],
    ['GET /api/patients/{patient}/devices/{history}/connection_history', 'view.patient', 'export.device', true],
  ],
  times: {
    'GET /api/machines/{guid}/connection-history': ['Start Date', 'End Date'],
    'GET /api/patients/{patient}/devices/{history}/connection_history': ['Start Date', 'End Date'],
  },
  rights: {
    modules: {
      org: READ,
      support: READ,
      device: READ,
      jobs: READ,
      definer: { select: 'all', update: 'last_connected_at' },
    },
    connections: {
      org: READ,
      support: READ,
      device: { select: 'all', insert: 'all', update: 'end_time exit_flag' },
      jobs: { select: 'all', update: 'end_time exit_flag' },
      definer: READ,
    },
  },
  lists: {
    sessions: {},
  },
  change: {
    connections: "exit_flag = 'changed'",
  },
  newRows: (w) => [
    ['connections', 'device', { ...used(w.a, w.p1, w.m1), start_time: new Date() }, true],
    ['connections', 'device', { ...used(w.a, w.p2, w.m2), start_time: new Date() }, false],
    ['connections', 'device', { ...used(w.a, w.p2, w.m1), start_time: new Date() }, false],
  ],
};

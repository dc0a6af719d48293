import type { Contract } from '../../test/contract/contract.ts';
import { READ } from '../../test/contract/grants.fixture.ts';
import { toGlobalId } from '../shared/node.ts';

/** What the contract tests expect of machines, typed from the documents. */
export const contract: Contract = {
  operations: {
    'Query.machine': ['org.user.device | support.user.device | viewAny.device', 'read', 'rows'],
    'Query.machines': ['org.user.device | support.user.device | viewAny.device', 'read', 'rows'],
    'GET /api/machines/datatable': ['org.user.device | support.user.device | viewAny.device', 'read', 'rows'],
    // The PIN of one machine, to users who may set it or view any device; recorded before it is shown.
    'Mutation.showMachinePin': ['update.device.pin | viewAny.device', 'write', 'subject'],
  },
  unversioned: {
    'Mutation.showMachinePin': 'reads',
  },
  variables: {
    'Query.machine': ({ machine }) => ({ id: String(machine.id) }),
    'Query.machines': () => ({}),
    'Mutation.showMachinePin': ({ machine }) => ({ id: String(machine.id) }),
  },
  addresses: {
    'GET /api/machines/datatable': () => ({ path: {} }),
  },
  foreignVariables: {
    'Query.node id (Machine)': ({ machine }) => ({ id: toGlobalId('Machine', machine.id) }),
    'Query.machine id': ({ machine }) => ({ id: String(machine.id) }),
    'Query.machine id (guid)': ({ machine }) => ({ id: machine.guid }),
    'Mutation.showMachinePin id': ({ machine }) => ({ id: String(machine.id) }),
  },
  files: [['GET /api/machines/datatable', 'org.user.device', 'export.device', false]],
  times: {
    'GET /api/machines/datatable': [],
  },
  rights: {
    machine_models: { org: READ, support: READ, auth: READ, device: READ, jobs: READ },
    machines: {
      org: { select: 'all', update: 'pin_cipher' },
      support: { select: 'all', update: 'pin_cipher' },
      device: READ,
      jobs: READ,
      definer: { select: 'all', update: 'all' },
    },
  },
  lists: {
    machines: { field: 'machines' },
    machinesWithHolders: { field: 'machines', table: '/api/machines/datatable' },
  },
  change: {
    machines: "pin_cipher = 'changed'",
  },
};

import type { Contract } from '../../test/contract/contract.ts';
import { READ } from '../../test/contract/grants.fixture.ts';

/** What the contract tests expect of device index, typed from the documents. */
export const contract: Contract = {
  operations: {
    // Devices: {host}.user.device, with the host org or support, or viewAny.device.
    'Query.devices': ['org.user.device | support.user.device | viewAny.device', 'read', 'rows'],
    'GET /api/devices/datatable': ['org.user.device | support.user.device | viewAny.device', 'read', 'rows'],
  },
  variables: {
    'Query.devices': () => ({}),
  },
  addresses: {
    'GET /api/devices/datatable': () => ({ path: {} }),
  },
  files: [['GET /api/devices/datatable', 'org.user.device', 'export.device', false]],
  times: {
    'GET /api/devices/datatable': ['Last Connection'],
  },
  rights: {
    device_index: { org: READ, support: READ, definer: { select: 'all', insert: 'all', update: 'all', delete: true } },
  },
  viewerFields: [
    ['viewerCanListDevices', 'org', 'org.user.device'],
    ['viewerCanListDevices', 'support', 'support.user.device'],
    ['viewerCanListDevices', 'org', 'viewAny.device'],
  ],
  lists: {
    devices: { field: 'devices' },
    devicesWithHolders: { field: 'devices', table: '/api/devices/datatable' },
  },
  newRows: (w) => [
    [
      'device_index',
      'definer',
      {
        history_id: w.h1 + 1000,
        org_id: w.a,
        machine_id: w.m1,
        visible_org_ids: [w.a],
        start_date: '2026-01-01',
        serial: 'S',
        model_id: 1,
        last_name: 'L',
        search_text: 's l',
      },
      false, // no such assignment
    ],
  ],
};

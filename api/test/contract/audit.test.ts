import { beforeAll, describe, expect, test } from '@jest/globals';
import { PERMISSIONS } from '../../src/auth/permissions.ts';
import { linesOf } from '../audit-lines.ts';
import { admin, asViewer, makeOrganization, usePortal, type TestViewer } from '../harness.ts';
import { call } from './call.ts';
import { AUDITED_ELSEWHERE as ELSEWHERE, GRAPHQL, OPERATIONS, REST } from './contracts.ts';
import { arrange, type Things } from './permissions.fixture.ts';

usePortal();

// What deletes comes last: others need what it deletes; and so do trusted domains, which users of others may not have.
const isLast = (operation: string) => /^(?:Mutation\.delete|DELETE )|trusted-?domain/i.test(operation);
const called = Object.keys(OPERATIONS)
  .filter((operation) => !ELSEWHERE.includes(operation))
  .sort((one, other) => Number(isLast(one)) - Number(isLast(other)));

let orgId: number;
let reader: TestViewer;
let shared: Things;
beforeAll(async () => {
  orgId = await makeOrganization();
  reader = await asViewer({ orgId, can: ['view.patient'] });
  shared = await arrange(orgId, reader);
});
/** What changes nothing may look at the same patient. */
const thingsFor = (operation: string) => (OPERATIONS[operation]![1] === 'write' ? arrange(orgId, reader) : shared);

/** The patients of an operation's line, where they are not the patient of `arrange`. Lists: contract/reads.test.ts. */
const PATIENTS: Record<string, (things: Things) => number[]> = {
  ...Object.fromEntries(
    [
      'Query.checkAssignDevice',
      'Mutation.assignDevice',
      'GET /api/patients/{id}/check-if-active-devices',
      'POST /api/patients/{id}/check-add-device',
      'POST /api/patients/{id}/check-date-overlaps',
      'POST /api/patients/{id}/devices',
      'POST /api/patients/{id}/distance-from-today',
    ].map((operation) => [operation, ({ free }: Things) => [free.patient.id]]),
  ),
  ...Object.fromEntries(
    [
      'Query.checkAddDevicePin',
      'Mutation.addDevicePin',
      'POST /api/patients/{id}/devices/{machineId}/check-add-pin',
      'POST /api/patients/{id}/devices/{deviceId}/add-pin',
    ].map((operation) => [operation, ({ unpinned }: Things) => [unpinned.patient.id]]),
  ),
  ...Object.fromEntries(
    [
      'Query.checkResendSettings',
      'Mutation.resendSettings',
      'Query.checkDismissSettings',
      'Mutation.dismissSettings',
      'POST /api/patients/{patient}/devices/{history}/pending_settings/check-send-again',
      'POST /api/patients/{patient}/devices/{history}/pending_settings/send-again',
      'POST /api/patients/{patient}/devices/{history}/pending_settings/check-dismiss',
      'POST /api/patients/{patient}/devices/{history}/pending_settings/dismiss',
    ].map((operation) => [operation, ({ undelivered }: Things) => [undelivered.patient.id]]),
  ),
};
/** What `call` selects of them contains no row. */
const EMPTY = [
  'Query.dashboard',
  'Query.machine',
  'Query.machines',
  'Query.nights',
  'Query.patients',
  'Query.possibleDuplicates',
  'Query.devices',
  'Query.icodeReports',
  'Query.mobileUsers',
  'Query.searchResults',
  'Query.settingsChanges',
  'GET /api/machines/device/date-change-log',
];
const ADDING = ['Mutation.createPatient', 'POST /api/patients'];
/** They contain the patients of other tests too. */
const TABLES = ['GET /api/patients/datatable', 'GET /api/devices/datatable', 'GET /api/machines/datatable'];

function patientsOf(operation: string, things: Things): unknown {
  const [, , shows] = OPERATIONS[operation]!;
  if (shows === undefined || shows === 'none' || EMPTY.includes(operation)) return [];
  // A page by address, which need not have the patient's.
  if (operation === 'GET /api/mobile-users/datatable') return expect.arrayContaining([expect.any(Number)]);
  // The one that the operation made.
  if (ADDING.includes(operation)) return [expect.any(Number)];
  if (TABLES.includes(operation)) return expect.arrayContaining([things.patient.id, things.unpinned.patient.id]);
  return (PATIENTS[operation] ?? (({ patient }) => [patient.id]))(things);
}

test('every other operation is known here', () => {
  expect(called.filter((operation) => !(operation in GRAPHQL) && !(operation in REST))).toEqual([]);
});

describe.each(['support', 'ep'] as const)('a call by staff (%s)', (kind) => {
  const outcome = { write: 'done', read: 'read' } as const;

  test.each(called)(
    '%s leaves one line with the patients when it shows or changes data of patients, and else none',
    async (operation) => {
      const things = await thingsFor(operation);
      const staff = await asViewer({ kind, orgId: kind === 'ep' ? orgId : undefined, can: [...PERMISSIONS] });
      // Support staff adds and changes patients, and reads changes, only while it acts in an organization.
      const isOfOne = operation === 'Query.changes' || /(create|update)\.patient/.test(OPERATIONS[operation]![0]);
      if (kind === 'support' && isOfOne)
        await admin.query('update sessions set acting_org_id = $1 where user_id = $2', [orgId, staff.userId]);
      expect(await call(staff, operation, things)).toBe('done');
      const [, audit] = OPERATIONS[operation]!;
      const lines = await linesOf(staff);
      expect(lines.map((line) => [line.operation, line.outcome, line.patients])).toEqual(
        audit === 'none' ? [] : [[operation, outcome[audit], patientsOf(operation, things)]],
      );
      if (audit === 'none' || operation in GRAPHQL) return;
      // The parameters of the path, as they came.
      const { path } = REST[operation]!(things);
      const named = [...operation.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, String(path[name!])]);
      expect(lines[0]!.properties).toMatchObject(Object.fromEntries(named));
    },
  );
});

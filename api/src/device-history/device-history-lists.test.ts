import { expect, test } from '@jest/globals';
import { countQueries } from '../../test/count-queries.ts';
import { insertRows } from '../db/factories.ts';
import {
  admin,
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makeOrganization,
  makePatient,
  usePortal,
  type TestViewer,
} from '../../test/harness.ts';

usePortal();

const PATIENT = `query ($id: ID!) { patient(id: $id) {
  hasActiveDevice viewerCanAssignDevice
  devices {
    databaseId serial guid model image patientName hasPin pin startDate endDate isActive isAssignedToPatient serialPath viewerCanEdit viewerCanDelete viewerCanAddPin
    historySize editAllowed module { iccid } lastConnection { startTime } machine { serial } patient { lastName }
  }
} }`;

/** A patient with `count` consecutive devices, the last one active. */
async function patientWithDevices(orgId: number, count: number) {
  const patient = await makePatient(orgId, { last_name: 'Moss', first_name: 'Ada' });
  for (let index = 0; index < count; index += 1) {
    const machine = await makeMachine(orgId);
    await insertRows(
      admin,
      'modules',
      [
        {
          org_id: orgId,
          machine_id: machine.id,
          serial: `M${machine.id}`,
          version: '1.2',
          type: 'LTE',
          iccid: `8901${machine.id}`,
        },
      ],
      'machine_id',
    );
    await makeHistory(patient, machine, {
      start_date: `2026-${String(index + 1).padStart(2, '0')}-01`,
      end_date: index === count - 1 ? null : `2026-${String(index + 2).padStart(2, '0')}-01`,
    });
  }
  return patient;
}

const dates = (rows: { start_date: string }[]) => rows.map(({ start_date: date }) => date);

test('the device list is sorted by start date, newest first, in REST and in GraphQL', async () => {
  const viewer = await asViewer();
  const patient = await patientWithDevices(viewer.orgId, 3);
  const rest = await viewer.rest('GET', `/api/patients/${patient.id}/devices`);
  expect(dates(rest.body.data)).toEqual(['2026-03-01', '2026-02-01', '2026-01-01']);
  expect(Object.keys(rest.body.data[0]).sort()).toEqual([
    'created',
    'dme',
    'edit_allowed',
    'end_date',
    'guid',
    'history_id',
    'history_size',
    'id',
    'image',
    'is_assigned_to_patient',
    'last_connection_history',
    'machine_id',
    'model',
    'module',
    'organization',
    'patient_id',
    'patient_name',
    'pin',
    'serial',
    'start_date',
    'version',
  ]);
  const { data, errors } = await viewer.gql(PATIENT, { id: String(patient.id) });
  expect(errors).toBeUndefined();
  expect(data.patient).toMatchObject({ hasActiveDevice: true, viewerCanAssignDevice: true });
  expect(data.patient.devices.map((row: { databaseId: number }) => row.databaseId)).toEqual(
    rest.body.data.map((row: { history_id: number }) => row.history_id),
  );
  const [first] = data.patient.devices;
  expect(first).toMatchObject({
    patientName: 'Moss, Ada',
    isActive: true,
    isAssignedToPatient: true,
    pin: '1234',
    viewerCanEdit: true,
    viewerCanDelete: true,
    viewerCanAddPin: false,
    serialPath: `/org-device/${first.serial}/${first.guid}`,
    historySize: 0,
    editAllowed: 'PASS',
    module: { iccid: expect.stringMatching(/^8901/) },
    machine: { serial: first.serial },
    patient: { lastName: 'Moss' },
  });
});

test('forbidden operations are not offered, and the PIN is hidden', async () => {
  const owner = await asViewer();
  const patient = await patientWithDevices(owner.orgId, 1);
  await makeHistory(await makePatient(owner.orgId), await makeMachine(owner.orgId), { has_pin: false });
  const reader = await asViewer({ orgId: owner.orgId, can: ['view.patient'] });
  const { data } = await reader.gql(PATIENT, { id: String(patient.id) });
  expect(data.patient).toMatchObject({
    viewerCanAssignDevice: false,
    devices: [
      {
        hasPin: true,
        pin: null,
        serialPath: null,
        viewerCanEdit: false,
        viewerCanDelete: false,
        viewerCanAddPin: false,
      },
    ],
  });
});

test("a clinician is offered Add Pin only where the patient's organization allows it", async () => {
  for (const allowed of [true, false]) {
    const orgId = await makeOrganization('ep', { physician_can_add_missing_pin: allowed });
    const physician = await asViewer({ kind: 'clinical', roles: ['org.physician'] });
    const patient = await makePatient(orgId, { physician_org_id: physician.orgId, physician_id: physician.userId });
    await makeHistory(patient, await makeMachine(orgId), { has_pin: false });
    const { data } = await physician.gql('query ($id: ID!) { patient(id: $id) { devices { viewerCanAddPin } } }', {
      id: String(patient.id),
    });
    expect(data.patient.devices).toEqual([{ viewerCanAddPin: allowed }]);
  }
});

test('the history of a machine names only patients that the viewer may see', async () => {
  const viewer = await asViewer();
  const machine = await makeMachine(viewer.orgId);
  const [mine, elsewhere] = [await makePatient(viewer.orgId), await makePatient(await makeOrganization())];
  await makeHistory(mine, machine, { start_date: '2026-01-01', end_date: '2026-02-01' });
  await makeHistory(elsewhere, machine, { start_date: '2026-02-01' });
  const rest = await viewer.rest('GET', `/api/machines/${machine.id}/history`);
  expect(rest.body.data.map((row: { patient_id: number }) => row.patient_id)).toEqual([mine.id]);
  const { data } = await viewer.gql('query ($id: ID!) { machine(id: $id) { history { patient { databaseId } } } }', {
    id: String(machine.id),
  });
  expect(data.machine.history).toEqual([{ patient: { databaseId: mine.id } }]);
});

test('location staff sees the devices of its patients wherever the machine is kept, and no other machine of another location', async () => {
  const orgId = await makeOrganization();
  const [here, there] = [
    await make('locations', { org_id: orgId, name: 'Here', country: 'US', is_primary: false }),
    await make('locations', { org_id: orgId, name: 'There', country: 'US', is_primary: false }),
  ];
  const viewer = await asViewer({ orgId, roles: ['location.ep.staff'], locationIds: [here] });
  const [mine, theirs] = [
    await makePatient(orgId, { location_id: here }),
    await makePatient(orgId, { location_id: there }),
  ];
  const [lent, spare] = [
    await makeMachine(orgId, { location_id: there }),
    await makeMachine(orgId, { location_id: there }),
  ];
  await makeHistory(theirs, lent, { start_date: '2026-01-01', end_date: '2026-02-01' });
  await makeHistory(mine, lent, { start_date: '2026-02-01' });
  const rest = await viewer.rest('GET', `/api/patients/${mine.id}/devices`);
  expect(rest.body.data).toMatchObject([{ serial: lent.serial, start_date: '2026-02-01' }]);
  expect((await viewer.rest('GET', `/api/machines/${lent.id}/history`)).body.data).toHaveLength(1);
  expect((await viewer.rest('GET', `/api/patients/${theirs.id}/devices`)).status).toBe(404);
  expect((await viewer.rest('GET', `/api/machines/${spare.id}/history`)).status).toBe(404);
});

test('the statements of a device list do not grow with the number of devices', async () => {
  const viewer = await asViewer();
  const few = await patientWithDevices(viewer.orgId, 2);
  const many = await patientWithDevices(viewer.orgId, 9);
  const asked = async (ask: (who: TestViewer, id: number) => Promise<unknown>) => {
    const first = await countQueries(() => ask(viewer, few.id));
    const second = await countQueries(() => ask(viewer, many.id));
    expect(first.statements).toBeGreaterThan(2);
    expect(second.statements).toBe(first.statements);
  };
  await asked((who, id) => who.rest('GET', `/api/patients/${id}/devices`));
  await asked((who, id) => who.gql(PATIENT, { id: String(id) }));
});

test('the devices of many patients take as many statements as those of one', async () => {
  const viewer = await asViewer();
  const list =
    'query ($first: Int!) { patients(first: $first) { edges { node { hasActiveDevice devices { serial patientName viewerCanAddPin } } } } }';
  for (let index = 0; index < 6; index += 1) await patientWithDevices(viewer.orgId, 2);
  const one = await countQueries(() => viewer.gql(list, { first: 1 }));
  const six = await countQueries(() => viewer.gql(list, { first: 6 }));
  expect(six.result.data.patients.edges).toHaveLength(6);
  expect(six.statements).toBe(one.statements);
});

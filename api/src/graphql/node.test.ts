import { beforeAll, describe, expect, test } from '@jest/globals';
import { countQueries } from '../../test/count-queries.ts';
import {
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makeOrganization,
  makePatient,
  usePortal,
} from '../../test/harness.ts';
import { PERMISSIONS, type Permission } from '../auth/permissions.ts';
import { toGlobalId } from '../shared/node.ts';

usePortal();

let orgId: number;
let ids: Record<string, number>;

beforeAll(async () => {
  orgId = await makeOrganization();
  const [patient, machine] = [await makePatient(orgId), await makeMachine(orgId)];
  const history = await makeHistory(patient, machine);
  const rows = { org_id: orgId, patient_id: patient.id };
  const settings = { ...rows, history_id: history, status: 'current', values: {}, is_edit: false };
  const report = {
    ...rows,
    serial: machine.serial,
    collected: '2026-01-31',
    code: '1',
    codec: 'ic1',
    codec_version: 1,
  };
  const figures = { icode_period: 30, compliant_days: 20, best30: 20, minutes: 300, ahi: 1, sni: 1, leak: 1 };
  const { userId } = await asViewer({ orgId });
  const created = { created_at: new Date() };
  ids = {
    Patient: patient.id,
    Machine: machine.id,
    DeviceHistory: history,
    SettingsRecord: await make('settings_records', { ...settings, ...created }),
    ICodeReport: await make('icode_reports', { ...report, ...figures, ...created, saturated: [], visible_org_ids: [] }),
    Organization: orgId,
    User: userId,
  };
});

/** The permissions of the operation that reads a type otherwise: each alone is enough. */
const ENOUGH: [string, Permission[]][] = [
  ['Patient', ['view.patient', 'viewAny.patient']],
  ['DeviceHistory', ['view.patient', 'viewAny.patient']],
  ['SettingsRecord', ['view.patient', 'viewAny.patient']],
  ['ICodeReport', ['view.patient', 'viewAny.patient']],
  ['Machine', ['org.user.device', 'viewAny.device']],
];
const others = (enough: Permission[]) =>
  PERMISSIONS.filter((permission) => !enough.includes(permission) && permission !== 'support.user.device');

async function read(type: string, can: Permission[]) {
  const viewer = await asViewer({ orgId, can });
  const id = toGlobalId(type, ids[type]!);
  const { data, errors } = await viewer.gql('query ($id: ID!) { node(id: $id) { id __typename } }', { id });
  return errors ? errors[0]!.extensions.code : data.node.__typename;
}

test.each(ENOUGH)('a node of type %s needs the permission to read that type', async (type, enough) => {
  expect(await read(type, others(enough))).toBe('FORBIDDEN');
  for (const permission of enough) expect([permission, await read(type, [permission])]).toEqual([permission, type]);
});

test.each(['Organization', 'User'])('a node of type %s needs only a session', async (type) => {
  expect(await read(type, [])).toBe(type);
});

describe('nodes by their ids', () => {
  const NODES = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id __typename } }';
  const READS: Permission[] = ['view.patient', 'org.user.device'];

  test('come in the order of the ids, also of one that is asked for twice, with one statement for each type', async () => {
    const viewer = await asViewer({ orgId, can: READS });
    const second = toGlobalId('Patient', (await makePatient(orgId)).id);
    const [patient, machine] = [toGlobalId('Patient', ids.Patient!), toGlobalId('Machine', ids.Machine!)];
    const read = (wanted: string[]) => countQueries(() => viewer.gql(NODES, { ids: wanted }));
    const few = await read([patient, machine]);
    const more = await read([second, machine, patient, second]);
    expect(more.result.data.nodes).toEqual([
      { id: second, __typename: 'Patient' },
      { id: machine, __typename: 'Machine' },
      { id: patient, __typename: 'Patient' },
      { id: second, __typename: 'Patient' },
    ]);
    expect(more.statements).toBe(few.statements);
    expect((await viewer.gql(NODES, { ids: [] })).data.nodes).toEqual([]);
  });

  test('are null where the viewer may not see the row, or where there is none', async () => {
    const viewer = await asViewer({ orgId, can: READS });
    const foreign = await makePatient(await makeOrganization());
    const wanted = [foreign.id, ids.Patient!, 999_999_999].map((id) => toGlobalId('Patient', id));
    const { data, errors } = await viewer.gql(NODES, { ids: wanted });
    expect([data.nodes, errors]).toEqual([[null, { id: wanted[1], __typename: 'Patient' }, null], undefined]);
  });

  test('need the permission to read each of their types', async () => {
    const viewer = await asViewer({ orgId, can: ['view.patient'] });
    const wanted = ['Patient', 'Machine'].map((type) => toGlobalId(type, ids[type]!));
    const { errors } = await viewer.gql(NODES, { ids: wanted });
    expect(errors![0]!.extensions.code).toBe('FORBIDDEN');
  });

  test('are at most 100', async () => {
    const viewer = await asViewer({ orgId, can: READS });
    const patient = toGlobalId('Patient', ids.Patient!);
    const most = await viewer.gql(NODES, { ids: Array.from({ length: 100 }, () => patient) });
    expect(most.data.nodes).toHaveLength(100);
    const { errors } = await viewer.gql(NODES, { ids: Array.from({ length: 101 }, () => patient) });
    expect(errors![0]!.extensions).toMatchObject({ code: 'BAD_USER_INPUT', userErrors: [{ field: 'ids' }] });
  });
});

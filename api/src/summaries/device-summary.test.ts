import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import { settingsRow } from '../../test/contract/isolation.fixture.ts';
import {
  admin,
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makeOrganization,
  makePatient,
  usePortalHere,
  type TestViewer,
} from '../../test/harness.ts';
import { wholeList } from '../../test/whole-list.ts';
import { MOST } from './summary-groups.ts';

usePortalHere();

const KEYS = ['MODEL', 'SETTINGS_STATE', 'MONTH'] as const;
type Key = (typeof KEYS)[number];
const SUMMARY = `query ($groupBy: [DeviceSummaryKey!]!, $where: DevicesWhere) { deviceSummary(groupBy: $groupBy, where: $where) {
  groups { model settingsState month devices active states { pending failed void current defaults none } } } }`;
const PAGE = `query ($after: String, $where: DevicesWhere) { devices(first: 20, after: $after, where: $where) {
  pageInfo { hasNextPage endCursor } edges { node { model startDate endDate settingsState } } } }`;

const viewers: Record<string, TestViewer> = {};

beforeAll(async () => {
  const owner = await asViewer();
  const partner = await asViewer();
  const here = await make('locations', { org_id: owner.orgId, name: 'Here', country: 'US', is_primary: false });
  Object.assign(viewers, {
    'an administrator': owner,
    'staff of a location': await asViewer({ orgId: owner.orgId, roles: ['location.ep.admin'], locationIds: [here] }),
    'a user who may not read patients': await asViewer({ orgId: owner.orgId, can: ['org.user.device'] }),
    'a partner': partner,
    support: await asViewer({ kind: 'support' }),
  });
  const elsewhere = await makeOrganization();
  for (let nth = 0; nth < 48; nth += 1) {
    const orgId = nth % 8 === 7 ? elsewhere : owner.orgId;
    const patient = await makePatient(orgId, {
      location_id: orgId === owner.orgId && nth % 2 === 0 ? here : null,
      dme_id: nth % 3 === 0 ? partner.orgId : null,
    });
    const machine = await makeMachine(orgId, { model_id: 1 + (nth % 4) });
    const start = `2026-0${1 + (nth % 5)}-${nth % 2 ? '31' : '01'}`.replace(/-0([24])-31$/, '-0$1-28');
    const history = await makeHistory(patient, machine, {
      start_date: start,
      end_date: nth % 5 === 0 ? '2026-07-01' : null,
    });
    const status = ['pending', 'failed', 'void', 'current', 'defaults', null][Math.floor(nth / 2) % 6];
    if (!status) continue;
    const isEdit = ['pending', 'failed', 'void'].includes(status);
    const columns = { org_id: orgId, patient_id: patient.id, history_id: history, status, is_edit: isEdit };
    await make('settings_records', settingsRow({ ...columns, submitted_at: isEdit ? new Date() : null }));
  }
}, 60_000);

interface Listed {
  model: string;
  startDate: string;
  endDate: string | null;
  settingsState: string;
}

const listed = (viewer: TestViewer, where?: object) => wholeList<Listed>(viewer, PAGE, 'devices', where);

const ORDER = ['PENDING', 'FAILED', 'VOID', 'CURRENT', 'DEFAULTS', 'NONE'];
const VALUE: Record<Key, (row: Listed) => string> = {
  MODEL: ({ model }) => model,
  SETTINGS_STATE: ({ settingsState }) => settingsState,
  MONTH: ({ startDate }) => `${startDate.slice(0, 7)}-01`,
};
const rank = (key: Key, value: string) => (key === 'SETTINGS_STATE' ? String(ORDER.indexOf(value)) : value);

/** The groups of rows of the list, counted row by row. */
function grouped(rows: Listed[], groupBy: readonly Key[]) {
  const groups = Map.groupBy(rows, (row) => groupBy.map((key) => rank(key, VALUE[key](row))).join('\t'));
  if (groupBy.length === 0 && rows.length === 0) groups.set('', []);
  const count = (devices: Listed[], state: string) =>
    devices.filter(({ settingsState }) => settingsState === state).length;
  return [...groups.entries()]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, devices]) => ({
      model: groupBy.includes('MODEL') ? devices[0]!.model : null,
      settingsState: groupBy.includes('SETTINGS_STATE') ? devices[0]!.settingsState : null,
      month: groupBy.includes('MONTH') ? VALUE.MONTH(devices[0]!) : null,
      devices: devices.length,
      active: devices.filter(({ endDate }) => endDate === null).length,
      states: Object.fromEntries(ORDER.map((state) => [state.toLowerCase(), count(devices, state)])),
    }));
}

const BY: Key[][] = [[], ['MODEL'], ['SETTINGS_STATE'], ['MONTH'], ['MODEL', 'SETTINGS_STATE'], ['MONTH', 'MODEL']];
const WHERE: [string, object | undefined][] = [
  ['all devices', undefined],
  ['active devices', { endDate: { isNull: true } }],
  [
    'devices of a model or with a failed change',
    { or: [{ model: { contain: 'auto' } }, { settingsState: { equal: 'FAILED' } }] },
  ],
  ['no devices', { serial: { equal: 'ZZZZZZZZ' } }],
];

describe.each(['an administrator', 'staff of a location', 'a user who may not read patients', 'a partner', 'support'])(
  'as %s',
  (name) => {
    test.each(WHERE)('the groups of %s are those counted over the pages of the list', async (title, where) => {
      const viewer = viewers[name]!;
      const rows = await listed(viewer, where);
      expect(rows.length > 0).toBe(title !== 'no devices');
      for (const groupBy of BY) {
        const { data, errors } = await viewer.gql(SUMMARY, { groupBy, where });
        expect(errors).toBeUndefined();
        expect([groupBy, data.deviceSummary.groups]).toEqual([groupBy, grouped(rows, groupBy)]);
      }
    });
  },
);

test('a filter by patient is refused to a user who may not read patients, as in the list', async () => {
  const variables = { groupBy: ['MODEL'], where: { patient: { contain: 'a' } } };
  const { errors } = await viewers['a user who may not read patients']!.gql(SUMMARY, variables);
  expect(errors).toMatchObject([
    { extensions: { userErrors: [{ field: 'where.patient.contain', code: 'list.filter' }] } },
  ]);
  expect((await viewers['an administrator']!.gql(SUMMARY, variables)).errors).toBeUndefined();
});

test('the price is that of reading every device', async () => {
  const { extensions } = await viewers['an administrator']!.gql(SUMMARY, { groupBy: ['MODEL'] });
  expect(extensions!.cost).toBe(1000 + 1 + 20); // ten groups with one object each
});

test('the same value twice, three values, and more groups or devices than a summary has are refused', async () => {
  const viewer = await asViewer();
  const codeOf = async (groupBy: string[]) =>
    (
      (await viewer.gql(SUMMARY, { groupBy })).errors?.[0]!.extensions.userErrors as { code: string }[] | undefined
    )?.[0]!.code;
  expect(await codeOf(['MODEL', 'MODEL'])).toBe('summary.group_by');
  expect(await codeOf(['MODEL', 'MONTH', 'SETTINGS_STATE'])).toBe('summary.group_by');
  const add = (from: number, to: number) =>
    admin.query(`
      begin;
      set local session_replication_role = replica;
      insert into device_index (history_id, org_id, machine_id, visible_org_ids, start_date, serial, model_id, last_name, search_text)
        select 3000000 + n, ${viewer.orgId}, n, array[${viewer.orgId}], date '1940-01-15' + interval '1 month' * n, 'S' || n, 1, 'L', 's' from generate_series(${from}, ${to}) n;
      insert into device_states (history_id, org_id, patient_id, machine_id, visible_org_ids)
        select 3000000 + n, ${viewer.orgId}, n, n, array[${viewer.orgId}] from generate_series(${from}, ${to}) n;
      commit`);
  await add(1, 1000);
  expect((await viewer.gql(SUMMARY, { groupBy: ['MONTH'] })).data.deviceSummary.groups).toHaveLength(1000);
  const most = jest.replaceProperty(MOST, 'counted', 999);
  expect(await codeOf(['MONTH'])).toBe('summary.too_many_rows');
  most.restore();
  await add(1001, 1001);
  expect(await codeOf(['MONTH'])).toBe('summary.too_many_groups');
});

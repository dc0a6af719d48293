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
  type GraphqlAnswer,
  type TestViewer,
} from '../../test/harness.ts';
import { asToken } from '../../test/token.ts';
import { wholeList } from '../../test/whole-list.ts';
import { MOST } from './summary-groups.ts';

usePortalHere();

const KEYS = ['PROVIDER', 'LOCATION', 'MODEL', 'MONTH', 'STATUS', 'FAILURE', 'SUBMITTER'] as const;
type Key = (typeof KEYS)[number];
const SUMMARY = `query ($groupBy: [SettingsChangeSummaryKey!]!, $where: SettingsChangesWhere) { settingsChangeSummary(groupBy: $groupBy, where: $where) {
  groups { provider { name } location { name } model month status failure submittedBy changes
    statuses { pending current delivered failed void } failures { refused expired deviceEnded } } } }`;
const PAGE = `query ($after: String, $where: SettingsChangesWhere) { settingsChanges(first: 20, after: $after, where: $where) {
  pageInfo { hasNextPage endCursor } edges { node { status failure submittedBy createdAt device { model } patient { provider { name } location { name } } } } } }`;

const viewers: Record<string, TestViewer> = {};
let doctor: number;

/** The changes of one device, oldest first: each after a status that allows it. Midnight UTC is the evening before in New York. */
const CHANGES: { status: string; failure?: string }[] = [
  { status: 'past' },
  { status: 'failed', failure: 'refused' },
  { status: 'failed', failure: 'expired' },
  { status: 'void' },
  { status: 'void', failure: 'device-ended' },
  { status: 'current' },
  { status: 'pending' },
];

beforeAll(async () => {
  const owner = await asViewer();
  await admin.query("update organizations set name = 'Alder Care' where id = $1", [owner.orgId]);
  const partner = await asViewer({ orgId: await makeOrganization('ep', { name: 'Birch Care' }) });
  const here = await make('locations', { org_id: owner.orgId, name: 'Here', country: 'US', is_primary: false });
  Object.assign(viewers, {
    'an administrator': owner,
    'staff of a location': await asViewer({ orgId: owner.orgId, roles: ['location.ep.admin'], locationIds: [here] }),
    'a partner': partner,
    support: await asViewer({ kind: 'support' }),
  });
  doctor = (await asViewer({ orgId: owner.orgId })).userId;
  const elsewhere = await makeOrganization();
  for (let nth = 0; nth < 16; nth += 1) {
    const orgId = nth % 8 === 7 ? elsewhere : owner.orgId;
    const patient = await makePatient(orgId, {
      location_id: orgId === owner.orgId && nth % 2 === 0 ? here : null,
      dme_id: [null, partner.orgId, owner.orgId][nth % 3],
    });
    const machine = await makeMachine(orgId, { model_id: 1 + (nth % 4) });
    const history = await makeHistory(patient, machine, { start_date: '2026-01-01' });
    const columns = { org_id: orgId, patient_id: patient.id, history_id: history };
    for (const [at, { status, failure }] of CHANGES.slice(nth % 3).entries()) {
      const time = `2026-0${1 + at}-01T0${nth % 2 ? 3 : 9}:00:00Z`;
      const by = [
        { submitted_by_id: owner.userId, submitted_by_name: 'Ames, Ann' },
        { submitted_by_id: doctor, submitted_by_name: 'Bell, Bob' },
        { submitted_by_id: null, submitted_by_name: null },
      ][(nth + at) % 3];
      await make(
        'settings_records',
        settingsRow({ ...columns, status, failure, submitted_at: time, created_at: time, ...by }),
      );
    }
    // What a device reported is no change.
    await make('settings_records', settingsRow({ ...columns, status: 'past', is_edit: false }));
  }
}, 60_000);

interface Listed {
  status: string;
  failure: string | null;
  submittedBy: string | null;
  createdAt: string;
  device: { model: string };
  patient: { provider: { name: string } | null; location: { name: string } | null };
}

const monthOf = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York', year: 'numeric', month: '2-digit' });
const VALUE: Record<Key, (row: Listed) => string | null> = {
  PROVIDER: ({ patient }) => patient.provider?.name ?? null,
  LOCATION: ({ patient }) => patient.location?.name ?? null,
  MODEL: ({ device }) => device.model,
  MONTH: ({ createdAt }) => `${monthOf.format(new Date(createdAt))}-01`,
  STATUS: ({ status }) => status,
  FAILURE: ({ failure }) => failure,
  SUBMITTER: ({ submittedBy }) => submittedBy,
};
const ORDER: Partial<Record<Key, string[]>> = {
  STATUS: ['PENDING', 'CURRENT', 'DELIVERED', 'FAILED', 'VOID'],
  FAILURE: ['REFUSED', 'EXPIRED', 'DEVICE_ENDED'],
};
const rank = (key: Key, value: string | null) => (value === null ? '~' : String(ORDER[key]?.indexOf(value) ?? value));

/** The groups of rows of the list, counted row by row. */
function grouped(rows: Listed[], groupBy: readonly Key[]) {
  const groups = Map.groupBy(rows, (row) => groupBy.map((key) => rank(key, VALUE[key](row))).join('\t'));
  if (groupBy.length === 0 && rows.length === 0) groups.set('', []);
  return [...groups.entries()]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, changes]) => {
      const valueOf = (key: Key) => (groupBy.includes(key) ? VALUE[key](changes[0]!) : null);
      const named = (key: Key) => (valueOf(key) === null ? null : { name: valueOf(key) });
      const inStatus = (status: string) => changes.filter((change) => change.status === status).length;
      const because = (failure: string) => changes.filter((change) => change.failure === failure).length;
      return {
        provider: named('PROVIDER'),
        location: named('LOCATION'),
        model: valueOf('MODEL'),
        month: valueOf('MONTH'),
        status: valueOf('STATUS'),
        failure: valueOf('FAILURE'),
        submittedBy: valueOf('SUBMITTER'),
        changes: changes.length,
        statuses: Object.fromEntries(ORDER.STATUS!.map((status) => [status.toLowerCase(), inStatus(status)])),
        failures: {
          refused: because('REFUSED'),
          expired: because('EXPIRED'),
          deviceEnded: because('DEVICE_ENDED'),
        },
      };
    });
}

const BY: Key[][] = [
  [],
  ...KEYS.map((key) => [key]),
  ['MODEL', 'FAILURE'],
  ['SUBMITTER', 'MONTH'],
  ['PROVIDER', 'LOCATION'],
];
const WHERE: [string, object | undefined][] = [
  ['all changes', undefined],
  ['failed changes since a date', { status: { equal: 'FAILED' }, createdAt: { greaterThan: '2026-01-31' } }],
  ['changes of a model', { model: { contain: 'auto' } }],
  ['no changes', { serial: { equal: 'ZZZZZZZZ' } }],
];

describe.each(['an administrator', 'staff of a location', 'a partner', 'support'])('as %s', (name) => {
  test.each(WHERE)('the groups of %s are those counted over the pages of the list', async (title, where) => {
    const viewer = viewers[name]!;
    const rows = await wholeList<Listed>(viewer, PAGE, 'settingsChanges', where);
    expect(rows.length > 0).toBe(title !== 'no changes');
    for (const groupBy of BY) {
      const { data, errors } = await viewer.gql(SUMMARY, { groupBy, where });
      expect(errors).toBeUndefined();
      expect([groupBy, data.settingsChangeSummary.groups]).toEqual([groupBy, grouped(rows, groupBy)]);
    }
  });
});

const ask = (groupBy: string[], who: Pick<TestViewer, 'gql'> = viewers['an administrator']!, where?: object) =>
  who.gql(SUMMARY, { groupBy, where });
const refusalsOf = ({ errors }: GraphqlAnswer) => errors?.map(({ extensions }) => extensions.userErrors);

test('the user who submitted changes is a user only for viewers who may see that user', async () => {
  const query = '{ settingsChangeSummary(groupBy: [SUBMITTER]) { groups { submittedBy submitter { databaseId } } } }';
  const of = async (who: string) => (await viewers[who]!.gql(query)).data.settingsChangeSummary.groups;
  const named = (submittedBy: string | null, databaseId: number | null) => ({
    submittedBy,
    submitter: databaseId && { databaseId },
  });
  const ann = viewers['an administrator']!.userId;
  expect(await of('an administrator')).toEqual([
    named('Ames, Ann', ann),
    named('Bell, Bob', doctor),
    named(null, null),
  ]);
  expect(await of('a partner')).toEqual([named('Ames, Ann', null), named('Bell, Bob', null), named(null, null)]);
});

describe('what is refused', () => {
  test.each([[['MODEL', 'MODEL']], [['MODEL', 'MONTH', 'STATUS']]])('grouping by %j', async (groupBy) => {
    expect(refusalsOf(await ask(groupBy))).toMatchObject([[{ field: 'groupBy', code: 'summary.group_by' }]]);
  });

  test('more changes than 50,000, with what to narrow', async () => {
    expect(MOST.changes).toBe(50_000);
    const [{ changes }] = (await ask([])).data.settingsChangeSummary.groups;
    const most = jest.replaceProperty(MOST, 'changes', changes);
    expect((await ask([])).errors).toBeUndefined();
    most.replaceValue(changes - 1);
    const message = `A summary has at most ${changes - 1} settings changes. Choose fewer days, a model or a status.`;
    expect(refusalsOf(await ask(['MODEL']))).toEqual([[{ field: 'where', code: 'summary.too_many_changes', message }]]);
    most.restore();
  });

  test('a token without the scopes of patients', async () => {
    const owner = viewers['an administrator']!;
    const [some, none] = [await asToken(owner, ['view.patient']), await asToken(owner, ['viewAny.device'])];
    expect((await ask([], some)).errors).toBeUndefined();
    expect((await ask([], none)).errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
  });
});

test('the price is that of reading every change', async () => {
  const query = '{ settingsChangeSummary(groupBy: [MODEL]) { groups { changes } } }';
  expect((await viewers['an administrator']!.gql(query)).extensions!.cost).toBe(1000 + 1 + 10);
});

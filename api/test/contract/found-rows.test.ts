import { raw } from '@mikro-orm/core';
import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { findSession } from '../../src/sign-in/session-read.ts';
import { hashSessionId } from '../../src/sign-in/session-read.ts';
import { DeviceHistory } from '../../src/device-history/device-history.entity.ts';
import { devicesList, devicesWithHoldersList } from '../../src/device-index/device-index.list.ts';
import type { Machine } from '../../src/machines/machine.entity.ts';
import { machinesList, machinesWithHoldersList } from '../../src/machines/machines.list.ts';
import { patientsList } from '../../src/patients/patients.list.ts';
import { connection, type ListArgs } from '../../src/shared/connection.ts';
import { Context } from '../../src/shared/context.ts';
import { escapeLike } from '../../src/shared/list-text.ts';
import { CONDITIONS } from '../../src/shared/list.rules.ts';
import type { AnyList, ListDefinition } from '../../src/shared/list.ts';
import { plainText } from '../../src/shared/text.rules.ts';
import { settingsRow } from './isolation.fixture.ts';
import {
  admin,
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makeOrganization,
  makePatient,
  running,
  type Ref,
  type TestViewer,
  usePortalHere,
} from '../harness.ts';
import { asResolved, whereOf, type Documented } from '../where.ts';

// How a list finds its rows may not change which rows it finds: the index of the devices, the names of providers and
// models that are looked up, and the pairs of letters, against the same lists that read the rows and their relations.

usePortalHere();

const RUNS = 80;

const like = (text: string) => ({ $ilike: `%${escapeLike(text)}%` });
const has = (condition: string) => (row: string) =>
  `exists (select from device_states s where s.history_id = ${row}.id and ${condition})`;
const { last_connection: connected, settings_state: state } = devicesList.columns;

/** The lists without what finds their rows faster. */
const PLAIN: Record<string, AnyList<object>> = {
  devices: {
    ...devicesWithHoldersList,
    entity: DeviceHistory,
    index: undefined,
    columns: {
      ...devicesWithHoldersList.columns,
      serial: { type: 'text', property: 'machine.serial' },
      model: { type: 'text', property: 'machine.machineModel.name' },
      patient: { type: 'text', property: 'patient.lastName' },
      last_connection: {
        ...connected!,
        rowsWhere: (condition, date, row, zone) =>
          connected!.rowsWhere!(condition, date, 'i', zone).replaceAll('i.history_id', `${row}.id`),
      },
      settings_state: {
        ...state!,
        rowsOf: (choice, row) => has(`s.settings_state = '${choice}'`)(row),
        rowsExcept: undefined,
      },
    },
    search: (word: string) => ({
      $or: [{ machine: { serial: like(plainText(word)) } }, { patient: { searchText: like(plainText(word)) } }],
    }),
  } as ListDefinition<DeviceHistory>,
  machines: {
    ...machinesWithHoldersList,
    columns: {
      ...machinesList.columns,
      serial: { type: 'text', property: 'serial', sortBy: 'serial' },
      model: { type: 'text', property: 'machineModel.name', sortBy: 'modelName' },
      provider: { type: 'text', property: 'organization.name', sortBy: 'providerKey' },
      patient: machinesWithHoldersList.columns.patient!,
      patient_name: machinesWithHoldersList.columns.patient_name!,
    },
    search: (word: string) => ({
      [raw(
        (m) => `(${m}.serial ilike ? or ${m}.id::text = ?
          or exists (select from organizations o join organization_types t on t.id = o.type_id where o.id = ${m}.org_id and t.kind = 'ep' and plain_text(o.name) like ?)
          or exists (select from device_history h join patients p on p.id = h.patient_id
                      where h.machine_id = ${m}.id and h.end_date is null and ' ' || p.search_text ilike ?))`,
        [
          like(word).$ilike,
          /^-?\d{1,10}$/.test(word) ? String(Number(word)) : '',
          like(plainText(word)).$ilike,
          // One or two letters begin a word of the patient (decisions/042).
          [...plainText(word)].length <= 2
            ? like(plainText(word)).$ilike.replace('%', '% ')
            : like(plainText(word)).$ilike,
        ],
      )]: [],
    }),
  } as ListDefinition<Machine>,
  patients: {
    ...patientsList,
    columns: { ...patientsList.columns, provider: { type: 'text', property: 'provider.name' } },
  } as unknown as AnyList<object>,
};
const FAST: Record<string, AnyList<object>> = {
  devices: devicesWithHoldersList,
  machines: machinesWithHoldersList,
  patients: patientsList,
} as never;

/** A context for each read: the statements of one operation share ten seconds. */
const viewers: Record<string, () => Context> = {};

async function contextsOf({ sessionId }: TestViewer): Promise<() => Context> {
  const session = await findSession(running().app, hashSessionId(sessionId!));
  return () => new Context(running().app, { sessionHash: null } as never, session!.viewer, 'en');
}

const NAMES = ['Álvarez', 'Quill', 'Øre', "O'Neil", 'Strauß', 'A% _b'];

beforeAll(async () => {
  for (const list of Object.values(PLAIN)) (running().app.lists as Set<object>).add(list);
  const orgId = await makeOrganization('ep', { name: 'Northside' });
  const partner = await makeOrganization('ep', { name: 'Norwood 50%' });
  const outsider = await makeOrganization('ep', { name: 'Harbor' });
  const place = (name: string) => make('locations', { org_id: orgId, name, country: 'US', is_primary: false });
  const [here, there] = [await place('here'), await place('there')];
  const patients: (Ref & { id: number })[] = [];
  for (let nth = 0; nth < 24; nth++) {
    const patient = await makePatient(nth % 6 === 5 ? outsider : orgId, {
      last_name: NAMES[nth % NAMES.length],
      first_name: `F${nth}`,
      email: nth % 3 ? `f${nth}@example.test` : null,
      location_id: nth % 6 === 5 ? null : [here, there, null][nth % 3],
      dme_id: nth % 4 === 1 ? partner : nth % 4 === 2 ? orgId : null,
    });
    patients.push(patient);
    // Two consecutive assignments; the second machine may belong to an organization whose name the viewer does not see.
    for (const [start_date, end_date] of [
      ['2025-01-01', '2025-06-01'],
      ['2026-01-01', null],
    ]) {
      const machine = await makeMachine(nth % 5 ? patient.orgId : outsider, {
        serial: `${['AB', 'B1', 'Z9'][nth % 3]}${start_date!.slice(2, 4)}000${String(nth).padStart(2, '0')}`,
        model_id: 1 + (nth % 6),
      });
      const history_id = await makeHistory(patient, machine, { start_date, end_date });
      const ids = { org_id: patient.orgId, patient_id: patient.id };
      const status = ['current', 'pending', 'failed', 'void', 'defaults'][nth % 7];
      if (status)
        await make(
          'settings_records',
          settingsRow({ ...ids, history_id, status, is_edit: !['current', 'defaults'].includes(status) }),
        );
      if (nth % 2)
        await make('connections', {
          ...ids,
          machine_org_id: nth % 5 ? patient.orgId : outsider,
          machine_id: machine.id,
          start_time: `2026-02-${String(1 + nth).padStart(2, '0')}T02:00:00Z`,
        });
    }
  }
  // What the index repeats has changed since.
  await admin.query(`update patients set last_name = 'Renamed', email = 'new@example.test' where id = $1`, [
    patients[0]!.id,
  ]);
  await admin.query(`update patients set location_id = $1 where id = $2`, [there, patients[2]!.id]);
  await admin.query(`update patients set dme_id = $1 where id = $2`, [partner, patients[3]!.id]);
  await admin.query(`update device_history set end_date = '2026-03-01' where patient_id = $1 and end_date is null`, [
    patients[4]!.id,
  ]);
  await admin.query(`update machines set serial = 'NEW00001', model_id = 6 where serial = 'AB2600006'`);
  viewers.staff = await contextsOf(await asViewer({ orgId }));
  viewers.partner = await contextsOf(await asViewer({ orgId: partner }));
  viewers.limited = await contextsOf(await asViewer({ orgId, roles: ['location.ep.staff'], locationIds: [here] }));
  viewers.support = await contextsOf(await asViewer({ kind: 'support' }));
}, 120_000);

const WORDS = [
  'a',
  'b',
  'b1',
  'b2',
  'ab',
  '26',
  '0',
  'AB26',
  '2600',
  'álv',
  'oneil',
  "o'n",
  'strauss',
  'øre',
  '%',
  '_',
  '50%',
  'new',
  'renamed',
  'qq',
  '@ex',
];
const TEXTS = [
  'a',
  'r',
  'b1',
  '6',
  'AB',
  'AB2600000',
  'North',
  'Nor',
  '50%',
  '%',
  'Harbor',
  'Luna',
  'Luna G3',
  '30T',
  'Quill',
  'uil',
  'zzyzx',
];
const VALUES = {
  text: TEXTS,
  integer: ['1', '5', '12', '40'],
  date: ['2025-01-01', '2026-01-01', '2026-02-03', '2026-02-20', '2026-03-01'],
  boolean: ['true', 'false'],
};

/** The plain list joins the owner of a machine, and so loses the machines whose owner is hidden: tested below. */
const loses = (list: string, field: string) => list === 'machines' && field === 'provider';
const NEGATIONS = ['not_contain', 'not_equal', 'is_null'];

const filterOf = (list: string) =>
  fc
    .constantFrom(...Object.entries(FAST[list]!.columns).filter(([, column]) => column.isFilter !== false))
    .chain(([field, { type, choices }]) =>
      fc.record({
        field: fc.constant(field),
        condition: fc.constantFrom(
          ...CONDITIONS[type].filter((condition) => !loses(list, field) || !NEGATIONS.includes(condition)),
        ),
        value: fc.constantFrom(...(choices ?? VALUES[type as keyof typeof VALUES])),
      }),
    );

const argsOf = (list: string) =>
  fc.record({
    search: fc.option(fc.uniqueArray(fc.constantFrom(...WORDS), { maxLength: 2 }).map((words) => words.join(' '))),
    filters: fc.array(filterOf(list), { maxLength: 2 }),
    orderBy: fc.constantFrom(
      ...Object.entries(FAST[list]!.columns).flatMap(([name, { sortBy }]) => (sortBy ? [name] : [])),
    ),
    orderDir: fc.constantFrom('ASC', 'DESC'),
    size: fc.integer({ min: 1, max: 7 }),
    by: fc.constantFrom('page 1', 'page 2', 'first', 'last'),
  });

interface Asked {
  size: number;
  by: string;
  search: string | null;
  filters: Documented[];
  orderBy: string;
  orderDir: 'ASC' | 'DESC';
}

/** Everything that a client sees of a list but the cells, which are read from the row in either case: two pages of it. */
async function read(ctx: Context, list: AnyList<object>, { size, by, search, filters, orderBy, orderDir }: Asked) {
  const where = whereOf(list.columns, filters, asResolved);
  const query = { search, where, orderBy: { field: orderBy, direction: orderDir } };
  const page = (args: object) => connection(ctx, list, { ...query, ...args } as ListArgs);
  return ctx.run('read', async () => {
    const first = await page(
      by === 'last' ? { last: size } : { first: size, ...(by.startsWith('page') && { page: Number(by.at(-1)) }) },
    );
    const { startCursor, endCursor } = first.pageInfo;
    const next = by === 'first' ? { first: size, after: endCursor } : { last: size, before: startCursor };
    const pages = by.startsWith('page') || !endCursor ? [first] : [first, await page(next)];
    const seen = pages.map(({ edges, pageInfo }) => ({
      edges: edges.map(({ cursor, node }) => [cursor, (node as { id: number }).id, node.constructor.name]),
      pageInfo,
    }));
    return JSON.stringify({ seen, matching: await first.counts.matching(), all: await first.counts.all() });
  });
}

test.each(Object.keys(PLAIN))(
  '%s: the same rows, cursors, pages and counts as without index, lookup and pairs',
  async (list) => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...Object.keys(viewers)), argsOf(list), async (who, args) => {
        const fast = await read(viewers[who]!(), FAST[list]!, args);
        expect(fast).toBe(await read(viewers[who]!(), PLAIN[list]!, args));
        if (!fast.includes('"edges":[]')) found += 1;
      }),
      { numRuns: RUNS, seed: 7 },
    );
    expect(found).toBeGreaterThan(RUNS / 6);
  },
  120_000,
);

/** The number of rows of a list that meet one filter. */
async function rows(who: string, list: string, field: string, condition: string, value: string): Promise<number> {
  const ctx = viewers[who]!();
  return ctx.run('read', async () => {
    const page = await connection(ctx, FAST[list]!, {
      where: whereOf(FAST[list]!.columns, [{ field, condition, value }]),
    });
    return (await page.counts.matching()).rows;
  });
}

test('a machine whose owner the viewer does not see has no provider, and meets each negation', async () => {
  const machines = (condition: string, value = '') => rows('staff', 'machines', 'provider', condition, value);
  // 40 machines of the viewer's patients; 8 of them belong to an organization that the viewer does not work with.
  expect(await machines('is_not_null')).toBe(32);
  expect(await machines('is_null')).toBe(8);
  expect(await machines('contain', 'north')).toBe(32);
  expect(await machines('not_contain', 'north')).toBe(8);
  expect(await machines('contain', 'harbor')).toBe(0);
  expect(await machines('not_contain', 'harbor')).toBe(40);
  expect(await machines('not_equal', 'Northside')).toBe(8);
});

// The ids of Northside, Norwood and Harbor are consecutive: a negation that names the first and the last keeps the one between.
test.each([
  ['staff', 'is_null', '', 9],
  ['staff', 'is_not_null', '', 11],
  ['staff', 'contain', 'nor', 11],
  ['staff', 'not_contain', 'nor', 9],
  ['staff', 'equal', 'Norwood 50%', 5],
  ['staff', 'not_equal', 'Norwood 50%', 15],
  ['staff', 'not_equal', 'Northside', 14],
  ['staff', 'not_contain', 'zzyzx', 20],
  ['support', 'contain', 'h', 6],
  ['support', 'not_contain', 'h', 18],
])('%s find patients whose provider meets %s %s', async (who, condition, value, count) => {
  expect(await rows(who, 'patients', 'provider', condition, value)).toBe(count);
});

test.each([
  ['Z', 8],
  ['Z9', 8],
  ['Z92', 8],
  ['Z926', 4],
  ['92', 8],
  ['92600', 4],
])('a machine is found by the letters %s of its serial number', async (letters, count) => {
  expect(await rows('staff', 'machines', 'serial', 'contain', letters)).toBe(count);
});

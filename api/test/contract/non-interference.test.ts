import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { machinesList } from '../../src/machines/machines.list.ts';
import { patientsList } from '../../src/patients/patients.list.ts';
import type { ListDefinition } from '../../src/shared/list.ts';
import { CONDITIONS } from '../../src/shared/list.rules.ts';
import {
  asViewer,
  makeHistory,
  makeMachine,
  makeOrganization,
  makePatient,
  type TestViewer,
  usePortal,
} from '../harness.ts';

usePortal();

const EXPRESSIONS = 200;
const AT_ONCE = 10;
const VALUES = {
  integer: ['1', '3', '7'],
  date: ['1950-01-01', '2026-01-15', '2026-03-01'],
  boolean: ['true', 'false'],
  text: ['a', 'Quill', 'quill', '1', 'example', 'North', '%', '_', 'Z'],
};

function tables<T extends object>(path: string, { columns }: ListDefinition<T>): fc.Arbitrary<string> {
  const filter = fc
    .constantFrom(...Object.entries(columns))
    .chain(([name, { type, choices }]) =>
      fc
        .tuple(fc.constantFrom(...CONDITIONS[type]), fc.constantFrom(...(type === 'choice' ? choices! : VALUES[type])))
        .map(([condition, value]) => [`${name}[${condition}]`, value] as const),
    );
  const sortable = Object.keys(columns).filter((name) => columns[name]!.sortBy);
  return fc
    .record({
      filters: fc.uniqueArray(filter, { maxLength: 3, selector: ([key]) => key }),
      searchTerm: fc.option(fc.constantFrom(...VALUES.text)),
      orderBy: fc.constantFrom(...sortable),
      orderDir: fc.constantFrom('asc', 'desc'),
      limit: fc.constantFrom('1', '3', '50'),
    })
    .map(
      ({ filters, searchTerm, ...query }) =>
        `${path}?${new URLSearchParams([...Object.entries(query), ...(searchTerm ? [['searchTerm', searchTerm]] : []), ...filters.map((pair) => [...pair])])}`,
    );
}

/** A few patients, machines and assignments of an organisation, much like those of any other. */
async function populate(orgId: number): Promise<void> {
  const provider = await makeOrganization('ep', { name: `North ${orgId}` });
  for (let index = 0; index < 6; index++) {
    const patient = await makePatient(orgId, {
      last_name: ['Quill', 'Zorn', 'Abel'][index % 3],
      dme_id: index % 2 ? provider : null,
      email: index % 3 ? `quill${index}@example.test` : null,
      therapy_start: index % 2 ? '2026-01-15' : null,
      birth_date: index % 4 ? '1950-01-01' : null,
    });
    await makeHistory(patient, await makeMachine(index % 2 ? orgId : provider), {
      end_date: index % 3 ? null : '2026-02-01',
    });
  }
}

test(`${EXPRESSIONS} random searches, filters and orders answer the same, totals included, whether or not another organisation has rows`, async () => {
  const viewer: TestViewer = await asViewer();
  await populate(viewer.orgId);
  const paths = fc.sample(
    fc.oneof(tables('/api/patients/datatable', patientsList), tables('/api/machines/datatable', machinesList)),
    { numRuns: EXPRESSIONS, seed: 4716 },
  );
  const answers = async () => {
    const read: string[] = [];
    for (let start = 0; start < paths.length; start += AT_ONCE) {
      read.push(
        ...(await Promise.all(
          paths.slice(start, start + AT_ONCE).map(async (path) => (await viewer.rest('GET', path)).text),
        )),
      );
    }
    return read;
  };
  const alone = await answers();
  for (let stranger = 0; stranger < 3; stranger++) await populate(await makeOrganization());
  const among = await answers();
  paths.forEach((path, index) => expect([path, among[index]]).toEqual([path, alone[index]]));
  expect(alone.filter((text) => text.includes('"total":0')).length).toBeLessThan(EXPRESSIONS * 0.9);
  expect(alone.filter((text) => !text.includes('"data"'))).toEqual([]);
}, 60_000);

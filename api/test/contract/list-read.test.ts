import { beforeAll, expect, test } from '@jest/globals';
import { countQueries } from '../count-queries.ts';
import { asViewer, makeOrganization, makePatient, usePortal, type TestViewer } from '../harness.ts';

usePortal();

let viewer: TestViewer;
beforeAll(async () => {
  viewer = await asViewer();
  const provider = await makeOrganization('ep', { name: 'Northern Sleep' });
  for (const dme_id of [provider, provider, null]) await makePatient(viewer.orgId, { dme_id });
});

const NORTHERN = 'where: { provider: { contain: "Northern" } }';
const asked = (fields: string) => () => viewer.gql(`{ patients(${NORTHERN}) { ${fields} edges { cursor } } }`);

test('the values of a filter are looked up once for the rows of a page and their number', async () => {
  const rows = await countQueries(asked(''));
  const both = await countQueries(asked('totalCount'));
  expect(both.result.data.patients).toMatchObject({ totalCount: 2, edges: [{}, {}] });
  expect(both.statements).toBe(rows.statements + 1);
});

test('the number before search and filters has none of the condition of the rows', async () => {
  const { data } = await asked('totalCount unfilteredCount')();
  expect(data.patients).toMatchObject({ totalCount: 2, unfilteredCount: 3 });
});

test('a table of REST counts the rows of its filter and of the whole list', async () => {
  const { body } = await viewer.rest('GET', '/api/patients/datatable?filters[provider][contain]=Northern');
  expect(body).toMatchObject({ total: 2 });
  expect(body.data).toHaveLength(2);
});

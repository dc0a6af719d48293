import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openDatabase, type Database } from '../../src/db/orm.ts';
import { withPrincipal, type Principal } from '../../src/db/principal.ts';
import { prepared } from '../../src/shared/prepared.ts';
import { admin, asViewer, makePatient, running, usePortal, type TestViewer } from '../harness.ts';

usePortal();

const MOVE = prepared('update patients set city = ? where id = ? returning city');
const STATEMENTS = "select statement from pg_prepared_statements where statement like 'update patients set city%'";

let viewer: TestViewer;
let patientId: number;
let db: Database;
beforeAll(async () => {
  viewer = await asViewer();
  ({ id: patientId } = await makePatient(viewer.orgId));
  db = await openDatabase(running().app.db.logins, { org: 1 });
});
afterAll(() => db.close());

const principal = (): Principal => ({ kind: 'org', orgId: viewer.orgId, userId: viewer.userId, locationIds: null });

test('a statement that writes and was declared is prepared from its second use on, whatever its values are', async () => {
  for (const city of ["O'Fallon?", '$1', '\\', 'Ithaca'])
    expect(await withPrincipal(db, principal(), 'write', (em) => em.execute(MOVE, [city, patientId]))).toEqual([
      { city },
    ]);
  expect(await withPrincipal(db, principal(), 'read', (em) => em.execute(STATEMENTS))).toEqual([
    { statement: 'update patients set city = $1 where id = $2::int returning city' },
  ]);
});

test('a declared statement that fails undoes its transaction, and the next one runs', async () => {
  const other = await makePatient((await asViewer()).orgId, { city: 'Utica' });
  const failed = withPrincipal(db, principal(), 'write', async (em) => {
    await em.execute(MOVE, ['Rome', patientId]);
    await em.execute(MOVE, ['Rome', 'no number']);
  });
  await expect(failed).rejects.toMatchObject({ code: '22P02' });
  expect(await withPrincipal(db, principal(), 'write', (em) => em.execute(MOVE, ['Troy', patientId]))).toEqual([
    { city: 'Troy' },
  ]);
  // Row-level security is that of any statement: another organization's patient is not found.
  expect(await withPrincipal(db, principal(), 'write', (em) => em.execute(MOVE, ['Rome', other.id]))).toEqual([]);
  expect((await admin.query('select city from patients where id = $1', [other.id])).rows).toEqual([{ city: 'Utica' }]);
});

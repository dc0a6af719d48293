import { expect, test } from '@jest/globals';
import { admin, asViewer, make, makePatient, running, usePortal } from '../../test/harness.ts';
import { withPrincipal, type TransactionMode, type Principal } from './principal.ts';

usePortal();

const run = (principal: Principal, mode: TransactionMode, sql: string) =>
  withPrincipal(running().app.db, principal, mode, (em) => em.execute<Record<string, unknown>[]>(sql));

test('a transaction for reading refuses to write, one for writing writes', async () => {
  const { orgId, userId } = await asViewer();
  const staff: Principal = { kind: 'org', orgId, userId, locationIds: null };
  const patient = await makePatient(orgId, { note: 'before' });
  const change = `update patients set note = 'after' where id = ${patient.id}`;
  const note = async () => (await admin.query('select note from patients where id = $1', [patient.id])).rows[0].note;
  await expect(run(staff, 'read', change)).rejects.toMatchObject({ code: '25006' });
  expect(await note()).toBe('before');
  await run(staff, 'write', change);
  expect(await note()).toBe('after');
});

test('staff limited to locations read only the patients of these locations; without any location, none', async () => {
  const { orgId, userId } = await asViewer();
  const [here, there] = [
    await make('locations', { org_id: orgId, name: 'here', country: 'US', is_primary: false }),
    await make('locations', { org_id: orgId, name: 'there', country: 'US', is_primary: false }),
  ];
  const near = await makePatient(orgId, { location_id: here });
  const far = await makePatient(orgId, { location_id: there });
  const nowhere = await makePatient(orgId);
  const seen = async (locationIds: number[] | null) =>
    (await run({ kind: 'org', orgId, userId, locationIds }, 'read', 'select id from patients order by id')).map(
      ({ id }) => id,
    );
  expect(await seen(null)).toEqual([near.id, far.id, nowhere.id]);
  expect(await seen([here])).toEqual([near.id]);
  expect(await seen([here, there])).toEqual([near.id, far.id]);
  expect(await seen([])).toEqual([]);
});

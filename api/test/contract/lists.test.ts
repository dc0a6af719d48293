import { beforeAll, describe, expect, test } from '@jest/globals';
import { admin, asViewer, makeMachine, makePatient, running, usePortal } from '../harness.ts';
import type { Viewer } from '../../src/auth/viewer.ts';
import { deviceList } from '../../src/device-index/device-index.list.ts';
import { machinesList } from '../../src/machines/machines.list.ts';
import { patientsList } from '../../src/patients/patients.list.ts';
import { usersList } from '../../src/users/users.list.ts';
import { escapeLike, plainText, type ListDefinition } from '../../src/shared/list.ts';

usePortal();

const viewer = { orgId: 0, can: () => true } as unknown as Viewer;
const lists = [
  patientsList,
  machinesList,
  deviceList(viewer),
  usersList(viewer),
] as unknown as ListDefinition<object>[];
const sorts = lists.flatMap((definition) =>
  Object.values(definition.columns).flatMap(({ sortBy }) =>
    sortBy ? [[definition.entity.name, sortBy, definition] as const] : [],
  ),
);

let orgId: number;
beforeAll(async () => {
  ({ orgId } = await asViewer());
  await makePatient(orgId);
  await makeMachine(orgId);
});

describe.each(sorts)('%s by %s', (_name, property, definition) => {
  test.each(['asc', 'desc'])('%s is read from an index, under row-level security too', async (direction) => {
    const meta = running().app.db.main.getMetadata().get(definition.entity);
    const { fieldNames, nullable } = meta.properties[property as never] as { fieldNames: string[]; nullable?: boolean };
    const nulls = nullable ? (direction === 'asc' ? 'nulls first' : 'nulls last') : '';
    const order = property === 'id' ? `id ${direction}` : `${fieldNames[0]} ${direction} ${nulls}, id ${direction}`;
    await admin.query('begin');
    try {
      await admin.query(
        'set local role airlog_org; set local enable_seqscan = off; set local enable_bitmapscan = off; set local enable_sort = off',
      );
      await admin.query("select set_config('app.org_id', $1, true)", [String(orgId)]);
      const { rows } = await admin.query<{ 'QUERY PLAN': string }>(
        `explain select id from ${meta.tableName} order by ${order} limit 50`,
      );
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).not.toMatch(/-> +Sort/); // an incremental sort behind an index reads a page's rows only
      expect(plan).toContain('Index');
    } finally {
      await admin.query('rollback');
    }
  });
});

test('text is searched without case and accents, on both sides alike', async () => {
  for (const text of ['Álvarez', 'ÑANDÚ', 'Müller', 'François', "O'Neil", 'plain']) {
    const { rows } = await admin.query<{ plain: string }>('select plain_text($1) as plain', [text]);
    expect(rows[0]!.plain).toBe(plainText(text));
  }
});

test('wildcards of LIKE are escaped', () => {
  expect(escapeLike('100%_\\')).toBe('100\\%\\_\\\\');
});

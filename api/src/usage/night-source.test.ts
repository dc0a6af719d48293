import { expect, test } from '@jest/globals';
import { admin, usePortal } from '../../test/harness.ts';
import { compareSources, NIGHT_SOURCES } from './night-source.rules.ts';

usePortal();

/** "Priority of data: wireless, then SD card, then QR+" (DESIGN, section 7). */
const ORDER = ['wireless', 'sd', 'qr'] as const;

test('nights of several sources count in the order wireless, SD card, QR+', () => {
  expect(NIGHT_SOURCES).toEqual(ORDER);
  for (const [nth, one] of ORDER.entries())
    for (const [other, two] of ORDER.entries())
      expect([one, two, Math.sign(compareSources(one, two))]).toEqual([one, two, Math.sign(nth - other)]);
});

test('the database knows the same sources in the same order, and no other one', async () => {
  const { rows } = await admin.query<{ source: string; priority: number }>(
    'select source, night_priority(source) as priority from unnest($1::text[]) source order by priority',
    [[...ORDER].reverse()],
  );
  expect(rows.map(({ source }) => source)).toEqual(ORDER);
  const { rows: checks } = await admin.query<{ definition: string }>(
    `select pg_get_constraintdef(oid) as definition from pg_constraint
      where conrelid = 'usage_nights'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%source%'`,
  );
  const named = checks.flatMap(({ definition }) => [...definition.matchAll(/'(\w+)'/g)].map(([, name]) => name!));
  expect([...new Set(named)].sort()).toEqual([...ORDER].sort());
});

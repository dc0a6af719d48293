import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { statementName } from './statement-name.ts';

test.each([
  [
    'select "p0".* from "patients" as "p0" left join "locations" as "l1" on true where "p0"."id" = 7',
    'select patients, locations',
  ],
  [
    "insert into audit_log (org_id, ip) select 1, 'x' from json_to_recordset($1::json) as line",
    'insert audit_log, json_to_recordset',
  ],
  ['update "users" set "locale" = $1 where id = $2', 'update users'],
  ['insert into counters (key) values ($1) on conflict (key) do update set points = 1', 'insert counters'],
  ['delete from only public.sessions where expires_at < now()', 'delete sessions'],
  [
    'with old as (select id from a for update of a skip locked) select extract(epoch from now()) from old',
    'with a, old',
  ],
  ['select a from b where c is distinct from d', 'select b'],
  ['select public.enqueue_job($1, $2::jsonb, $3, null)', 'select enqueue_job'],
  ['copy (select name from patients) to stdout', 'copy patients'],
  ['select 1 from a join b on true join c on true join d on true join e on true', 'select a, b, c, d'],
  ['commit', 'commit'],
  ["do $$ begin raise exception 'Canary' ; end $$", 'do'],
  ['Canary of something', 'statement'],
])('%s', (text, name) => {
  expect(statementName(text)).toBe(name);
});

test('a value that is written into a statement is no part of its name', () => {
  fc.assert(
    fc.property(fc.string(), (value) => {
      const literal = `'from Canary join ${value.replaceAll("'", "''")} from Canary'`;
      expect(statementName(`select a from b where c = ${literal} and d`)).toBe('select b');
    }),
  );
});

import { describe, expect, test } from '@jest/globals';
import { versionFaults } from '../scripts/schema/two-versions.ts';
import { keptSignatures } from '../scripts/schema/signatures.ts';

// What nodes of the version before need of a migration and of the functions, while they run next to a later one.

const faults = (sql: string, name = '113-new') => versionFaults([{ name, sql }]);
const SAY = 'Say which versions still work: "-- oldest: VERSION"';

describe('a migration', () => {
  test.each([
    'create table a (id int primary key, b text not null, unique (b)); create index a_b on a (b)',
    'create table if not exists a (id int); alter table a enable row level security; create unique index on a (id)',
    'alter table patients add note text',
    "alter table patients add column note text not null default ''",
    'alter table patients alter note drop not null, alter other drop default',
    'alter table patients drop constraint old_rule',
    'drop policy org on patients; create policy org on patients for select to airlog_org using (true)',
    '-- drop table patients: not yet',
    '-- concurrently\ncreate index concurrently patients_note on patients (note);',
    '-- oldest: 7\nalter table patients drop column note',
    '-- oldest: 1\nalter table patients rename constraint a to b',
  ])('that only adds, or says which versions work, is no fault: %s', (sql) => {
    expect(faults(sql)).toEqual([]);
  });

  test.each([
    ['drop table patients', 'drops what earlier versions may use'],
    ['drop function if exists f(int)', 'drops what earlier versions may use'],
    ['alter table patients drop column note', 'drops what earlier versions may use'],
    ['alter table only patients\n  drop note', 'drops a column'],
    ['alter table patients rename note to remark', 'renames what earlier versions use'],
    ['alter table patients alter column note type varchar(9)', 'changes the type of a column'],
    ['alter table patients alter note set data type int', 'changes the type of a column'],
    ['ALTER TABLE patients ALTER note SET NOT NULL', 'refuses rows that earlier versions may write'],
    ['alter table patients add note text not null', 'adds a column that earlier versions do not fill'],
    ["alter table patients add constraint c check (note <> '')", 'refuses rows that earlier versions may write'],
    ['revoke select on patients from airlog_org', 'takes a right away'],
    ['alter table patients drop note -- oldest: 7', 'drops a column'],
  ])('that takes something away says so: %s', (sql, what) => {
    expect(faults(sql)).toEqual([`The migration 113-new ${what}. ${SAY} (decisions/163).`]);
  });

  test.each([
    'create index patients_note on patients (note)',
    'create table a (id int); create unique index if not exists patients_note\n on public.patients (note)',
    '-- oldest: 7\nalter table patients add constraint one unique (note)',
  ])('never locks a table while it builds an index of it: %s', (sql) => {
    expect(faults(sql)).toEqual([
      expect.stringContaining('The migration 113-new builds an index of patients while no one can write to it'),
    ]);
  });

  test.each([
    ['create index concurrently a on patients (note)', 'lacks the line "-- concurrently"'],
    ['-- concurrently\nselect 1', 'has only "create index concurrently NAME on …", not: select 1'],
  ])('builds indexes concurrently in a file of its own: %s', (sql, fault) => {
    expect(faults(sql)).toEqual([expect.stringContaining(fault)]);
  });

  test('from before these rules is as it is', () => {
    expect(faults('drop table patients', '112-old')).toEqual([]);
    expect(faults('drop table patients', '113-new')).toHaveLength(1);
  });
});

describe('a function that code may call', () => {
  const [F, G] = ['airlog_org: f(id integer) text', 'PUBLIC: g() integer'];
  const list = `${G}\n${F}\n`;

  test('may be new', () => {
    expect(keptSignatures(`${F}\n`, list, [])).toEqual({ list, faults: [] });
  });

  test.each([
    ['is gone', `${G}\n`],
    ['has other arguments', `${G}\nairlog_org: f(id bigint) text\n`],
    ['returns another type', `${G}\nairlog_org: f(id integer) integer\n`],
    ['may no longer be called', `${G}\nairlog_jobs: f(id integer) text\n`],
  ])('is a fault when it %s, until a migration says which versions work', (_what, now) => {
    const sql = 'drop function if exists f(int)';
    for (const migrations of [
      [],
      [{ name: '113-new', sql }],
      [{ name: '112-old', sql: `-- oldest: 5\n${sql}` }],
      [{ name: '113-new', sql: '-- oldest: 5\ndrop function if exists ff(int)' }],
    ]) {
      const kept = keptSignatures(list, now, migrations);
      expect(kept.faults).toEqual([expect.stringContaining(`The function "${F}" is gone`)]);
      expect(kept.list).toContain(F);
    }
    const ended = keptSignatures(list, now, [{ name: '113-new', sql: `-- oldest: 5\n${sql}` }]);
    expect(ended.faults).toEqual([]);
    expect(ended.list).not.toContain(F);
  });
});

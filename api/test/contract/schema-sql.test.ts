import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { databaseText } from '../../scripts/schema/database.ts';
import { scratchDatabase } from '../harness.ts';

let scratch: Awaited<ReturnType<typeof scratchDatabase>>;
let admin: pg.Client;
let before: string;

beforeAll(async () => {
  scratch = await scratchDatabase();
  admin = new pg.Client({ connectionString: scratch.adminUrl });
  await admin.connect();
  before = await databaseText(scratch.adminUrl);
});
afterAll(async () => {
  await admin?.end();
  await scratch?.drop();
});

/** Returns the lines that a change adds to and removes from the print, after undoing it. */
async function difference(change: string, undo: string): Promise<string[]> {
  await admin.query(change);
  const after = databaseText(scratch.adminUrl);
  await Promise.allSettled([after]);
  await admin.query(undo);
  const [old, now] = [before.split('\n'), (await after).split('\n')];
  return [
    ...old.filter((line) => !now.includes(line)).map((line) => `- ${line.trim()}`),
    ...now.filter((line) => !old.includes(line)).map((line) => `+ ${line.trim()}`),
  ];
}

describe('schema.sql shows', () => {
  test.each<[string, string, string, string[]]>([
    [
      'a column with its type and default',
      "alter table audit_log add reason text not null default 'none'",
      'alter table audit_log drop reason',
      ["+ reason text NOT NULL DEFAULT 'none'::text,"],
    ],
    [
      'a constraint',
      'alter table machines add constraint short check (length(serial) < 30)',
      'alter table machines drop constraint short',
      ['+ CONSTRAINT short CHECK (length(serial) < 30)'],
    ],
    [
      'an index with its condition',
      'create index late on connections (end_time) where end_time is not null',
      'drop index late',
      ['+ CREATE INDEX late ON connections USING btree (end_time) WHERE end_time IS NOT NULL;'],
    ],
    [
      'a policy',
      'create policy extra on machines for delete to airlog_jobs using (simulated)',
      'drop policy extra on machines',
      ['+ CREATE POLICY extra ON machines FOR DELETE TO airlog_jobs USING (simulated);'],
    ],
    [
      'row-level security that is not forced',
      'alter table sessions no force row level security',
      'alter table sessions force row level security',
      [
        '- ALTER TABLE sessions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;',
        '+ ALTER TABLE sessions ENABLE ROW LEVEL SECURITY;',
      ],
    ],
    [
      'a grant on a table',
      'grant delete on machines to airlog_jobs',
      'revoke delete on machines from airlog_jobs',
      ['+ GRANT DELETE ON machines TO airlog_jobs;'],
    ],
    [
      'a grant on columns',
      'grant update (serial, simulated) on machines to airlog_jobs',
      'revoke update (serial, simulated) on machines from airlog_jobs',
      ['+ GRANT UPDATE (serial, simulated) ON machines TO airlog_jobs;'],
    ],
    [
      'a disabled trigger',
      'alter table machines disable trigger machines_visible_orgs',
      'alter table machines enable trigger machines_visible_orgs',
      ['- EXECUTE FUNCTION machine_visible_orgs();', '+ EXECUTE FUNCTION machine_visible_orgs(); -- tgenabled D'],
    ],
    [
      'a role that may execute a function',
      'grant execute on function device_of_serial(text) to airlog_org',
      'revoke execute on function device_of_serial(text) from airlog_org',
      [
        '- GRANT EXECUTE ON FUNCTION device_of_serial(text) TO airlog_device;',
        '+ GRANT EXECUTE ON FUNCTION device_of_serial(text) TO airlog_device, airlog_org;',
      ],
    ],
    [
      "a view with the reader's rights",
      'create view serials with (security_invoker = true) as select serial from machines',
      'drop view serials',
      ['+ CREATE VIEW serials WITH (security_invoker=true) AS', '+ SELECT serial', '+ FROM machines;'],
    ],
    [
      'a permission that a role of the staff holds',
      "insert into role_permissions (role_id, permission) select id, 'import.user' from roles where name = 'support.staff'",
      "delete from role_permissions p using roles r where r.id = p.role_id and r.name = 'support.staff' and permission = 'import.user'",
      ['+ --     org.clinical.admin, org.ep.admin, support.admin, support.staff'],
    ],
  ])('%s', async (_what, change, undo, lines) => {
    expect(await difference(change, undo)).toEqual(expect.arrayContaining(lines));
  });

  test('no data of a database that was only read', async () => {
    expect(await databaseText(scratch.adminUrl)).toBe(before);
  });

  test.each([
    ['an enum type', "create type mood as enum ('good')", 'drop type mood', 'type mood'],
    ['a sequence of its own', 'create sequence counter', 'drop sequence counter', 'sequence counter'],
    [
      'default privileges',
      'alter default privileges grant select on tables to airlog_org',
      'alter default privileges revoke select on tables from airlog_org',
      'default privileges of',
    ],
  ])('no database with %s, which it would leave out', async (_what, change, undo, message) => {
    await admin.query(change);
    try {
      await expect(databaseText(scratch.adminUrl)).rejects.toThrow(message);
    } finally {
      await admin.query(undo);
    }
  });
});

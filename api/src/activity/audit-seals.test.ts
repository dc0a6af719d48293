import { createHash, createSecretKey } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import pg from 'pg';
import { admin, asViewer, running, superuserUrl, usePortalHere, type TestViewer } from '../../test/harness.ts';
import { TEST_KEY } from '../../test/secrets.ts';
import { temporaryFolder } from '../db/embedded/temporary.ts';
import { decryptColumn, encryptColumn } from '../shared/cipher.ts';
import { Context } from '../shared/context.ts';
import { createLogger } from '../shared/logger.ts';
import { archivedLines } from './audit-archive.ts';
import { notedHead } from './audit-head.ts';
import { sealKeys } from './audit-keys.ts';
import { sealLogs } from './audit-seals.ts';
import { verifySeals } from './audit-verify.ts';

usePortalHere();

const seal = () => sealLogs(Context.of(running().app, { kind: 'jobs' }, 'test'));
const verify = async (...heads: string[]) =>
  verifySeals(
    admin,
    await sealKeys((sql) => admin.query(sql), running().app.config),
    await archivedLines(admin, running().app.files),
    heads,
  );

let viewer: TestViewer;
/** The numbers of the viewer's lines of the audit log, in their order. */
let lines: string[];

async function addLine(operation: string): Promise<void> {
  await admin.query(
    "insert into audit_log (org_id, actor_user_id, operation, outcome, patient_ids, properties) values ($1, $2, $3, 'read', '{1,2}', '{\"page\": 1}')",
    [viewer.orgId, viewer.userId, operation],
  );
}

beforeAll(async () => {
  await running().app.queue.stop(); // which seals too
  viewer = await asViewer();
  for (let line = 1; line <= 5; line++) await addLine(`Query.test${line}`);
  await seal();
  const { rows } = await admin.query<{ id: string }>('select id from audit_log where actor_user_id = $1 order by id', [
    viewer.userId,
  ]);
  lines = rows.map(({ id }) => id);
});

/** Each test changes the logs with the rights of a superuser; afterwards they are as before. */
beforeEach(async () => {
  await admin.query('rollback');
  await admin.query('begin');
});

test('an untouched log has no findings, and every line, sign-in and sign-out is sealed', async () => {
  const { findings, sealed, head } = await verify();
  expect(findings).toEqual([]);
  const { rows } = await admin.query(
    'select ((select count(*) from audit_log) + (select count(*) from user_changes) + (select count(*) + count(logout_at) from logins))::int as lines',
  );
  expect(sealed).toBe(rows[0].lines);
  expect(head).toMatch(new RegExp(`^${sealed}:[0-9a-f]{64}$`));
});

describe('with the rights of a superuser', () => {
  test.each([
    ['operation', "operation = 'Query.other'"],
    ['outcome', "outcome = 'done'"],
    ['actor', 'actor_user_id = 99'],
    ['organization', 'org_id = org_id + 1'],
    ['patients', "patient_ids = '{1}'"],
    ['properties', 'properties = \'{"page": 2}\''],
    ['address', "ip = '10.0.0.1'"],
    ['request', "request_id = 'other'"],
    ['session', "session = 'other'"],
    ['time', "created_at = created_at + interval '1 millisecond'"],
    ['time of reading', 'read_at = now()'],
    ['subject', "subject = 'other'"],
  ])('a changed %s is found, and no other line', async (_name, change) => {
    await admin.query(`update audit_log set ${change} where id = $1`, [lines[2]]);
    expect((await verify()).findings).toEqual([
      { problem: 'changed', log: 'audit_log', rowId: lines[2], seq: expect.any(Number) },
    ]);
  });

  test('a changed line of what was done to a user is found', async () => {
    const { rows } = await admin.query(
      "update user_changes set changes = '{}' where id = (select min(id) from user_changes where user_id = $1) returning id",
      [viewer.userId],
    );
    expect((await verify()).findings).toEqual([
      { problem: 'changed', log: 'user_changes', rowId: rows[0].id, seq: expect.any(Number) },
    ]);
  });

  test.each([0, 2, 4])('a deleted line is found: the one at %d', async (at) => {
    await admin.query('delete from audit_log where id = $1', [lines[at]]);
    expect((await verify()).findings).toEqual([
      { problem: 'missing', log: 'audit_log', rowId: lines[at], seq: expect.any(Number) },
    ]);
  });

  test('two lines that were swapped are found', async () => {
    await admin.query('alter table audit_log alter column id drop identity');
    await admin.query('update audit_log set id = case id when $1 then -1 else -2 end where id in ($1, $2)', [
      lines[1],
      lines[3],
    ]);
    await admin.query(
      'update audit_log set id = case id when -1 then $2::bigint else $1::bigint end where id in (-1, -2)',
      [lines[1], lines[3]],
    );
    expect((await verify()).findings.map(({ problem, rowId }) => [problem, rowId])).toEqual([
      ['changed', lines[1]],
      ['changed', lines[3]],
    ]);
  });

  test('a line that was deleted with its seal is found by the gap', async () => {
    const { rows } = await admin.query(
      "delete from audit_seals where log = 'audit_log' and row_id = $1 returning seq::int",
      [lines[2]],
    );
    await admin.query('delete from audit_log where id = $1', [lines[2]]);
    expect((await verify()).findings).toEqual([{ problem: 'seal missing', seq: rows[0].seq }]);
  });

  test('seals that were numbered again after that are found', async () => {
    const { rows } = await admin.query(
      "delete from audit_seals where log = 'audit_log' and row_id = $1 returning seq",
      [lines[2]],
    );
    await admin.query('delete from audit_log where id = $1', [lines[2]]);
    await admin.query('update audit_seals set seq = -seq where seq > $1', [rows[0].seq]);
    await admin.query('update audit_seals set seq = -seq - 1 where seq < 0');
    expect((await verify()).findings).toEqual([
      { problem: 'changed', log: 'audit_log', rowId: lines[3], seq: Number(rows[0].seq) },
    ]);
  });

  test('a line that was added afterwards with an earlier time is found', async () => {
    const { rows } = await admin.query(
      "insert into audit_log (org_id, operation, outcome, created_at) values (1, 'x', 'done', now() - interval '2 hours') returning id",
    );
    expect((await verify()).findings).toEqual([{ problem: 'not sealed', log: 'audit_log', rowId: rows[0].id }]);
  });

  test('a chain that was cut off is found with a head that was noted before, and only with it', async () => {
    const { head } = await verify();
    expect((await verify(head!)).findings).toEqual([]);
    await admin.query('delete from audit_seals where seq > (select max(seq) - 2 from audit_seals)');
    expect((await verify()).findings).toEqual([]);
    expect((await verify(head!)).findings).toEqual([{ problem: 'head not found', head }]);
  });
});

describe('a sign-in', () => {
  /** The viewer signs in again and out, and both are sealed. */
  const signInAndOut = async (): Promise<number> => {
    await admin.query('rollback');
    const { rows } = await admin.query<{ id: number }>(
      `insert into logins (org_id, user_id, session_hash, ip, user_agent, login_at)
       values ($1, $2, sha256(convert_to(random()::text, 'UTF8')), '10.0.0.7', 'Chrome', now() - interval '2 hours') returning id`,
      [viewer.orgId, viewer.userId],
    );
    await seal();
    const { id } = rows[0]!;
    await admin.query('update logins set logout_at = now() where id = $1', [id]);
    expect((await verify()).findings).toEqual([]); // the sign-out is no change of what was sealed
    await seal();
    await admin.query('begin');
    return id;
  };

  test.each([
    ['address', "ip = '10.0.0.8'", 'logins'],
    ['user agent', "user_agent = 'Firefox'", 'logins'],
    ['time', "login_at = login_at + interval '1 millisecond'", 'logins'],
    ['session', "session_hash = '\\x01'", 'logins'],
    ['time of signing out', "logout_at = logout_at - interval '1 hour'", 'logouts'],
  ])('whose %s was changed is found, and nothing else', async (_name, change, log) => {
    const id = await signInAndOut();
    await admin.query(`update logins set ${change} where id = $1`, [id]);
    expect((await verify()).findings).toEqual([
      { problem: 'changed', log, rowId: String(id), seq: expect.any(Number) },
    ]);
  });

  test('whose sign-out was removed is found', async () => {
    const id = await signInAndOut();
    await admin.query('update logins set logout_at = null where id = $1', [id]);
    expect((await verify()).findings).toEqual([
      { problem: 'missing', log: 'logouts', rowId: String(id), seq: expect.any(Number) },
    ]);
  });

  test('that was deleted is found', async () => {
    const id = await signInAndOut();
    await admin.query('delete from logins where id = $1', [id]);
    expect((await verify()).findings.map(({ problem, log, rowId }) => [problem, log, rowId])).toEqual([
      ['missing', 'logins', String(id)],
      ['missing', 'logouts', String(id)],
    ]);
  });

  test('that was added afterwards with an earlier time is found, and its sign-out', async () => {
    await signInAndOut();
    const { rows } = await admin.query<{ id: number }>(
      `insert into logins (org_id, user_id, session_hash, login_at, logout_at)
       values ($1, $2, '\\x02', now() - interval '1 day', now() - interval '20 hours') returning id`,
      [viewer.orgId, viewer.userId],
    );
    expect((await verify()).findings).toEqual([
      { problem: 'not sealed', log: 'logins', rowId: String(rows[0]!.id) },
      { problem: 'not sealed', log: 'logouts', rowId: String(rows[0]!.id) },
    ]);
  });
});

describe('the head of the chain', () => {
  test('is noted in the data folder, which is made, after each run that sealed a line', async () => {
    await admin.query('rollback');
    const { config } = running().app;
    const { dir: parent, remove } = await temporaryFolder();
    const dir = join(parent, 'not', 'yet');
    const usual = config.dataDir;
    try {
      config.dataDir = dir;
      await addLine('Query.noted');
      await seal();
      const first = notedHead(dir);
      expect(first).toBe((await verify()).head);
      await addLine('Query.later');
      await seal();
      expect(notedHead(dir)).not.toBe(first);
      expect((await verify(first!, notedHead(dir)!)).findings).toEqual([]);
    } finally {
      config.dataDir = usual;
      await remove();
    }
  });

  test('that was noted stays when the chain lost it, each run logs an error, and the chain goes on', async () => {
    await admin.query('rollback');
    const { app } = running();
    const { dir, remove } = await temporaryFolder();
    const [usual, log] = [app.config.dataDir, app.log];
    const logged: string[] = [];
    try {
      app.config.dataDir = dir;
      await addLine('Query.kept');
      await seal();
      const kept = (await verify()).sealed;
      await addLine('Query.lost');
      await addLine('Query.lost');
      await seal();
      const noted = notedHead(dir)!;
      await admin.query('delete from audit_seals where seq > $1', [kept]);
      await admin.query("delete from audit_log where operation = 'Query.lost'");
      app.log = createLogger('error', { write: (line: string) => void logged.push(line) });
      // The third new seal has the number of none that was lost.
      for (const nth of [1, 2, 3]) {
        await addLine('Query.after');
        await seal();
        const { findings, sealed } = await verify(notedHead(dir)!);
        expect([findings, sealed]).toEqual([[{ problem: 'head not found', head: noted }], kept + nth]);
      }
      expect(logged.map((line) => JSON.parse(line).noted)).toEqual([noted, noted, noted]);
    } finally {
      app.log = log;
      app.config.dataDir = usual;
      await remove();
    }
  });

  test('that cannot be noted does not keep the lines from being sealed', async () => {
    await admin.query('rollback');
    const { sealed } = await verify();
    const { config } = running().app;
    const usual = config.dataDir;
    try {
      config.dataDir = import.meta.filename; // a file
      await addLine('Query.unwritable');
      await seal();
    } finally {
      config.dataDir = usual;
    }
    expect((await verify()).sealed).toBe(sealed + 1);
  });
});

test('a portal that was stopped with lines that wait for their seal has no findings', async () => {
  await admin.query('rollback');
  await admin.query('begin');
  await admin.query("update audit_seals set sealed_at = sealed_at - interval '1 day'");
  await admin.query(
    "insert into audit_log (org_id, operation, outcome, created_at) values (1, 'x', 'done', now() - interval '1 day')",
  );
  expect((await verify()).findings).toEqual([]);
});

test('with another key every seal is wrong: without the key no one makes seals', async () => {
  const { findings } = await verifySeals(
    admin,
    [{ first: 1, key: createSecretKey(Buffer.alloc(32, 7)) }],
    await archivedLines(admin, running().app.files),
  );
  expect(findings.length).toBeGreaterThan(4);
  expect(new Set(findings.map(({ problem }) => problem))).toEqual(new Set(['changed']));
});

test('a line that commits late, with a lower number than sealed ones, is sealed by the next run', async () => {
  await admin.query('rollback');
  const late = new pg.Client({ connectionString: superuserUrl() });
  await late.connect();
  try {
    await late.query('begin');
    const { rows } = await late.query<{ id: string }>(
      "insert into audit_log (org_id, operation, outcome) values (1, 'Query.late', 'done') returning id",
    );
    await addLine('Query.sooner');
    await seal();
    const { sealed } = await verify();
    await late.query('commit');
    await seal();
    const after = await verify();
    expect([after.findings, after.sealed]).toEqual([[], sealed + 1]);
    const { rows: seals } = await admin.query('select seq::int from audit_seals where log = $1 and row_id = $2', [
      'audit_log',
      rows[0]!.id,
    ]);
    expect(seals).toEqual([{ seq: after.sealed }]);
  } finally {
    await late.end();
  }
});

test('the job that seals may not change or delete a seal or a line', async () => {
  await admin.query('set local role airlog_jobs');
  for (const sql of [
    'update audit_seals set seq = seq + 1000',
    'delete from audit_seals',
    "update audit_log set outcome = 'done'",
    'delete from audit_log',
    'delete from user_changes',
  ]) {
    await admin.query('savepoint one');
    await expect(admin.query(sql)).rejects.toMatchObject({ code: '42501' });
    await admin.query('rollback to one');
  }
});

describe('while another transaction has the turn to seal', () => {
  test.each([
    ['9 minutes', 0],
    ['11 minutes', 1],
  ])('a line that has waited for %s is reported %d times, and is sealed afterwards', async (age, times) => {
    await admin.query('commit');
    rmSync(running().app.config.dataDir, { recursive: true, force: true }); // a head of seals that a test deleted
    await addLine('Query.waits');
    await admin.query('update audit_log set created_at = now() - $1::interval where operation = $2', [
      age,
      'Query.waits',
    ]);
    const { connectionParameters } = admin as unknown as { connectionParameters: pg.ClientConfig };
    const holder = new pg.Client(connectionParameters);
    await holder.connect();
    const errors = jest.spyOn(running().app.log, 'error').mockReturnValue(undefined);
    const sealed = async () =>
      (
        await admin.query(
          "select from audit_log r join audit_seals s on s.log = 'audit_log' and s.row_id = r.id where r.operation = 'Query.waits'",
        )
      ).rowCount;
    try {
      await holder.query('begin; select from seal_turns for update');
      await seal();
      expect([await sealed(), errors.mock.calls.length]).toEqual([0, times]);
      await holder.query('rollback');
      await seal();
      expect([await sealed(), errors.mock.calls.length]).toEqual([1, times]);
    } finally {
      errors.mockRestore();
      await holder.end();
      // As a superuser: no other test finds the line.
      await admin.query(
        "delete from audit_seals s using audit_log r where s.log = 'audit_log' and s.row_id = r.id and r.operation = 'Query.waits'",
      );
      await admin.query("delete from audit_log where operation = 'Query.waits'");
    }
  });
});

describe('with a new ENCRYPTION_KEY', () => {
  const [OLD, NEW] = [TEST_KEY, createHash('sha256').update('the next key').digest()];
  const accepted = { encryptionKey: OLD, encryptionKeys: [OLD, NEW] };
  const used = { encryptionKey: NEW, encryptionKeys: [NEW, OLD] };
  const alone = { encryptionKey: NEW, encryptionKeys: [NEW] };
  const under = async <T>(keys: typeof used, work: () => Promise<T>): Promise<T> => {
    const { config } = running().app;
    const { encryptionKey, encryptionKeys } = config;
    try {
      Object.assign(config, keys);
      return await work();
    } finally {
      Object.assign(config, { encryptionKey, encryptionKeys });
    }
  };
  const add = (keys: typeof used) =>
    under(keys, async () => {
      await addLine('Query.rotated');
      await seal();
    });
  const firsts = async () =>
    (await admin.query<{ first: number }>('select first_seal::int as first from seal_keys order by 1')).rows.map(
      ({ first }) => first,
    );

  test('the chain goes on with a new key, once, and every node takes it; the old key is not needed afterwards', async () => {
    await admin.query('rollback');
    const before = (await verify()).sealed;
    await add(accepted);
    expect(await firsts()).toEqual([1]);
    await add(used);
    await add(accepted); // a node that is not restarted yet
    await add(used);
    expect(await firsts()).toEqual([1, before + 2]);
    expect(await under(used, () => verify())).toMatchObject({ findings: [], sealed: before + 4 });
    await expect(under(alone, () => verify())).rejects.toThrow('which ENCRYPTION_KEY does not contain');
    // As the command that encrypts again does.
    const { rows } = await admin.query<{ id: string; cipher: string }>(
      'select encryption_id as id, key_cipher as cipher from seal_keys',
    );
    for (const { id, cipher } of rows)
      await admin.query('update seal_keys set key_cipher = $2 where encryption_id = $1', [
        id,
        encryptColumn(NEW, decryptColumn([OLD, NEW], cipher)),
      ]);
    expect(await under(alone, () => verify())).toMatchObject({ findings: [], sealed: before + 4 });
    await add(alone);
    expect(await under(alone, () => verify())).toMatchObject({ findings: [], sealed: before + 5 });
    expect(await firsts()).toHaveLength(2);
  });

  test('a line of before is still found when it was changed, and so is one of after', async () => {
    await admin.query('rollback');
    const { rows } = await admin.query<{ id: string }>(
      "select max(id) as id from audit_log where operation = 'Query.rotated'",
    );
    for (const id of [lines[1]!, rows[0]!.id]) {
      await admin.query('begin');
      await admin.query("update audit_log set outcome = 'denied' where id = $1", [id]);
      const { findings } = await under(alone, () => verify());
      await admin.query('rollback');
      expect(findings).toEqual([{ problem: 'changed', log: 'audit_log', rowId: id, seq: expect.any(Number) }]);
    }
  });

  test.each(['0042', 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', 'A'.repeat(64)])(
    'another encrypted value, whose text a user knows, does not take the place of the key: %s',
    async (text) => {
      await admin.query('rollback');
      await admin.query('begin');
      await admin.query('update seal_keys set key_cipher = $1', [encryptColumn(NEW, text)]);
      await expect(under(alone, () => verify())).rejects.toThrow('A key of the audit seals was changed.');
    },
  );
});

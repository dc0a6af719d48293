import { createCipheriv, createHash, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import {
  admin,
  anonymous,
  asViewer,
  makeMachine,
  makePatient,
  running,
  scratchDatabase,
  usePortal,
  type TestViewer,
} from '../../test/harness.ts';
import { digestOfAllRows } from '../../test/digest.ts';
import { makeAccount, OLD_PASSWORD, signIn } from '../../test/account.ts';
import { TEST_KEY, TEST_SECRET, TEST_SECRETS } from '../../test/secrets.ts';
import { seedWorld } from '../../test/contract/isolation.fixture.ts';
import { deviceSecret, provenSerial } from '../auth/device.ts';
import { isSmsCode, smsCodeHash } from '../sign-in/two-factor-codes.ts';
import { decryptColumn, encryptColumn } from '../shared/cipher.ts';
import { ENCRYPTED } from './encrypted.ts';
import { prepareDatabase } from './migrate.ts';
import { countLeft, encryptAgain, retireSecrets, secretLines } from './secrets.command.ts';
import type { Secrets } from './secrets.ts';

usePortal({ signInsPerMinute: 1000 });

const NEXT_KEY = createHash('sha256').update('the next key').digest();
const NEXT_SECRET = 'the-next-secret-the-next-secret-the-next-secret';
/** The steps of a rotation (docs/operations.md): the new ones are accepted, are used, and are alone. */
const accepted: Secrets = {
  ...TEST_SECRETS,
  sessionSecrets: [TEST_SECRET, NEXT_SECRET],
  encryptionKeys: [TEST_KEY, NEXT_KEY],
};
const used: Secrets = {
  sessionSecret: NEXT_SECRET,
  sessionSecrets: [NEXT_SECRET, TEST_SECRET],
  encryptionKey: NEXT_KEY,
  encryptionKeys: [NEXT_KEY, TEST_KEY],
};
const alone: Secrets = {
  sessionSecret: NEXT_SECRET,
  sessionSecrets: [NEXT_SECRET],
  encryptionKey: NEXT_KEY,
  encryptionKeys: [NEXT_KEY],
};
const idOf = (secret: Buffer | string) =>
  createHash('sha256').update('airlog secret id:').update(secret).digest('hex').slice(0, 8);

describe('a node', () => {
  /** The logins of this database, with the hashes of their passwords. */
  const logins = async () =>
    (
      await admin.query(
        "select rolname, rolpassword from pg_authid where rolname like 'airlog\\_login\\_' || left(encode(sha256(current_database()::text::bytea), 'hex'), 16) || '%' order by 1",
      )
    ).rows;

  test.each([
    ['another encryption key', { encryptionKey: NEXT_KEY, encryptionKeys: [NEXT_KEY] }, 'ENCRYPTION_KEY', TEST_KEY],
    [
      'another session secret',
      { sessionSecret: NEXT_SECRET, sessionSecrets: [NEXT_SECRET] },
      'SESSION_SECRET',
      TEST_SECRET,
    ],
  ])('with %s does not start and changes nothing', async (_what, other, variable, missing) => {
    const { adminUrl } = running();
    await running().app.queue.stop();
    const before = [await digestOfAllRows(), await logins()];
    expect(before[1]).toHaveLength(3);
    await expect(prepareDatabase(adminUrl, { ...TEST_SECRETS, ...other })).rejects.toThrow(
      `${variable} does not contain the secret ${idOf(missing)}, which this database was used with. Nothing was changed.`,
    );
    expect([await digestOfAllRows(), await logins()]).toEqual(before);
  });
});

describe('during a rotation', () => {
  let scratch: Awaited<ReturnType<typeof scratchDatabase>>;
  let client: pg.Client;
  beforeEach(async () => {
    scratch = await scratchDatabase();
    client = new pg.Client({ connectionString: scratch.adminUrl });
    await client.connect();
  });
  afterEach(async () => {
    await client.end();
    await scratch.drop();
  });
  const startsWith = async (secrets: Secrets) => {
    const { logins } = await prepareDatabase(scratch.adminUrl, secrets);
    const node = new pg.Client({ connectionString: logins.auth });
    await node.connect();
    return node;
  };
  const known = async () =>
    (await client.query<{ line: string }>("select kind || ' ' || id as line from known_secrets order by 1")).rows.map(
      ({ line }) => line,
    );

  test('nodes of both steps run side by side; one with the old secrets alone starts until the new ones are used', async () => {
    const nodes = [await startsWith(accepted), await startsWith(TEST_SECRETS), await startsWith(used)];
    nodes.push(await startsWith(accepted));
    for (const node of nodes) expect((await node.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    // A new connection of the first one, after the others have started.
    const again = new pg.Client({ connectionString: (await prepareDatabase(scratch.adminUrl, accepted)).logins.org });
    await again.connect();
    await again.end();
    for (const old of [TEST_SECRETS, alone])
      await expect(prepareDatabase(scratch.adminUrl, old)).rejects.toThrow('Nothing was changed');
    for (const node of nodes) await node.end();
  });

  test('secrets are retired when no node uses the old ones and no value is encrypted with the old key', async () => {
    const old = await startsWith(TEST_SECRETS);
    await (await startsWith(used)).end();
    await seedWorld(client);
    await client.query('insert into known_secrets (kind, id) values ($1, $2), ($3, $4) on conflict do nothing', [
      ...['encryption', idOf(TEST_KEY), 'session', idOf(TEST_SECRET)],
    ]);
    await client.query("delete from known_secrets where id = '00000000'");
    await client.query('update machines set pin_cipher = $1', [encryptColumn(TEST_KEY, '0042')]);
    const rolesBefore = scratch.logins.auth;
    await expect(retireSecrets(client, used)).rejects.toThrow('A node runs with other secrets. Nothing was changed');
    await expect(encryptAgain(client, used)).rejects.toThrow('A node runs with other secrets. Nothing was changed');
    await old.end();
    await expect(retireSecrets(client, used)).rejects.toThrow(/^\d+ values are encrypted with another key/);
    expect(await known()).toContain(`encryption ${idOf(TEST_KEY)}`);
    for (const { table, column } of ENCRYPTED)
      if (table !== 'machines' && table !== 'report_keys' && table !== 'seal_keys')
        await client.query(`update ${table} set ${column} = $1`, [encryptColumn(TEST_KEY, 'x')]);
    await client.query('delete from seal_keys');
    await client.query('update report_keys set private_cipher = $1 where private_cipher is not null', [
      encryptColumn(TEST_KEY, 'x'),
    ]);
    expect((await encryptAgain(client, used)).left.filter(({ left }) => left > 0)).toEqual([]);
    expect((await retireSecrets(client, used)).sort()).toEqual([
      `encryption ${idOf(TEST_KEY)}`,
      `session ${idOf(TEST_SECRET)}`,
    ]);
    expect(await retireSecrets(client, used)).toEqual([]);
    await (await startsWith(alone)).end();
    expect(await known()).toEqual([`encryption ${idOf(NEXT_KEY)}`, `session ${idOf(NEXT_SECRET)}`]);
    expect((await secretLines(client, alone)).every((line) => line.endsWith('in use'))).toBe(true);
    await expect(prepareDatabase(scratch.adminUrl, TEST_SECRETS)).rejects.toThrow('Nothing was changed');
    const outside = new pg.Client({ connectionString: rolesBefore });
    await expect(outside.connect()).rejects.toMatchObject({ code: '28P01' });
    await outside.end();
  });

  describe('what is encrypted is encrypted again', () => {
    const textOf = ({ table, column }: (typeof ENCRYPTED)[number]) => `${table}.${column}`;
    const valuesOf = async ({ table, column, rows }: (typeof ENCRYPTED)[number]) =>
      (
        await client.query<{ value: string }>(
          `select ${column} as value from ${table} where ${column} is not null ${rows ? `and ${rows}` : ''}`,
        )
      ).rows.map(({ value }) => value);
    /** As before values named their key, by code of its own. */
    const former = (text: string): string => {
      const cipher = createCipheriv('aes-256-gcm', TEST_KEY, Buffer.alloc(12, 3));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return [
        'v1',
        ...[Buffer.alloc(12, 3), cipher.getAuthTag(), sealed].map((part) => part.toString('base64url')),
      ].join('.');
    };
    beforeEach(async () => {
      await seedWorld(client);
      await client.query('delete from known_secrets'); // a made-up one
      await client.query("update second_factor_challenges set kind = 'new-app'");
      for (const one of ENCRYPTED) {
        await client.query(
          `update ${one.table} set ${one.column} = $1 ${one.table === 'report_keys' ? 'where private_cipher is not null' : ''}`,
          [one.table === 'machines' ? former(textOf(one)) : encryptColumn(TEST_KEY, textOf(one))],
        );
        expect([one, (await valuesOf(one)).length > 0]).toEqual([one, true]);
      }
      // What is not encrypted stays as it is.
      await client.query(
        "insert into second_factor_challenges select session_hash, 'new-phone', org_id, user_id, 'a keyed hash', phone, created_at from second_factor_challenges limit 1",
      );
    });

    test('in every column of the list, also values that name no key, and the new key alone reads it', async () => {
      const sum = (await countLeft(client, used)).reduce((all, { left }) => all + left, 0);
      const { done, left } = await encryptAgain(client, used);
      expect([done, left.filter((one) => one.left > 0)]).toEqual([sum, []]);
      for (const one of ENCRYPTED)
        expect(new Set((await valuesOf(one)).map((value) => decryptColumn([NEXT_KEY], value)))).toEqual(
          new Set([textOf(one)]),
        );
      expect(
        (await client.query("select secret from second_factor_challenges where kind = 'new-phone'")).rows[0].secret,
      ).toBe('a keyed hash');
      expect((await encryptAgain(client, used)).done).toBe(0);
    });

    test('and what a transaction changes at the same time is left to the next run, and not overwritten', async () => {
      const other = new pg.Client({ connectionString: scratch.adminUrl });
      await other.connect();
      await other.query('begin');
      const { rows } = await other.query<{ id: number }>(
        'update machines set pin_cipher = $1 where id = (select min(id) from machines) returning id',
        [encryptColumn(TEST_KEY, '7777')],
      );
      const first = await encryptAgain(client, used);
      expect(first.left.filter(({ left }) => left > 0)).toEqual([{ name: 'machines.pin_cipher', left: 1 }]);
      await other.query('commit');
      await other.end();
      const second = await encryptAgain(client, used);
      expect([second.done, second.left.filter(({ left }) => left > 0)]).toEqual([1, []]);
      const { rows: now } = await client.query('select pin_cipher from machines where id = $1', [rows[0]!.id]);
      expect(decryptColumn([NEXT_KEY], now[0].pin_cipher)).toBe('7777');
    });

    test('but for what no key reads, which is counted and stays as it is', async () => {
      const lost = encryptColumn(createHash('sha256').update('lost').digest(), 'x');
      await client.query('update mails set link_cipher = $1', [lost]);
      const { left } = await encryptAgain(client, used);
      const { rows } = await client.query('select link_cipher from mails');
      expect(left.filter((one) => one.left > 0)).toEqual([{ name: 'mails.link_cipher', left: rows.length }]);
      expect(rows[0].link_cipher).toBe(lost);
      await expect(retireSecrets(client, used)).rejects.toThrow('Nothing was retired');
    });

    test('also while no node runs: one with the old key alone does not start from then on', async () => {
      await client.query('delete from known_secrets');
      await client.query("insert into known_secrets (kind, id) values ('encryption', $1)", [idOf(TEST_KEY)]);
      await expect(encryptAgain(client, alone)).rejects.toThrow('Nothing was changed');
      await prepareDatabase(scratch.adminUrl, TEST_SECRETS);
      await encryptAgain(client, used);
      await expect(prepareDatabase(scratch.adminUrl, TEST_SECRETS)).rejects.toThrow(
        `ENCRYPTION_KEY does not contain the secret ${idOf(NEXT_KEY)}`,
      );
      await prepareDatabase(scratch.adminUrl, accepted);
    });

    test('in several portions', async () => {
      await client.query(
        'insert into second_factor_challenges (session_hash, kind, org_id, user_id, secret, phone, created_at) ' +
          "select sha256(i::text::bytea), 'new-app', c.org_id, c.user_id, $1, null, now() from generate_series(1, 3000) i, (select org_id, user_id from second_factor_challenges limit 1) c",
        [encryptColumn(TEST_KEY, 'second_factor_challenges.secret')],
      );
      const one = ENCRYPTED.find(({ table }) => table === 'second_factor_challenges')!;
      const { left } = await encryptAgain(client, used);
      expect(left.filter((of) => of.left > 0)).toEqual([]);
      const values = await valuesOf(one);
      expect(values.length).toBeGreaterThan(3000);
      expect(new Set(values.map((value) => decryptColumn([NEXT_KEY], value)))).toEqual(new Set([textOf(one)]));
    });
  });
});

describe('what a node has signed or hashed with the old secrets', () => {
  let viewer: TestViewer;
  const under = async <T>(secrets: Secrets, work: () => Promise<T>): Promise<T> => {
    const { config } = running().app;
    Object.assign(config, secrets);
    try {
      return await work();
    } finally {
      Object.assign(config, TEST_SECRETS);
    }
  };
  beforeEach(async () => {
    viewer = await asViewer();
  });

  test('is accepted while both are: the CSRF token of a page, and afterwards a new one is asked for', async () => {
    const { headers } = viewer; // of the old secret
    const send = async () => (await viewer.rest('POST', '/api/patients/1/devices', {}, headers)).status;
    expect([await under(accepted, send), await under(used, send), await under(alone, send)]).toEqual([404, 404, 419]);
    const ofNew = (await under(used, async () => viewer.headers)) as Record<string, string>;
    const sendNew = async () => (await viewer.rest('POST', '/api/patients/1/devices', {}, ofNew)).status;
    expect([await under(accepted, sendNew), await under(alone, sendNew), await sendNew()]).toEqual([404, 404, 419]);
  });

  test('is accepted while both are: the cookie of a known device, which is renewed with the next sign-in', async () => {
    const { email } = await makeAccount();
    const cookieOf = (headers: Headers) =>
      headers
        .getSetCookie()
        .map((cookie) => /^airlog_device=([^;]+)/.exec(cookie)?.[1])
        .find(Boolean)!;
    const browser = (device: string) => ({
      rest: (method: string, path: string, body: unknown) => {
        const { headers } = anonymous();
        return anonymous().rest(method, path, body, {
          ...headers,
          cookie: `${headers.cookie}; airlog_device=${device}`,
        });
      },
    });
    const { headers } = await signIn(email, OLD_PASSWORD);
    const device = cookieOf(headers);
    const enter = async () => (await signIn(email, OLD_PASSWORD, browser(device) as never)).headers;
    const renewed = cookieOf(await under(used, enter));
    // One proof, by the new secret, in place of the old one; the browser is the same.
    expect([renewed.split('.').length, renewed.split('.')[0], renewed === device]).toEqual([
      2,
      device.split('.')[0],
      false,
    ]);
  });

  test('is accepted while both are: the secret of a device, and a code by text message', () => {
    const header = `Device A3900010001:${deviceSecret(TEST_SECRETS, 'A3900010001')}`;
    const { config } = running().app;
    const proves = (secrets: Secrets) => provenSerial({ ...config, ...secrets }, header);
    expect([accepted, used, alone].map(proves)).toEqual(['A3900010001', 'A3900010001', null]);
    const session = Buffer.alloc(32, 1);
    const stored = smsCodeHash(TEST_KEY, session, '123456');
    const isRight = ({ encryptionKeys }: Secrets) => isSmsCode(encryptionKeys, stored, session, '123 456');
    expect([accepted, used, alone].map(isRight)).toEqual([true, true, false]);
    expect(isSmsCode(used.encryptionKeys, stored, session, '123457')).toBe(false);
  });

  test('is recognized while both are: a request that is sent again with its id', async () => {
    const [patient, machine] = [await makePatient(viewer.orgId), await makeMachine(viewer.orgId)];
    const id = randomUUID();
    const send = () =>
      viewer.rest(
        'POST',
        `/api/patients/${patient.id}/devices`,
        { serial_number: machine.serial, start_date: '2026-01-01' },
        { 'idempotency-key': id },
      );
    const first = await send();
    expect(first.status).toBe(201);
    expect((await under(used, send)).body.data.id).toBe(first.body.data.id);
    expect((await under(alone, send)).status).not.toBe(201);
  });
});

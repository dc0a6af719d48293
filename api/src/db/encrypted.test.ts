import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from '@jest/globals';
import { admin, usePortal } from '../../test/harness.ts';
import { ENCRYPTED } from './encrypted.ts';

usePortal();

const SRC = join(import.meta.dirname, '..');

/** The files that encrypt, and the columns that each writes: typed by reading them. A new one is a new line here and in the list. */
const WRITERS: Record<string, string[]> = {
  'activity/audit-keys.ts': ['seal_keys.key_cipher'],
  'sign-in/two-factor-enrollment.ts': ['second_factor_challenges.secret', 'second_factors.app_secret'],
  'compliance-reports/report-keys.ts': ['report_keys.private_cipher'],
  'db/factories.ts': ['machines.pin_cipher'],
  'db/secrets.command.ts': [],
  'demo/second-factors.ts': ['second_factors.app_secret'],
  'device-history/device-pin.service.ts': ['machines.pin_cipher'],
  'hand-offs/hand-offs.service.ts': ['hand_offs.pin_cipher'],
  'mail/mail-delivery.ts': ['mails.link_cipher'],
  'shared/cipher.ts': [],
  'webhooks/webhook-endpoints.service.ts': ['webhook_secrets.secret_cipher'],
};
const names = ENCRYPTED.map(({ table, column }) => `${table}.${column}`);

test('every column whose name says that it is a cipher or a secret is in the list', async () => {
  const { rows } = await admin.query<{ name: string }>(
    `select c.relname || '.' || a.attname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and a.atttypid = 'text'::regtype and a.attname ~ '(cipher|secret)'
      order by 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual([...names].sort());
});

test('every file that encrypts writes a column of the list, and every column has such a file', () => {
  const files = globSync(join(SRC, '**/*.ts'))
    .filter((file) => !file.endsWith('.test.ts') && /\bencryptColumn\(/.test(readFileSync(file, 'utf8')))
    .map((file) => relative(SRC, file).replaceAll('\\', '/'));
  expect(files.sort()).toEqual(Object.keys(WRITERS).sort());
  expect([...new Set(Object.values(WRITERS).flat())].sort()).toEqual([...names].sort());
});

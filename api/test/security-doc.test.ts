import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const doc = read('docs/security.md');
const variables = [...read('api/src/shared/config.ts').matchAll(/\b[A-Z]+(?:_[A-Z]+)*_(?:SECRET|KEY|URL|PROXIES)\b/g)];

test.each([...new Set(variables.flat())].filter((name) => !['PUBLIC_URL', 'REALTIME_KEY'].includes(name)))(
  'the documented keys and connections have %s',
  (name) => expect(doc).toContain(`\`${name}\``),
);

test.each(['docs/security.md', 'SECURITY.md'])('each file that %s links to is there', (file) => {
  const links = [...read(file).matchAll(/\]\(([^)#]+)/g)].map(([, link]) => link!);
  expect(links.length).toBeGreaterThan(0);
  expect(links.filter((link) => !existsSync(join(ROOT, file, '..', link)))).toEqual([]);
});

import { expect, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { anonymous, usePortal } from '../test/harness.ts';

usePortal();

const PROGRAM = readFileSync(join(import.meta.dirname, '../verifier/airlog-verify.mjs'), 'utf8');
const get = (path: string) => anonymous().rest('GET', path, undefined, { accept: 'text/html' });

test('the program is served to anyone, as a file', async () => {
  const { status, headers, text } = await get('/verify/airlog-verify.mjs');
  expect([status, headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
  expect(headers.get('content-disposition')).toBe('attachment; filename=airlog-verify.mjs');
  expect(text).toBe(PROGRAM);
});

test('the page is served to anyone: one file with the program inside it', async () => {
  const { status, headers, text } = await get('/verify/offline.html');
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(text).toContain(PROGRAM.slice(PROGRAM.indexOf('\n') + 1));
  expect(text).not.toMatch(/__[A-Z]+__/);
  expect(text).not.toMatch(/ (src|href)=/);
});

test('the policy of the page, in its header and in the saved file, allows its own script and style and no connection', async () => {
  const { headers, text } = await get('/verify/offline.html');
  const hash = (tag: string, end: string) => {
    const [, content] = text.split(tag);
    return createHash('sha256').update(content!.split(end)[0]!).digest('base64');
  };
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${hash('<script type="module">', '</script>')}'`,
    `style-src 'sha256-${hash('<style>', '</style>')}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  expect(headers.get('content-security-policy')).toBe(`${policy}; frame-ancestors 'none'`);
  expect(text).toContain(`http-equiv="Content-Security-Policy" content="${policy}"`);
});

test('the page has the same texts in both languages', async () => {
  const { text } = await get('/verify/offline.html');
  const [, rest] = text.split('type="application/json">');
  const texts = JSON.parse(rest!.split('</script>')[0]!) as Record<'en' | 'es', object>;
  const shape = (value: unknown): unknown =>
    typeof value === 'string'
      ? [...value.matchAll(/\{\w+\}/g)].map(String).sort()
      : Object.fromEntries(Object.entries(value as object).map(([name, one]) => [name, shape(one)]));
  expect(shape(texts.es)).toEqual(shape(texts.en));
});

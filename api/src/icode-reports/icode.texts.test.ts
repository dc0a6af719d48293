import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { createICodeRegistry } from './icode-registry.ts';

const textsOf = (path: string) =>
  JSON.parse(readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')) as Record<string, unknown>;

// "iCode 17 digits (01234567890123456)": document 000, section 5. A codec that reads 16 digits belongs in these texts too.
test.each(['en', 'es'])('every text about the digits of an iCode says 17: %s', (language) => {
  const server = textsOf(`api/src/locales/${language}.json`)['icode.format'];
  const form = textsOf(`web/src/locales/${language}/rules.json`)['icode.format'];
  const { add } = textsOf(`web/src/locales/${language}/icode-reports.json`) as { add: { digits: string } };
  for (const text of [server, form, add.digits]) expect(String(text).match(/\d+/g)).toEqual(['17']);
  expect(form).toBe(server);
});

test('a code of 16 digits is read by no codec, and refused with its own text', async () => {
  const registry = createICodeRegistry(['ic1']);
  expect(await registry.decode('A3900012345', '0995514010100977')).toMatchObject({ ok: false, error: 'unsupported' });
});

import { beforeAll, describe, expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import en from '../../src/locales/en.json' with { type: 'json' };
import es from '../../src/locales/es.json' with { type: 'json' };
import { matrix } from '../../src/auth/matrix.ts';
import { translate, type MessageKey } from '../../src/shared/messages.ts';
import { anonymous, asViewer, makeHistory, makeMachine, makePatient, usePortal, type TestViewer } from '../harness.ts';
import { restOperations } from './operations.ts';

usePortal();

const english: Record<string, string> = en;
const spanish: Record<string, string> = es;
const placeholders = (text: string) => [...text.matchAll(/{{\s*(\w+)/g)].map(([, name]) => name).sort();

/** Texts in groups, by their whole keys. */
const flat = (texts: object, prefix = ''): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([key, text]) =>
      typeof text === 'string' ? [[`${prefix}${key}`, text]] : Object.entries(flat(text as object, `${prefix}${key}.`)),
    ),
  );

/** Texts that are the same in both languages: abbreviations, trade names, units. */
const ALIKE =
  /^(settings\.label\.(smart_[abc]_flag|epap|ipap|ti|reslex)|settings\.value\.(\d+_mm|nasal)|settings\.source\.(qr|pc)|announcements\.csv\.roles|[a-z_.]+\.csv\.(id|pin|host))$/;

describe('the messages of the server', () => {
  test('have the same keys and placeholders in English and Spanish, and none is empty', () => {
    expect(Object.keys(spanish).sort()).toEqual(Object.keys(english).sort());
    for (const key of Object.keys(english))
      expect({ key, has: placeholders(spanish[key]!), text: spanish[key]!.trim() !== '' }).toEqual({
        key,
        has: placeholders(english[key]!),
        text: true,
      });
  });

  test('are translated: only abbreviations and names are the same', () => {
    expect(Object.keys(english).filter((key) => english[key] === spanish[key] && !ALIKE.test(key))).toEqual([]);
  });

  test('have one name for each thing, that of the screens', () => {
    const others = {
      en: /date of birth|patient number/i,
      es: /\b(sedes?|sucursal(es)?|función|funciones|configuración|fichas?|fecha (inicial|final)|claves? API|Wireless)\b|\b[Aa]ñad|número de paciente/i,
    };
    expect(Object.values(english).filter((text) => others.en.test(text))).toEqual([]);
    expect(Object.values(spanish).filter((text) => others.es.test(text))).toEqual([]);
  });

  test('name the roles as the client does', () => {
    for (const [locale, texts] of [
      ['en', english],
      ['es', spanish],
    ] as const) {
      const client = new URL(`../../../web/src/locales/${locale}/users.json`, import.meta.url);
      const { roleNames } = JSON.parse(readFileSync(client, 'utf8')) as { roleNames: object };
      const names = Object.entries(texts).filter(([key]) => key.startsWith('role.'));
      expect(flat(roleNames)).toEqual(Object.fromEntries(names.map(([key, text]) => [key.slice(5), text])));
    }
  });

  test('write 2,000 with a comma in both languages', () => {
    expect([...Object.values(english), ...Object.values(spanish)].filter((text) => /\d\.\d{3}\b/.test(text))).toEqual(
      [],
    );
  });

  test('use every value that they are given', () => {
    const values = Object.fromEntries(
      Object.values(english)
        .flatMap(placeholders)
        .map((name) => [name!, '7']),
    );
    for (const locale of ['en', 'es'] as const)
      for (const key of Object.keys(english)) expect(translate(locale, key as MessageKey, values)).not.toMatch(/{{|}}/);
  });

  test('write the numbers that they are given with a comma in both languages', () => {
    const given = Object.entries(english).filter(([, text]) =>
      placeholders(text).some((name) => /max|count/.test(name!)),
    );
    expect(given.length).toBeGreaterThan(30);
    for (const locale of ['en', 'es'] as const)
      for (const [key] of given)
        expect(translate(locale, key as MessageKey, { max: 12345, count: 12345 })).toMatch(/\b12,345\b/);
  });

  test('include every key that the rules of the forms name', () => {
    const source = new URL('../../src/', import.meta.url);
    const rules = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.rules.ts'),
    );
    expect(rules.length).toBeGreaterThan(3);
    // yup's refusals: required('key'), typeError('key'), min(1, 'key'), test('name', 'key', …)
    const named = rules.flatMap((file) =>
      [
        ...readFileSync(new URL(file, source), 'utf8').matchAll(
          /\.(?:required|typeError|matches|min|max|oneOf|email|integer)\([^()]*?'([a-z_]+(?:\.[a-z_-]+)*)'\)/g,
        ),
      ].map((match) => match[1]!),
    );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((key) => !(key in english))).toEqual([]);
  });
});

/** Tables whose rows are saved as a file. */
const tables = restOperations
  .filter(({ operation, path }) => path.endsWith('/datatable') && matrix[operation]!.export)
  .map(({ path }) => path);

describe('the CSV file', () => {
  let readers: Record<'en' | 'es', TestViewer>;
  beforeAll(async () => {
    readers = { en: await asViewer({ kind: 'support' }), es: await asViewer({ kind: 'support', locale: 'es' }) };
    const { orgId } = await asViewer();
    await makeHistory(await makePatient(orgId), await makeMachine(orgId));
  });

  test.each(tables)("of %s has its titles in the user's language", async (path) => {
    const titles = async (locale: 'en' | 'es') => {
      const reader = readers[locale];
      const address = path.replace('{org_id}', String(reader.orgId)).replace('{user_id}', String(reader.userId));
      const [first] = (await reader.rest('GET', `${address}?csv=true`)).text.split('\r\n');
      return first!.replaceAll('(America/New_York)', '({{zone}})').split(',');
    };
    const [ours, theirs] = [await titles('en'), await titles('es')];
    expect(ours.length).toBeGreaterThan(3);
    expect(theirs).toHaveLength(ours.length);
    const texts = new Map(
      Object.entries(english)
        .filter(([key]) => key.includes('.csv.'))
        .map(([key, text]) => [text, key]),
    );
    expect(ours.filter((title) => !texts.has(title))).toEqual([]);
    expect(theirs.filter((title) => !Object.values(spanish).includes(title))).toEqual([]);
    expect(theirs).not.toEqual(ours);
  });
});

test.each(['en', 'es'] as const)('an error without a viewer is in the requested language: %s', async (language) => {
  const { body } = await anonymous().rest('GET', '/api/patients/datatable', undefined, {
    'accept-language': language,
  });
  expect(body.message).toBe(translate(language, 'unauthenticated'));
});

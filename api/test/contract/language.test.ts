import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const ROOT = new URL('../../../', import.meta.url);

/** The places whose texts are in plain American English. */
const PLACES = [
  '*.md',
  'docs/*.md',
  'docker-compose.yml',
  'schema.graphql',
  'schema.sql',
  'api/decisions/*.md',
  'api/{src,scripts,test}/**/*.{ts,js,sql}',
  'api/src/locales/en.json',
  'web/*.{ts,js,html}',
  'web/{src,e2e}/**/*.{ts,tsx,js,css}',
  'web/src/locales/en/*.json',
];

/** British spellings, words that hide who does what, and metaphors in place of a term: also as parts of names. */
const WORDS = new RegExp(
  [
    String.raw`\w*(?:organis(?!m)|authoris|recognis|normalis|serialis|initialis|optimis|summaris)\w*`,
    String.raw`\w*(?:behaviour|colour|catalogue|neighbour|favour|honour)\w*`,
    String.raw`\b(?:cancell(?:ed|ing)|labell(?:ed|ing)|misspelt)\b`,
    String.raw`(?<![\w-])(?:tells?|told|whoever|whomever|whom|anew|nobody|meanwhile|beside|thereby)\b`,
    String.raw`\b(?:doors?|deeds?|dear|homeless|strangers?)\b|(?-i:(?<=[a-z])(?:Doors?|Deeds?|Strangers?)(?![a-z]))`,
  ].join('|'),
  'gi',
);

/** Quoted from the specification documents, or the names of others. */
const QUOTATIONS = [
  "the patient organisation sets disallow_external_device_edit and the user's organisation differs from the patient's",
  "the patient organisation's physician_can_add_missing_pin",
  'the account `nobody`',
  "'nobody'",
  // Keys of translations.
  "t('meanwhile.",
  '"meanwhile": {',
];

/** The text of a file on one line, without the marks of comments that a line begins with. */
const textOf = (file: string) =>
  readFileSync(new URL(file, ROOT), 'utf8').replace(/\s*\n\s*(?:\*|\/\/|--|#)?\s*/g, ' ');

const findings = (text: string) =>
  [...QUOTATIONS.reduce((rest, quotation) => rest.replaceAll(quotation, ''), text).matchAll(WORDS)].map(
    ([word]) => word,
  );

/** This file: it lists the words. */
const EXCEPTIONS = /^api\/test\/contract\/language\.test\.ts$/;

const FILES = globSync(PLACES, { cwd: fileURLToPath(ROOT) }).filter((file) => !EXCEPTIONS.test(file));

test('code, schema, decisions and messages are in American spelling, name who does what, and use terms', () => {
  expect(FILES.length).toBeGreaterThan(300);
  expect(FILES.flatMap((file) => findings(textOf(file)).map((word) => `${file}: ${word}`))).toEqual([]);
});

test.each([
  'The organisation',
  'Colours',
  'cancelled',
  'is told',
  'nobody sees it',
  'whom it may concern',
  'one door for all',
  'equipmentDoor',
  '#deeds',
  'a stranger',
])('%j is found', (text) => expect(findings(text)).toHaveLength(1));

test.each([
  'organization',
  'organism',
  'settings.changed_meanwhile',
  'changed-meanwhile',
  'isCancelled',
  'outdoors',
  'indeed',
])('%j is not a finding', (text) => expect(findings(text)).toEqual([]));

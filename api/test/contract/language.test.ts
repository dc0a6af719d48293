import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { parse, visit } from 'graphql';

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

/** This file lists the words, and the servers that benchmarks compare with bring packages. */
const EXCEPTIONS = /^api\/test\/contract\/language\.test\.ts$|\/node_modules\//;

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

/** Phrases in place of a term: "of now" for current, "behind" for after, "goes on" for continues. */
const PHRASES = new RegExp(
  [
    String.raw`\b(?:of|as|from) then\b(?! on)|\bof now\b|\bfrom (?:now|then) on\b`,
    String.raw`\bbehind\b|\bof the own\b|\blooked at\b|\bhow far\b`,
    String.raw`\bnothing of (?:it|them)\b|\bbecame of\b|\b(?:do|does|did) without\b`,
    String.raw`\b(?:go|goes|went|going) on\b`,
  ].join('|'),
  'i',
);

/** A label is a noun: "State of the night." and not "How the night is counted.". */
const CLAUSE = /^(?:(?:until|since) when|to whom|what|how|why|when|where|whether|which|who|whose)\b(?!.*\?$)/i;

/** Every description of schema.graphql, with the line on which it begins. */
function descriptions(): { at: string; text: string }[] {
  const found: { at: string; text: string }[] = [];
  visit(parse(readFileSync(new URL('schema.graphql', ROOT), 'utf8')), {
    StringValue(node, key) {
      if (key === 'description') found.push({ at: `schema.graphql:${node.loc!.startToken.line}`, text: node.value });
    },
  });
  return found;
}

/** Every text of a file of translations. */
function textsOf(file: string): { at: string; text: string }[] {
  const found: { at: string; text: string }[] = [];
  JSON.parse(readFileSync(new URL(file, ROOT), 'utf8'), (key, value: unknown) => {
    if (typeof value === 'string') found.push({ at: `${file}: ${key}`, text: value });
    return value;
  });
  return found;
}

test('a description of the schema is a label or a sentence, and says "current" and not "of now"', () => {
  const all = descriptions();
  expect(all.length).toBeGreaterThan(3000);
  expect(all.filter(({ text }) => PHRASES.test(text) || CLAUSE.test(text))).toEqual([]);
});

test('a text on screen uses the same terms', () => {
  const files = FILES.filter((file) => file.includes('locales/'));
  expect(files.length).toBeGreaterThan(30);
  expect(files.flatMap(textsOf).filter(({ text }) => PHRASES.test(text))).toEqual([]);
});

test.each(['The values of now.', 'The part behind the @', 'Nothing of it is kept', 'It goes on', 'as then'])(
  '%j is a phrase in place of a term',
  (text) => expect(text).toMatch(PHRASES),
);

test.each(['How far it is.', 'Whether codes are accepted.', 'Until when it works.', 'What was done.'])(
  '%j is a clause and no label',
  (text) => expect(text).toMatch(CLAUSE),
);

test.each(['Current values.', 'Number of nights of the period.', 'Who has access?', 'Whatever changed', 'now'])(
  '%j is a label or a question',
  (text) => {
    expect(text).not.toMatch(PHRASES);
    expect(text).not.toMatch(CLAUSE);
  },
);

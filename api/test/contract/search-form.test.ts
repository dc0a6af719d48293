import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { plainText } from '../../src/shared/text.rules.ts';
import { admin, usePortal } from '../harness.ts';

// The form in which text is searched, filtered and compared is computed in TypeScript and in SQL (decisions/133).

usePortal();

/** The search forms that the database computes. */
async function inSql(texts: readonly string[], collation = 'default'): Promise<string[]> {
  const { rows } = await admin.query<{ plain: string }>(
    `select plain_text(t collate "${collation}") as plain from unnest($1::text[]) with ordinality as x (t, nth) order by nth`,
    [texts],
  );
  return rows.map(({ plain }) => plain);
}

/** Letters that Unicode has since version 15: a database may be older than this program, or newer. */
const RECENT = /[\u1c89\u1c8a\ua7cb-\ua7cf\ua7d2-\ua7dc\ua7f1-\ua7f4]/u;
const isText = (code: number) => code > 0 && (code < 0xd800 || code > 0xdfff);

test('every character of the basic plane has one search form on both sides', async () => {
  const all = Array.from({ length: 0x10000 }, (_, code) => code)
    .filter(isText)
    .map((code) => String.fromCharCode(code))
    .filter((character) => !RECENT.test(character));
  const found = await inSql(all);
  expect(all.filter((character, nth) => found[nth] !== plainText(character))).toEqual([]);
});

/** Of all planes, and often of those characters that a rule names. */
const character = fc.oneof(
  fc
    .integer({ min: 1, max: 0x2ffff })
    .filter(isText)
    .map((code) => String.fromCodePoint(code)),
  fc.integer({ min: 0x20, max: 0x24f }).map((code) => String.fromCodePoint(code)),
  fc.constantFrom(..."'’‘ʼ`´΄- ‐–−\t\u00a0\u200b\u2060\ufeff\u00ad\u200dİıßẞςΣłŁÆþéñ\u0301\u0303".split('')),
);
const text = fc
  .array(character, { maxLength: 30 })
  .map((characters) => characters.join(''))
  // Characters above the basic plane that are younger than the database differ only there.
  .filter(
    (one) =>
      !RECENT.test(one) &&
      !/[\u{10d50}-\u{10d8f}\u{16ea0}-\u{16eff}\u{1ccd6}-\u{1ccf9}\u{105c0}-\u{105ff}\u{11380}-\u{113ff}\u{16100}-\u{1613f}\u{16d40}-\u{16d7f}\u{1e030}-\u{1e08f}]/u.test(
        one,
      ),
  );

test('random text of all planes has one search form on both sides, under every collation', async () => {
  const texts = fc.sample(text, { numRuns: 4000, seed: 98 });
  const wanted = texts.map(plainText);
  for (const collation of ['default', 'C', 'und-x-icu', 'tr-x-icu', 'en-x-icu'])
    expect((await inSql(texts, collation)).map((plain, nth) => [texts[nth], plain])).toEqual(
      wanted.map((plain, nth) => [texts[nth], plain]),
    );
});

test('the search form of a search form, of NFC and of NFD is itself, and capital letters have that of small ones', () => {
  fc.assert(
    fc.property(text, (one) => {
      const plain = plainText(one);
      expect([plainText(plain), plainText(one.normalize('NFC')), plainText(one.normalize('NFD'))]).toEqual([
        plain,
        plain,
        plain,
      ]);
    }),
    { numRuns: 2000 },
  );
  for (const name of ['Ibáñez', 'Łukasz', 'Søren', 'Ζωή', 'Ольга', 'Գոռ', 'Weiß', 'Ñandú', 'Ðóra'])
    expect(plainText(name.toUpperCase())).toBe(plainText(name));
});

test.each([
  ["O'Brien", 'obrien'],
  ['O’Brien', 'obrien'],
  ['O‘Brien', 'obrien'],
  ['OʼBrien', 'obrien'],
  ['O`Brien', 'obrien'],
  ['O´Brien', 'obrien'],
  ['Kaʻiulani', 'kaiulani'],
  ['D＇Angelo', 'dangelo'],
  ['Núñez-Vega', 'nunez vega'],
  ['Núñez\u2011Vega', 'nunez vega'],
  ['Núñez – Vega', 'nunez vega'],
  ['Nu\u0301n\u0303ez\u00a0Vega', 'nunez vega'],
  ['Nú\u200bñez\u00adVega', 'nunezvega'],
  ['\ufeffVega\u2060', 'vega'],
  ['ﬁnch', 'finch'],
  ['ＡＢＣ１２', 'abc12'],
  ['ΟΔΥΣΣΕΥΣ', 'οδυσσευσ'],
  ['Οδυσσεύς', 'οδυσσευσ'],
  ['ЩЕРБАКЁВ', 'щербакев'],
  ['İpek', 'ipek'],
  ['Straẞe', 'strasse'],
  ['50%_\\', '50%_\\'],
])('%s is searched as %j', async (typed, wanted) => {
  expect([plainText(typed), ...(await inSql([typed]))]).toEqual([wanted, wanted]);
});

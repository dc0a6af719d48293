import fc from 'fast-check';
import { splitPastedICodes } from './icode-paste.rules.ts';

const A = '06469104191312994';
const B = '23574720734074755';
const OLD = '0995514010100977';
const undated = (...codes: string[]) => codes.map((icode) => ({ collected: null, icode }));

describe('pasting several codes', () => {
  test.each([
    ['one code', A, [A]],
    ['codes on lines', `${A}\r\n${B}\n\n`, [A, B]],
    ['codes on one line', `${A} ${B}`, [A, B]],
    ['codes with commas, semicolons and tabs', `${A},${B};${A}\t${B}`, [A, B, A, B]],
    ['codes in groups on lines', '0646 9104 1913 1299 4\n2357-4720-7340-7475-5', [A, B]],
    ['codes in groups on one line', '0646 9104 1913 1299 4 2357 4720 7340 7475 5', [A, B]],
    ['16-digit codes in groups on one line', '0995 5140 1010 0977 0995 5140 1010 0977', [OLD, OLD]],
    ['codes with labels', `1 day: ${A}\n90 d 2357 4720 7340 7475 5\n365) ${OLD}`, [A, B, OLD]],
    ['a label directly before a whole code', `30 ${A}`, [A]],
    [
      'a code with a digit missing stays visible',
      `0646910419131299\n2357 4720 7340 747`,
      ['0646910419131299', '235747207340747'],
    ],
    ['a code with a digit too many stays visible', `${A}0`, [`${A}0`]],
    [
      'figures printed next to a code are not a code',
      `  30 d      ${A.replace(/(\d{4})(?=\d)/g, '$1 ')}         38       30      400       9.5  11.0   3.2        0 %`,
      [A],
    ],
    ['text without codes', 'no codes today, call 30 d', []],
    ['nothing', '', []],
  ])('%s', (_sentence, text, codes) => {
    expect(splitPastedICodes(text)).toEqual(undated(...codes));
  });

  test("a line's only date belongs to its codes", () => {
    expect(splitPastedICodes(`2026-05-01 ${A}\n${B}\t5/2/2026\n${OLD}`)).toEqual([
      { collected: '2026-05-01', icode: A },
      { collected: '2026-05-02', icode: B },
      { collected: null, icode: OLD },
    ]);
  });

  test('two dates or an impossible one on a line give no date', () => {
    expect(splitPastedICodes(`2026-05-01 2026-05-02 ${A}\n13/45/2026 ${B}`)).toEqual(undated(A, B));
  });

  test('any codes, grouped in any way, are returned in order', () => {
    const code = fc.stringMatching(/^[0-9]{17}$/);
    const separator = fc.constantFrom('\n', '\r\n', ', ', ';', '\t', ' ');
    fc.assert(
      fc.property(
        fc.array(code, { minLength: 1, maxLength: 6 }),
        separator,
        fc.constantFrom('', ' ', '-'),
        (list, between, joint) => {
          const text = list.map((each) => each.match(/.{1,4}/g)!.join(joint)).join(between);
          expect(splitPastedICodes(text)).toEqual(undated(...list));
        },
      ),
    );
  });
});

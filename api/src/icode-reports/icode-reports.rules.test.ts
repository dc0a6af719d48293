import type { ValidationError } from 'yup';
import { isCalendarDate } from '../shared/text.rules.ts';
import { iCodeSubmissionRules } from './icode-reports.rules.ts';

const row = { collected: '2026-05-01', icode: '06469104191312994' };
const submission = { patientId: 7, serial: 'A3900012345', codes: [row] };

const refusals = async (input: unknown): Promise<[string | undefined, string][]> => {
  try {
    await iCodeSubmissionRules.validate(input, { abortEarly: false });
    return [];
  } catch (error) {
    return (error as ValidationError).inner.map(({ path, message }) => [path, message]);
  }
};

describe('an iCode submission', () => {
  test('a serial is trimmed and upper-cased, and its spaces and dashes are removed', async () => {
    const clean = await iCodeSubmissionRules.validate({ ...submission, serial: '  a390-0012 345 ' });
    expect(clean.serial).toBe('A3900012345');
  });

  test('spaces and dashes of any kind are removed from a code', async () => {
    const clean = await iCodeSubmissionRules.validate({
      ...submission,
      codes: [{ ...row, icode: ' 0646-9104 1913\u00A01299\u20134\n' }],
    });
    expect(clean.codes).toEqual([row]);
  });

  test('a patient is optional: an anonymous code has no patient', async () => {
    expect(await refusals({ ...submission, patientId: null })).toEqual([]);
    expect(await iCodeSubmissionRules.validate({ serial: 'A1', codes: [row] })).toMatchObject({ patientId: null });
    expect(await refusals({ ...submission, patientId: ['7'] })).toEqual([['patientId', 'invalid']]);
  });

  test('collected is stored as YYYY-MM-DD HH:mm:ss or YYYY-MM-DD by existing clients, and both are accepted', async () => {
    const codes = [{ ...row, collected: '2026-05-01 23:59:59' }, row];
    expect((await iCodeSubmissionRules.validate({ ...submission, codes })).codes).toEqual([row, row]);
    const refused = [
      { ...row, collected: '2026-05-01T00:00:00' },
      { ...row, collected: '2026-02-29 00:00:00' },
    ];
    expect(await refusals({ ...submission, codes: refused })).toEqual([
      ['codes[0].collected', 'date.invalid'],
      ['codes[1].collected', 'date.invalid'],
    ]);
  });

  test.each([1, 4])('%d rows are accepted', async (count) => {
    expect(await refusals({ ...submission, codes: Array(count).fill(row) })).toEqual([]);
  });

  test.each([
    ['icode of 16 digits', '0995514010100977'],
    ['icode of 17 digits', row.icode],
  ])('an %s is accepted', async (_name, icode) => {
    expect(await refusals({ ...submission, codes: [{ ...row, icode }] })).toEqual([]);
  });

  test.each<[string, unknown, string, string]>([
    ['no serial', { ...submission, serial: undefined }, 'serial', 'required'],
    ['a null serial', { ...submission, serial: null }, 'serial', 'required'],
    ['a serial of spaces', { ...submission, serial: ' - ' }, 'serial', 'required'],
    ['a serial with other characters', { ...submission, serial: "A39'\u0000" }, 'serial', 'serial.format'],
    ['a serial that is not a string', { ...submission, serial: { $ne: '' } }, 'serial', 'serial.format'],
    ['an overlong serial', { ...submission, serial: 'A'.repeat(33) }, 'serial', 'serial.format'],
    ['no rows', { ...submission, codes: [] }, 'codes', 'codes.min'],
    ['missing rows', { ...submission, codes: undefined }, 'codes', 'codes.min'],
    ['null rows', { ...submission, codes: null }, 'codes', 'codes.min'],
    ['rows that are not a list', { ...submission, codes: 'x' }, 'codes', 'codes.min'],
    ['five rows', { ...submission, codes: Array(5).fill(row) }, 'codes', 'codes.max'],
    ['a row that is null', { ...submission, codes: [null] }, 'codes[0]', 'required'],
    ['a row that is a string', { ...submission, codes: [row, 'x'] }, 'codes[1]', 'invalid'],
    ['no code', { ...submission, codes: [{ ...row, icode: '' }] }, 'codes[0].icode', 'required'],
    ['a null code', { ...submission, codes: [{ ...row, icode: null }] }, 'codes[0].icode', 'required'],
    [
      'a code of 15 digits',
      { ...submission, codes: [row, { ...row, icode: '064691041913129' }] },
      'codes[1].icode',
      'icode.format',
    ],
    [
      'a code of 18 digits',
      { ...submission, codes: [{ ...row, icode: `${row.icode}0` }] },
      'codes[0].icode',
      'icode.format',
    ],
    [
      'a code with letters',
      { ...submission, codes: [{ ...row, icode: 'O6469104191312994' }] },
      'codes[0].icode',
      'icode.format',
    ],
    [
      'a code sent as a number',
      { ...submission, codes: [{ ...row, icode: 6469104191312994 }] },
      'codes[0].icode',
      'icode.format',
    ],
    ['no date', { ...submission, codes: [{ ...row, collected: '' }] }, 'codes[0].collected', 'required'],
    [
      'an invalid date',
      { ...submission, codes: [{ ...row, collected: '05/01/2026' }] },
      'codes[0].collected',
      'date.invalid',
    ],
    [
      'a day that does not exist',
      { ...submission, codes: [{ ...row, collected: '2026-02-29' }] },
      'codes[0].collected',
      'date.invalid',
    ],
    [
      'a date sent as a number',
      { ...submission, codes: [{ ...row, collected: 20260501 }] },
      'codes[0].collected',
      'date.invalid',
    ],
  ])('%s is refused with a key on its field', async (_sentence, input, path, key) => {
    expect(await refusals(input)).toEqual([[path, key]]);
  });

  test('each row is validated on its own', async () => {
    const codes = [{ collected: 'x', icode: '1' }, row, { collected: '', icode: '' }];
    expect(new Set((await refusals({ ...submission, codes })).map(String))).toEqual(
      new Set([
        'codes[0].collected,date.invalid',
        'codes[0].icode,icode.format',
        'codes[2].collected,required',
        'codes[2].icode,required',
      ]),
    );
  });
});

test.each([
  ['2024-02-29', true],
  ['2000-02-29', true],
  ['1900-02-29', false],
  ['2026-04-31', false],
  ['2026-13-01', false],
  ['2026-00-10', false],
  ['2026-01-00', false],
  ['0000-01-01', false],
  ['2026-1-1', false],
  ['2026-01-01T00:00:00Z', false],
])('%s is a calendar date: %s', (text, expected) => {
  expect(isCalendarDate(text)).toBe(expected);
});

import { describe, expect, test } from '@jest/globals';
import { urls } from '../../lib/urls.ts';
import { readPrintAddress } from './iCodePrintAddress.ts';
import { cssString } from '../../components/printStyles.ts';

const read = (query: string) => readPrintAddress(new URLSearchParams(query));
const plain = { patientId: 7, serial: 'A1', reportIds: [1, 2], showProvider: false, debug: false, printAtOnce: false };

describe('the address of the printable report', () => {
  test('has patient_id, serial and reports_ids[] repeated', () => {
    expect(decodeURIComponent(urls.icodePrint({ patientId: 7, serial: 'A1', reportIds: [1, 2] }))).toBe(
      '/reports/icode?patient_id=7&serial=A1&reports_ids[]=1&reports_ids[]=2',
    );
  });

  test('has show_ep=1 when the optional flag is on and view=1 in debug mode', () => {
    expect(decodeURIComponent(urls.icodePrint({ serial: 'A1', reportIds: [1], showProvider: true, debug: true }))).toBe(
      '/reports/icode?serial=A1&reports_ids[]=1&show_ep=1&view=1',
    );
  });

  test.each<[string, string, object | null]>([
    ['what it was written from', 'patient_id=7&serial=A1&reports_ids[]=1&reports_ids[]=2', plain],
    ['numbered and bare names of the ids', 'patient_id=7&serial=A1&reports_ids[0]=1&reports_ids=2', plain],
    ['one id named twice as one', 'patient_id=7&serial=A1&reports_ids[]=1&reports_ids[]=2&reports_ids[]=1', plain],
    [
      'all flags',
      'patient_id=7&serial=A1&reports_ids[]=1&reports_ids[]=2&show_ep=1&view=1&print=1',
      { ...plain, showProvider: true, debug: true, printAtOnce: true },
    ],
    ['only 1 as on', 'patient_id=7&serial=A1&reports_ids[]=1&reports_ids[]=2&show_ep=0&view=true', plain],
    ['no patient', 'serial=A1&reports_ids[]=1&reports_ids[]=2', { ...plain, patientId: null }],
    [
      'an empty patient as none',
      'patient_id=&serial=A1&reports_ids[]=1&reports_ids[]=2',
      { ...plain, patientId: null },
    ],
    ['no serial as wrong', 'patient_id=7&reports_ids[]=1', null],
    ['no reports as wrong', 'patient_id=7&serial=A1', null],
    ['text for an id as wrong', 'patient_id=7&serial=A1&reports_ids[]=1&reports_ids[]=x', null],
    ['text for a patient as wrong', 'patient_id=me&serial=A1&reports_ids[]=1', null],
    ['a number that is too long for an id as wrong', 'patient_id=7&serial=A1&reports_ids[]=9999999999', null],
    ['zero for an id as wrong', 'patient_id=7&serial=A1&reports_ids[]=0', null],
  ])('is parsed back: %s', (_case, query, expected) => {
    expect(read(query)).toEqual(expected);
  });
});

test('a name cannot end the text of the margin', () => {
  expect(cssString('A"; } body { display: none }\n').slice(1, -1)).not.toMatch(/[";{}\n]/);
  expect(cssString('Ñandú 7')).toBe('"Ñandú\\20 7"');
});

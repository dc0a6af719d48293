import { expect, test } from '@jest/globals';
import { createI18n } from '../../lib/i18n.ts';
import { loadTexts } from '../../testing/texts.ts';
import { usageCsv } from './usageCsv.ts';
import { aDay } from './usageFixtures.ts';
import { nightLines, spokenNight } from './usageText.ts';

const [en, es] = await Promise.all(
  (['en', 'es'] as const).map(async (language) => (await createI18n(language, loadTexts)).getFixedT(language, 'usage')),
);
const used = aDay('2026-01-10', { minutes: 312, ahi: 3, pressure: 8.25, p95: 10.5, leak: 6 });
const silent = aDay('2026-01-11', {
  state: 'noData',
  minutes: null,
  ahi: null,
  pressure: null,
  p95: null,
  pressureOf: null,
  leak: null,
  sources: [],
  serials: [],
});
const noted = aDay('2026-01-12', {
  notes: [
    { kind: 'corrected', source: 'WIRELESS', minutes: 400, recordedDate: '2025-12-12' },
    { kind: 'overruled', source: 'SD', minutes: 65, recordedDate: '2026-01-12' },
    { kind: 'shorter', source: 'WIRELESS', minutes: 125, recordedDate: '2026-01-13' },
    { kind: 'code', source: 'QR', minutes: 300, recordedDate: '2026-01-12' },
  ],
});

test('a night is read aloud with its hours and minutes as words, its state and its figures', () => {
  expect(spokenNight(en!, used, 240)).toBe(
    '01/10/2026. 5 h 12 min of use (4 h or more). AHI 3.0 events/h. Pressure 8.3 cmH₂O. P95 10.5 cmH₂O. Mean leak 6.0 L/min. Source: Wireless. Device: A1',
  );
  expect(spokenNight(es!, silent, 240)).toBe('01/11/2026. Sin datos');
});

test('the tooltip has use as h:mm, and what is not available is left out', () => {
  expect(nightLines(en!, used, 240)[0]).toBe('Use 5:12 (4 h or more)');
  expect(nightLines(en!, silent, 240)).toEqual(['No data']);
});

test('the hours of the state are those of the rule', () => {
  expect(nightLines(en!, { ...used, state: 'short' }, 270)[0]).toBe('Use 5:12 (Less than 4.5 h)');
});

test('a corrected date and an overruled reading are explained', () => {
  expect(nightLines(en!, noted, 240).slice(-4)).toEqual([
    'Corrected date: recorded as 12/12/2025',
    'SD card reading of 1:05 overruled',
    'Wireless reading of 2:05 not counted: another night is longer',
    'QR+ reading of 5:00 not counted: its code contradicts another one',
  ]);
});

test('the file has a byte order mark, titles in the language of the user, and empty cells for what is not available', () => {
  const lines = usageCsv(es!, [used, silent], 240).split('\r\n');
  expect(lines).toEqual([
    '\ufeffNoche del,Uso (h:mm),Uso (minutos),Cuenta como,IAH (eventos/h),Presión (cmH₂O),P95 (cmH₂O),Fuga media (L/min),Fuente,Dispositivo,Notas',
    '01/10/2026,5:12,312,4 h o más,3.0,8.3,10.5,6.0,Inalámbrica,A1,',
    '01/11/2026,,,Sin datos,,,,,,,',
    '',
  ]);
});

test('a cell with a comma is quoted, and one that a spreadsheet would run begins with an apostrophe', () => {
  const [, line] = usageCsv(en!, [{ ...used, serials: ['=1+1'], sources: ['WIRELESS', 'SD'] }], 240).split('\r\n');
  expect(line).toContain(',"Wireless, SD card",\'=1+1,');
});

const bilevel = aDay('2026-01-13', { pressure: 14, p95: 16, pressureOf: 'ipap', isP95About: true });

test('the pressure of a bilevel device is IPAP, and a P95 of several readings is marked as an approximation', () => {
  expect(nightLines(en!, bilevel, 240).slice(2)).toEqual([
    'IPAP 14.0 cmH₂O',
    'P95 of IPAP ≈ 16.0 cmH₂O',
    'Mean leak 6.0 L/min',
    'Source: Wireless',
    'Device: A1',
    'P95 is the highest of several readings, an approximation',
  ]);
  expect(nightLines(es!, bilevel, 240)).toEqual(
    expect.arrayContaining([
      'P95 de IPAP ≈ 16.0 cmH₂O',
      'Fuga media 6.0 L/min',
      'P95 es la más alta de varias lecturas, una aproximación',
    ]),
  );
});

test('the file names IPAP in its titles, and an approximation is a number with a note', () => {
  expect(usageCsv(en!, [bilevel], 240).split('\r\n')).toEqual([
    '\ufeffNight of,Use (h:mm),Use (minutes),Counts as,AHI (events/h),IPAP (cmH₂O),P95 of IPAP (cmH₂O),Mean leak (L/min),Source,Device,Notes',
    '01/13/2026,6:40,400,4 h or more,3.0,14.0,16.0,6.0,Wireless,A1,"P95 is the highest of several readings, an approximation"',
    '',
  ]);
});

test('with nights of both kinds of devices the titles say so, and the notes of which night it is IPAP', () => {
  const [title, first, second] = usageCsv(en!, [used, { ...bilevel, isP95About: false }], 240).split('\r\n');
  expect(title).toContain(',Pressure or IPAP (cmH₂O),P95 of pressure or IPAP (cmH₂O),');
  expect([first, second].map((line) => line!.split(',').at(-1))).toEqual(['', 'The pressure is IPAP']);
});

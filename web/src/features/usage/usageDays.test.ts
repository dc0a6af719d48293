import { expect, test } from '@jest/globals';
import { daysOf, deviceChanges, type RecordedNight } from './usageDays.ts';
import { aNight } from './usageFixtures.ts';

const assignments = [{ serial: 'A1', startDate: '2026-01-01', endDate: null }];
const rules = { wanted: 240, assignments, today: '2026-03-01' };
const one = (nights: RecordedNight[], date = '2026-01-10', change: Partial<typeof rules> = {}) =>
  daysOf(nights, { start: date, end: date }, { ...rules, ...change })[0]!;

test.each([
  [1440, 'enough'],
  [240, 'enough'],
  [239, 'short'],
  [1, 'short'],
  [0, 'unused'],
])('a night of %d minutes is %s', (minutes, state) => {
  expect(one([aNight('2026-01-10', { minutes })])).toMatchObject({ state, minutes });
});

test('every day of the range is there, also those without data, and no night outside of it', () => {
  const days = daysOf([aNight('2025-12-31'), aNight('2026-01-02')], { start: '2026-01-01', end: '2026-01-03' }, rules);
  expect(days.map(({ date, state }) => [date, state])).toEqual([
    ['2026-01-01', 'noData'],
    ['2026-01-02', 'enough'],
    ['2026-01-03', 'noData'],
  ]);
});

test('without data there is no use, no zero and no figure', () => {
  expect(one([])).toMatchObject({ state: 'noData', minutes: null, ahi: null, pressure: null, p95: null, leak: null });
});

test('data of today and of the two days before may still arrive', () => {
  expect(one([], '2026-03-01').state).toBe('expected');
  expect(one([], '2026-02-27').state).toBe('expected');
  expect(one([], '2026-02-26').state).toBe('noData');
});

test('a date that no assignment covers has no device; the end date belongs to the next one', () => {
  const ended = { assignments: [{ serial: 'A1', startDate: '2026-01-05', endDate: '2026-01-10' as string | null }] };
  const stateOn = (date: string) => one([], date, ended as Partial<typeof rules>).state;
  expect(['2026-01-04', '2026-01-05', '2026-01-09', '2026-01-10'].map(stateOn)).toEqual([
    'noDevice',
    'noData',
    'noData',
    'noDevice',
  ]);
  expect(one([aNight('2026-01-10')], '2026-01-10', ended as Partial<typeof rules>).state).toBe('enough');
});

test('two rows of a date add their minutes; their figures weigh by minutes, P95 is the higher one', () => {
  const first = aNight('2026-01-10', { minutes: 100, ahi: 2, pressure: 6, p95: 9, leak: 10 });
  const second = aNight('2026-01-10', { minutes: 300, ahi: 6, pressure: 10, p95: 8, leak: null, serial: 'B2' });
  expect(one([first, second])).toMatchObject({
    state: 'enough',
    minutes: 400,
    ahi: 5,
    pressure: 9,
    p95: 9,
    leak: 10,
    serials: ['A1', 'B2'],
  });
});

test('a P95 of several rows is an approximation, that of one row is not', () => {
  const [first, second] = [aNight('2026-01-10', { p95: 9 }), aNight('2026-01-10', { p95: 8, serial: 'B2' })];
  expect(one([first, second])).toMatchObject({ p95: 9, isP95About: true });
  expect(one([first, { ...second, p95: null }])).toMatchObject({ p95: 9, isP95About: false });
  expect(one([first, { ...second, effective: false }])).toMatchObject({ p95: 9, isP95About: false });
  expect(one([first])).toMatchObject({ p95: 9, isP95About: false });
});

test('the pressure is IPAP when the device that recorded it is bilevel, and both of two kinds of devices', () => {
  const [cpap, bilevel] = [aNight('2026-01-10'), aNight('2026-01-10', { pressureKind: 'IPAP', serial: 'B2' })];
  expect(one([cpap]).pressureOf).toBe('pressure');
  expect(one([bilevel]).pressureOf).toBe('ipap');
  expect(one([cpap, bilevel]).pressureOf).toBe('both');
  expect(one([cpap, { ...bilevel, effective: false }]).pressureOf).toBe('pressure');
  expect(one([cpap, { ...bilevel, pressure: null, p95: null }]).pressureOf).toBe('pressure');
  expect(one([{ ...bilevel, pressure: null }]).pressureOf).toBe('ipap');
  expect(one([{ ...cpap, pressureKind: null }]).pressureOf).toBe('pressure');
  expect(one([{ ...cpap, pressure: null, p95: null }]).pressureOf).toBe(null);
});

test('rows that add up to more than a day are a data fault', () => {
  expect(one([aNight('2026-01-10', { minutes: 1000 }), aNight('2026-01-10', { minutes: 441 })]).state).toBe('fault');
  expect(one([aNight('2026-01-10', { minutes: 1000 }), aNight('2026-01-10', { minutes: 440 })]).state).toBe('enough');
});

test('of two nights of one date the shorter one is noted as such, and one of another source or device as overruled', () => {
  const kinds = (...rows: Partial<RecordedNight>[]) =>
    one(rows.map((row) => aNight('2026-01-10', { effective: false, minutes: 125, ...row }))).notes.map(
      ({ kind }) => kind,
    );
  const counted = { effective: true, minutes: 126 };
  expect(kinds(counted, {})).toEqual(['shorter']);
  expect(kinds(counted, { source: 'SD' })).toEqual(['overruled']);
  expect(kinds(counted, { serial: 'B2' })).toEqual(['overruled']);
  expect(kinds(counted, { state: 0 })).toEqual(['invalid']);
});

test('a night of a code that contradicts another one is noted as such', () => {
  expect(one([aNight('2026-01-10', { effective: false, state: 0, source: 'QR' })]).notes).toMatchObject([
    { kind: 'code' },
  ]);
});

test('an overruled row does not count and is noted', () => {
  const card = aNight('2026-01-10', { source: 'SD', effective: false, minutes: 120 });
  expect(one([aNight('2026-01-10', { minutes: 410 }), card])).toMatchObject({
    minutes: 410,
    sources: ['WIRELESS'],
    notes: [{ kind: 'overruled', source: 'SD', minutes: 120 }],
  });
});

test('a row that is not valid does not count and is noted', () => {
  expect(one([aNight('2026-01-10', { effective: false, state: 0 })])).toMatchObject({
    state: 'noData',
    minutes: null,
    notes: [{ kind: 'invalid' }],
  });
});

test('a night with a corrected date is on that date, with a note of the recorded one', () => {
  const corrected = aNight('2026-01-10', { corrected: true, recordedDate: '2025-12-09' });
  expect(one([corrected])).toMatchObject({
    state: 'enough',
    notes: [{ kind: 'corrected', recordedDate: '2025-12-09' }],
  });
});

test('the device changes on the first night of each assignment, oldest first', () => {
  const history = [
    { serial: 'B2', startDate: '1970-01-03', endDate: null },
    { serial: 'A1', startDate: '1970-01-02', endDate: '1970-01-03' },
  ];
  expect(deviceChanges(history)).toEqual([
    { day: 1, serial: 'A1' },
    { day: 2, serial: 'B2' },
  ]);
});

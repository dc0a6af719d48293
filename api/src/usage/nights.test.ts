import { describe, expect, test } from '@jest/globals';
import { asViewer, type GraphqlAnswer } from '../../test/harness.ts';
import {
  counting,
  dates,
  differ,
  expected,
  FEBRUARY,
  foreign,
  ids,
  LIST,
  moved,
  next,
  one,
  raw,
  type Raw,
  refusal,
  shared,
  staff,
  useNights,
  validOfNights,
} from '../../test/nights.ts';

useNights();

describe('the list of nights', () => {
  test('has each night that counts once, oldest first, of every patient of the viewer', async () => {
    const all = expected([one, next, shared]);
    expect(all.length).toBeGreaterThan(20);
    expect(await ids(FEBRUARY)).toEqual(all);
    expect(await ids(FEBRUARY, staff, { orderBy: { field: 'DATE', direction: 'DESC' } })).toEqual(all.reverse());
  });

  test('has the same nights as the effective ones of each patient', async () => {
    for (const { id } of [one, next, shared]) {
      const { data } = await staff.gql(
        'query ($id: ID!) { patient(id: $id) { nights(from: "2026-02-01", to: "2026-02-28") { databaseId effective } } }',
        { id: String(id) },
      );
      const effective = data.patient.nights.filter((night: { effective: boolean }) => night.effective);
      expect(await ids({ patientId: { equal: id } })).toEqual(
        effective.map(({ databaseId }: { databaseId: string }) => databaseId),
      );
    }
  });

  test('is read page by page in both directions, and counted', async () => {
    const all = expected([one, next, shared]);
    const [forward, backward]: [string[], string[]] = [[], []];
    for (let after: string | null = null, more = true; more;) {
      const { nights }: GraphqlAnswer['data'] = (await staff.gql(LIST, { where: FEBRUARY, first: 7, after })).data;
      expect(nights.totalCount).toBe(all.length);
      forward.push(...nights.edges.map(({ node }: { node: { databaseId: string } }) => node.databaseId));
      ({ endCursor: after, hasNextPage: more } = nights.pageInfo);
    }
    const { nights } = (await staff.gql(LIST, { where: FEBRUARY, last: 5 })).data;
    backward.push(...nights.edges.map(({ node }: { node: { databaseId: string } }) => node.databaseId));
    expect(forward).toEqual(all);
    expect(backward).toEqual(all.slice(-5));
  });
});

describe('a filter of nights', () => {
  test.each<[string, () => object, (night: Raw, readings: Raw[]) => boolean]>([
    ['nights whose sources differ', () => ({ sourcesDiffer: { equal: true } }), (_, readings) => differ(readings)],
    ['nights whose sources agree', () => ({ sourcesDiffer: { equal: false } }), (_, readings) => !differ(readings)],
    [
      'nights whose sources differ, negated',
      () => ({ not: { sourcesDiffer: { equal: true } } }),
      (_, readings) => !differ(readings),
    ],
    ['corrected nights', () => ({ corrected: { equal: true } }), ({ night, date }) => night !== date],
    ['nights with their recorded dates', () => ({ corrected: { equal: false } }), ({ night, date }) => night === date],
    ['a source', () => ({ source: { equal: 'SD' } }), ({ source }) => source === 'sd'],
    ['all other sources', () => ({ source: { notEqual: 'SD' } }), ({ source }) => source !== 'sd'],
    ['more minutes', () => ({ minutes: { greaterThan: 300 } }), ({ minutes }) => minutes > 300],
    ['at most so many minutes', () => ({ minutes: { lessThanEqual: 300 } }), ({ minutes }) => minutes <= 300],
    [
      'a serial number, in either case',
      () => ({ serial: { equal: moved.serial.toLowerCase() } }),
      ({ machine }) => machine === moved.id,
    ],
    [
      'a part of a serial number',
      () => ({ serial: { contain: moved.serial.slice(2) } }),
      ({ machine }) => machine === moved.id,
    ],
    ['other serial numbers', () => ({ serial: { notEqual: moved.serial } }), ({ machine }) => machine !== moved.id],
    ['a serial number that there is', () => ({ serial: { isNull: false } }), () => true],
    ['no serial number', () => ({ serial: { isNull: true } }), () => false],
    ['a patient', () => ({ patientId: { equal: next.id } }), ({ patient }) => patient === next.id],
    ['all other patients', () => ({ patientId: { notEqual: next.id } }), ({ patient }) => patient !== next.id],
    ['a date', () => ({ date: { equal: '2026-02-05' } }), ({ date }) => date === '2026-02-05'],
    ['later dates', () => ({ date: { greaterThan: '2026-02-05' } }), ({ date }) => date > '2026-02-05'],
    [
      'one of two conditions',
      () => ({ or: [{ minutes: { equal: 0 } }, { source: { equal: 'QR' } }] }),
      ({ minutes, source }) => minutes === 0 || source === 'qr',
    ],
  ])('by %s has exactly those', async (_title, where, isWanted) => {
    expect(await ids({ and: [FEBRUARY, where()] })).toEqual(expected([one, next, shared], isWanted));
  });

  test('finds nights on both sides of each condition on sources and corrections', () => {
    const all = validOfNights();
    for (const has of [differ, (readings: Raw[]) => counting(readings).night !== counting(readings).date])
      expect([all.filter(has).length, all.length - all.filter(has).length].every((count) => count > 5)).toBe(true);
    expect(raw.filter(({ state }) => state === 9).length).toBeGreaterThan(2);
  });

  test('by organization finds the nights of its patients, for support staff of all', async () => {
    const support = await asViewer({ kind: 'support' });
    const of = (where: object) => ids({ and: [FEBRUARY, where] }, support);
    expect(await of({ organization: { contain: 'northern' } })).toEqual(expected([foreign]));
    expect(await of({ organization: { notContain: 'northern' } })).toEqual(expected([one, next, shared]));
  });

  test('and a search find nights by the serial number', async () => {
    expect(await ids(FEBRUARY, staff, { search: moved.serial.slice(-5) })).toEqual(
      expected([one, next, shared], ({ machine }) => machine === moved.id),
    );
  });
});

describe('the dates of a list of nights', () => {
  const bounded = [{ code: 'nights.bounded', field: 'where.date' }];
  const of31 = dates('2026-01-31', '2026-03-04');
  const of32 = dates('2026-01-31', '2026-03-05');

  test('are at most 31 days, and a list without dates is refused with what to do', async () => {
    expect(await refusal(of31)).toBeUndefined();
    for (const where of [
      undefined,
      {},
      of32,
      { date: { greaterThan: '2026-02-01' } },
      { date: { lessThan: '2026-02-01' } },
    ])
      expect(await refusal(where)).toMatchObject(bounded);
    const [refused] = (await refusal(of32))!;
    expect(refused!.message).toBe(
      'Choose dates of at most 31 days, or one patient or serial number: enter date with greaterThan and lessThan.',
    );
  });

  test('may be any with one patient, or with one serial number', async () => {
    expect(await refusal({ patientId: { equal: one.id } })).toBeUndefined();
    expect(await refusal({ serial: { equal: moved.serial } })).toBeUndefined();
    expect(await ids({ serial: { equal: moved.serial } })).toEqual(
      expected([one, next], ({ machine }) => machine === moved.id),
    );
  });

  test.each<[string, () => object]>([
    ['a part of a serial number', () => ({ serial: { contain: moved.serial } })],
    ['all patients but one', () => ({ patientId: { notEqual: one.id } })],
    ['a negated patient', () => ({ not: { patientId: { equal: one.id } } })],
    ['one of two patients', () => ({ or: [{ patientId: { equal: one.id } }, { patientId: { equal: next.id } }] })],
    ['dates as an alternative', () => ({ or: [of31, { minutes: { equal: 0 } }] })],
    ['negated dates', () => ({ not: of31 })],
  ])('are required with %s', async (_title, where) => {
    expect(await refusal(where())).toMatchObject(bounded);
  });

  test('are those that all conditions leave', async () => {
    expect(await refusal({ and: [of32, { date: { lessThan: '2026-02-10' } }] })).toBeUndefined();
    expect(await refusal({ date: { equal: '2026-02-03' } })).toBeUndefined();
  });

  test('are required with a search', async () => {
    expect(await refusal(undefined, { search: moved.serial })).toMatchObject(bounded);
  });
});

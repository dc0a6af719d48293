import fc from 'fast-check';
import { decodeIc1, encodeIc1, IC1_PAYLOADS, IC1_PERIODS, ic1CheckDigits } from './ic1.codec.ts';
import { AHI, HIGH_LEAK, PRESSURE, SNI } from './ic1-ladders.ts';
import type { DecodedICode, ICodeFigures } from './icode.codec.ts';

const figures = (
  [period, compliantDays, best30, minutes]: [number, number, number, number],
  [pressure, p95]: [number, number] | [null, null],
  [ahi, sni, leak]: [number, number, number],
): ICodeFigures => ({ period, compliantDays, best30, minutes, pressure, p95, ahi, sni, leak });

const EXAMPLE = figures([30, 26, 26, 412], [8.7, 11.2], [3.4, 6.3, 2]);
const EXAMPLE_CODE = '06469104191312994';

describe('the documented vectors of IC1', () => {
  test.each<[string, ICodeFigures, string, Partial<DecodedICode>]>([
    ['A3900012345', EXAMPLE, EXAMPLE_CODE, { minutes: 410, pressure: 8.5, p95: 11, sni: 6.5 }],
    ['00000000000', EXAMPLE, '06469104191312933', { minutes: 410, pressure: 8.5, p95: 11, sni: 6.5 }],
    ['A3900012345', figures([1, 1, 0, 430], [8, 10.5], [1.2, 0, 0]), '00125973240487581', {}],
    [
      'A3900012345',
      figures([90, 71, 29, 388], [7.5, 10], [12.3, 22, 17]),
      '23574720734074755',
      { minutes: 390, ahi: 12.5, leak: 15 },
    ],
    [
      'B3924B99999',
      figures([365, 365, 30, 1440], [30, 30], [99, 75, 100]),
      '94451490596154209',
      { ahi: 80, sni: 60, saturated: ['ahi', 'sni'] },
    ],
    ['00000000000', figures([7, 0, 0, 0], [null, null], [0, 0, 0]), '00249541586779897', {}],
  ])('serial %s: %j encodes to %s and decodes to its ladder values', (serial, input, code, rounded) => {
    expect(encodeIc1(serial, input)).toBe(code);
    expect(decodeIc1(serial, code)).toEqual({ ok: true, figures: { ...input, saturated: [], ...rounded } });
  });

  test('a wrong last digit and a transposition in the serial fail the check', () => {
    for (const serial of ['A3900012346', 'A3900021345']) {
      expect(decodeIc1(serial, EXAMPLE_CODE)).toEqual({ ok: false, error: 'check' });
    }
  });

  test('case, spaces and dashes in the serial do not matter', () => {
    expect(decodeIc1(' a390-0012 345', EXAMPLE_CODE).ok).toBe(true);
  });

  test('a serial with other characters never passes', () => {
    expect(decodeIc1('A39000_2345', EXAMPLE_CODE)).toEqual({ ok: false, error: 'check' });
    expect(() => encodeIc1('A39000_2345', EXAMPLE)).toThrow(RangeError);
  });

  test('the number of payloads is the documented product', () => {
    expect(IC1_PAYLOADS).toBe(944_514_905_961_543);
  });
});

describe('the shape of an IC1 code', () => {
  test.each([
    '',
    '0646910419131299',
    '064691041913129940',
    '0646910419131299X',
    '0646 9104 1913 1299 4',
    '०६४६९१०४१९१३१२९९४',
  ])('%j does not match the format', (code) =>
    expect(decodeIc1('A3900012345', code)).toEqual({ ok: false, error: 'format' }),
  );

  test('a payload at or above the product is out of range even with good check digits', () => {
    fc.assert(
      fc.property(serials, fc.integer({ min: IC1_PAYLOADS, max: 999_999_999_999_999 }), (serial, payload) => {
        const code = `${payload}${ic1CheckDigits(serial, String(payload))}`;
        expect(decodeIc1(serial, code)).toEqual({ ok: false, error: 'range' });
      }),
      {
        examples: [
          ['A3900012345', IC1_PAYLOADS],
          ['A3900012345', 999_999_999_999_999],
        ],
      },
    );
  });

  test('the last payload below the product decodes', () => {
    const payload = String(IC1_PAYLOADS - 1);
    const code = payload + ic1CheckDigits('A3900012345', payload);
    const result = decodeIc1('A3900012345', code);
    expect(result).toMatchObject({ ok: true, figures: { period: 365, compliantDays: 365, best30: 30, leak: 100 } });
  });
});

describe('the check digits', () => {
  test('every single-digit error in a code is refused', () => {
    fc.assert(
      fc.property(codes, ({ serial, code }) => {
        for (let at = 0; at < code.length; at += 1) {
          for (const digit of '0123456789') {
            if (digit === code[at]) continue;
            const wrong = code.slice(0, at) + digit + code.slice(at + 1);
            expect(decodeIc1(serial, wrong)).toEqual({ ok: false, error: 'check' });
          }
        }
      }),
    );
  });

  test('every swap of two different adjacent digits is refused', () => {
    fc.assert(
      fc.property(codes, ({ serial, code }) => {
        for (let at = 0; at + 1 < code.length; at += 1) {
          if (code[at] === code[at + 1]) continue;
          const wrong = code.slice(0, at) + code[at + 1] + code[at] + code.slice(at + 2);
          expect(decodeIc1(serial, wrong)).toEqual({ ok: false, error: 'check' });
        }
      }),
    );
  });

  test('every wrong digit in an 11-digit serial is refused', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[0-9]{11}$/),
        anyFigures,
        fc.nat(10),
        fc.integer({ min: 1, max: 9 }),
        (serial, input, at, by) => {
          const wrong = serial.slice(0, at) + ((Number(serial[at]) + by) % 10) + serial.slice(at + 1);
          expect(decodeIc1(wrong, encodeIc1(serial, input))).toEqual({ ok: false, error: 'check' });
        },
      ),
    );
  });

  test('are always 02 to 98, and no second pair is accepted for a payload', () => {
    fc.assert(
      fc.property(codes, ({ serial, code }) => {
        const payload = code.slice(0, 15);
        const pairs = Array.from({ length: 100 }, (_, pair) => String(pair).padStart(2, '0'));
        expect(pairs.filter((pair) => decodeIc1(serial, payload + pair).ok)).toEqual([code.slice(15)]);
        expect(Number(code.slice(15))).toBeGreaterThanOrEqual(2);
        expect(Number(code.slice(15))).toBeLessThanOrEqual(98);
      }),
    );
  });

  test('equal ISO 7064 computed on the whole number', () => {
    fc.assert(
      fc.property(codes, ({ serial, code }) => {
        const digits = [...`IC1${serial}${code}`].map((character) => Number.parseInt(character, 36)).join('');
        expect(BigInt(digits) % 97n).toBe(1n);
      }),
    );
  });
});

describe('decoding an encoded code', () => {
  test('returns figures within the stated worst errors', () => {
    fc.assert(
      fc.property(serials, anyFigures, (serial, input) => {
        const result = decodeIc1(serial, encodeIc1(serial, input));
        if (!result.ok) throw new Error(result.error);
        const read = result.figures;
        expect(read).toMatchObject({ period: input.period, compliantDays: input.compliantDays, best30: input.best30 });
        expectWithin(read.minutes, input.minutes, 2.5);
        expectPressure(read.pressure, input.pressure);
        expectPressure(read.p95, input.p95);
        if (input.ahi <= 80)
          expectWithin(
            read.ahi,
            input.ahi,
            worst(input.ahi, [
              [10, 0.05],
              [20, 0.25],
              [40, 0.5],
              [80, 2.5],
            ]),
          );
        else expect(read).toMatchObject({ ahi: 80, saturated: expect.arrayContaining(['ahi']) });
        if (input.sni <= 60)
          expectWithin(
            read.sni,
            input.sni,
            worst(input.sni, [
              [10, 0.25],
              [30, 0.5],
              [60, 2.5],
            ]),
          );
        else expect(read).toMatchObject({ sni: 60, saturated: expect.arrayContaining(['sni']) });
        expectWithin(
          read.leak,
          input.leak,
          worst(input.leak, [
            [10, 0.5],
            [30, 2.5],
            [80, 5],
            [100, 10],
          ]),
        );
      }),
      { numRuns: 2000 },
    );
  });

  test('returns every value of every field unchanged', () => {
    const base = figures([30, 26, 26, 410], [8.5, 11], [3.4, 6.5, 2]);
    const back = (changed: Partial<ICodeFigures>) => {
      const result = decodeIc1('A3900012345', encodeIc1('A3900012345', { ...base, ...changed }));
      expect(result).toMatchObject({ ok: true, figures: { ...base, ...changed } });
    };
    for (const period of IC1_PERIODS)
      for (let days = 0; days <= period; days += 1) back({ period, compliantDays: days });
    for (let best30 = 0; best30 <= 30; best30 += 1) back({ best30 });
    for (let minutes = 0; minutes <= 1440; minutes += 5) back({ minutes });
    for (const pressure of PRESSURE) for (const p95 of PRESSURE) if (pressure <= p95) back({ pressure, p95 });
    for (const ahi of AHI) back({ ahi });
    for (const sni of SNI) back({ sni });
    for (const leak of HIGH_LEAK) back({ leak });
  });

  test('and encoding it again gives the same code', () => {
    fc.assert(
      fc.property(codes, ({ serial, code }) => {
        const result = decodeIc1(serial, code);
        if (!result.ok) throw new Error(result.error);
        expect(encodeIc1(serial, result.figures)).toBe(code);
      }),
    );
  });

  test.each([
    [2.5, 5],
    [2.49, 0],
    [412.5, 415],
    [1437.5, 1440],
  ])('%d minutes round half up to %d', (minutes, rounded) => {
    const result = decodeIc1('A3900012345', encodeIc1('A3900012345', { ...EXAMPLE, minutes }));
    expect(result).toMatchObject({ ok: true, figures: { minutes: rounded } });
  });

  test('only the last step of AHI and SNI means "or more"', () => {
    const saturated = (changed: Partial<ICodeFigures>) => {
      const result = decodeIc1('A3900012345', encodeIc1('A3900012345', { ...EXAMPLE, ...changed }));
      return result.ok ? result.figures.saturated : null;
    };
    expect(saturated({ ahi: 77.5, sni: 57.5, leak: 100, pressure: 30, p95: 30 })).toEqual([]);
    expect(saturated({ ahi: 80 })).toEqual(['ahi']);
    expect(saturated({ sni: 1000 })).toEqual(['sni']);
  });

  test.each<[string, Partial<ICodeFigures>]>([
    ['a period that no device shows', { period: 180 }],
    ['more compliant days than the period has', { compliantDays: 31 }],
    ['half a day', { compliantDays: 1.5 }],
    ['a best 30 above 30', { best30: 31 }],
    ['more minutes than a day has', { minutes: 1441 }],
    ['a pressure below 4', { pressure: 3.9 }],
    ['a pressure above 30', { p95: 30.1 }],
    ['an average above the 95th percentile', { pressure: 12, p95: 11 }],
    ['a pressure without a 95th percentile', { p95: null }],
    ['a negative AHI', { ahi: -0.1 }],
    ['an SNI that is not a number', { sni: Number.NaN }],
    ['a leak above 100 %', { leak: 101 }],
  ])('%s is not encoded', (_sentence, changed) => {
    expect(() => encodeIc1('A3900012345', { ...EXAMPLE, ...changed })).toThrow(RangeError);
  });
});

const serials = fc.stringMatching(/^[A-Z0-9]{11}$/);

const real = (min: number, max: number) => fc.double({ min, max, noNaN: true });

const anyFigures: fc.Arbitrary<ICodeFigures> = fc.constantFrom(...IC1_PERIODS).chain((period) =>
  fc
    .record({
      compliantDays: fc.nat(period),
      best30: fc.nat(30),
      minutes: real(0, 1440),
      pressures: fc.option(fc.tuple(real(4, 30), real(4, 30)), { freq: 9 }),
      ahi: fc.oneof(real(0, 12), real(0, 90)),
      sni: fc.oneof(real(0, 12), real(0, 70)),
      leak: fc.oneof(real(0, 12), real(0, 100)),
    })
    .map(({ pressures, ...rest }) => ({
      ...rest,
      period,
      pressure: pressures && Math.min(...pressures),
      p95: pressures && Math.max(...pressures),
    })),
);

const codes = fc
  .record({ serial: serials, input: anyFigures })
  .map(({ serial, input }) => ({ serial, code: encodeIc1(serial, input) }));

function expectWithin(read: number, given: number, error: number) {
  expect(Math.abs(read - given)).toBeLessThanOrEqual(error + 1e-9);
}

function expectPressure(read: number | null, given: number | null) {
  if (read === null || given === null) expect(read).toBe(given);
  else
    expectWithin(
      read,
      given,
      worst(given, [
        [20, 0.25],
        [30, 0.5],
      ]),
    );
}

/** The worst error stated for the part of a ladder that holds the value. */
const worst = (value: number, parts: [upTo: number, error: number][]) => parts.find(([upTo]) => value <= upTo)![1];

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { translate } from '../shared/messages.ts';
import {
  changedSettings,
  checkSettings,
  fieldsOf,
  highestPressure,
  modesOf,
  settingText,
  type SettingsDevice,
  type SettingFieldRule,
} from './device-settings.rules.ts';
import { defaultSettings, type Mode, type SettingValue } from './settings-catalog.rules.ts';

const DEVICES: SettingsDevice[] = [
  { kind: 'cpap', model: 'Luna G3' },
  { kind: 'bilevel', model: 'Luna G3 B25' },
  { kind: 'bilevel', model: 'Luna G3 B30VT' },
  { kind: 'ventilator', model: 'RESmart Y-30T' },
];
const ALL = DEVICES.flatMap((device) => modesOf(device).map((mode) => [device.model, mode, device] as const));

type Values = Record<string, SettingValue>;
const inputOf = ({ mode, ...values }: Values) => ({
  mode: String(mode),
  values: Object.entries(values).map(([name, value]) => ({ name, value: settingText(value) })),
});
const bilevel: SettingsDevice = DEVICES[1]!;
const ventilator: SettingsDevice = DEVICES[3]!;
const auto = (values: Record<string, string>) =>
  checkSettings(DEVICES[0]!, {
    mode: 'AutoCPAP',
    values: Object.entries(values).map(([name, value]) => ({ name, value })),
  });
const codes = ({ refusals }: { refusals: { field: string; code: string }[] }) =>
  refusals.map(({ field, code }) => `${field} ${code}`);

/** Any value that the field allows by itself. */
function allowed(field: SettingFieldRule): fc.Arbitrary<string> {
  const choices = field.choices.map((choice) => fc.constant(choice));
  if (field.kind === 'flag') return fc.constantFrom('true', 'false');
  if (field.kind === 'choice') return fc.oneof(...choices);
  const [min, max, step] = [field.min! * 10, field.max! * 10, field.step! * 10].map(Math.round) as [
    number,
    number,
    number,
  ];
  return fc.oneof(
    fc.integer({ min: 0, max: Math.floor((max - min) / step) }).map((steps) => ((min + steps * step) / 10).toFixed(1)),
    ...choices,
  );
}

/** A text that the field never allows: out of range, off the steps, or not a number, choice or flag. */
function refused(field: SettingFieldRule): fc.Arbitrary<string> {
  const nonsense = fc.constantFrom('', 'yes', '1e1', '0x8', '8,5', '--8', 'NaN', '９', 'constructor', 'AUTO');
  if (field.kind !== 'number') return nonsense;
  const tenths = (low: number, high: number) =>
    fc.integer({ min: low, max: high }).map((value) => (value / 10).toFixed(1));
  const [min, max] = [Math.round(field.min! * 10), Math.round(field.max! * 10)];
  const step = Math.round(field.step! * 10);
  const between = fc
    .integer({ min: 0, max: max - min - 1 })
    .map((over) => ((min + over) * 10 + 5) / 100)
    .map(String);
  const offStep = step > 1 ? [tenths(min, max).filter((text) => Math.round(Number(text) * 10 - min) % step !== 0)] : [];
  return fc.oneof(
    nonsense,
    tenths(max + 1, 99_990),
    fc.integer({ min: 1, max: 500 }).map((value) => (-value / 10).toFixed(1)),
    between,
    ...offStep,
    ...(min > 0 ? [tenths(0, min - 1)] : []),
  );
}

describe.each(ALL)('a %s in mode %s', (_model, mode, device) => {
  test('accepts the factory settings unchanged', () => {
    const defaults = defaultSettings(device.kind, mode);
    expect(checkSettings(device, inputOf(defaults))).toEqual({ values: defaults, refusals: [] });
    expect(checkSettings(device, { mode, values: [] })).toEqual({ values: defaults, refusals: [] });
  });

  test('refuses every value outside of what a field allows, at that field', () => {
    for (const field of fieldsOf(device, mode)) {
      fc.assert(
        fc.property(refused(field), (value) => {
          const { refusals } = checkSettings(device, { mode, values: [{ name: field.name, value }] });
          expect(refusals.map((refusal) => refusal.field)).toContain(`values.${field.name}`);
        }),
        { numRuns: 40 },
      );
    }
  });

  test('accepts every value that a field allows, or names the other setting that it conflicts with', () => {
    for (const field of fieldsOf(device, mode)) {
      fc.assert(
        fc.property(allowed(field), (value) => {
          const { values, refusals } = checkSettings(device, { mode, values: [{ name: field.name, value }] });
          expect(
            refusals.filter(
              ({ code }) => !['settings.not_above', 'settings.heated_tube', 'settings.breath'].includes(code),
            ),
          ).toEqual([]);
          expect(Number.isNaN(Number(value)) ? settingText(values[field.name]!) : Number(values[field.name])).toBe(
            Number.isNaN(Number(value)) ? value : Number(value),
          );
        }),
        { numRuns: 40 },
      );
    }
  });

  test('accepts its own output unchanged', () => {
    const fields = fieldsOf(device, mode);
    fc.assert(
      fc.property(fc.tuple(...fields.map(allowed)), (texts) => {
        const first = checkSettings(device, {
          mode,
          values: fields.map(({ name }, index) => ({ name, value: texts[index]! })),
        });
        fc.pre(first.refusals.length === 0);
        expect(checkSettings(device, inputOf(first.values))).toEqual(first);
        expect(changedSettings(first.values, first.values)).toEqual([]);
      }),
      { numRuns: 60, maxSkipsPerRun: 10_000 },
    );
  });
});

describe('fields by model and mode', () => {
  test('a mode that the device does not have is refused, for any settings', () => {
    for (const mode of ['S/T', 'AutoS', 'autocpap', '', 'constructor'])
      expect(codes(checkSettings(DEVICES[0]!, { mode, values: [{ name: 'x', value: '1' }] }))).toEqual([
        'mode settings.mode',
      ]);
  });

  test('an unknown setting, one of another mode, the mode itself, and a duplicate are refused', () => {
    expect(
      codes(
        checkSettings(DEVICES[0]!, {
          mode: 'AutoCPAP',
          values: ['epap', 'mode', '__proto__', 'constructor'].map((name) => ({ name, value: '6' })),
        }),
      ),
    ).toEqual([
      'values.epap settings.unknown',
      'values.mode settings.unknown',
      'values.__proto__ settings.unknown',
      'values.constructor settings.unknown',
    ]);
    const twice = checkSettings(DEVICES[0]!, {
      mode: 'AutoCPAP',
      values: [
        { name: 'min_apap', value: '5' },
        { name: 'min_apap', value: '6' },
      ],
    });
    expect(codes(twice)).toEqual(['values.min_apap settings.twice']);
  });

  test('the highest pressure is in the name of a bilevel model', () => {
    expect(
      ['Luna G3 B20', 'Luna G3 B25', 'Luna G3 B30VT', 'RESmart Y-30T', 'RESmart Y-25T', 'Another'].map(highestPressure),
    ).toEqual([20, 25, 30, 30, 25, 25]);
    const ipap = (device: SettingsDevice, value: string) =>
      checkSettings(device, { mode: 'S', values: [{ name: 'ipap', value }] }).refusals;
    expect(ipap(bilevel, '25')).toEqual([]);
    expect(ipap(bilevel, '25.5')).toEqual([
      { field: 'values.ipap', code: 'settings.range', values: { min: 4, max: 25 } },
    ]);
    expect(ipap(ventilator, '30')).toEqual([]);
    expect(auto({ max_apap: '20.5' }).refusals).toEqual([
      { field: 'values.max_apap', code: 'settings.range', values: { min: 4, max: 20 } },
    ]);
  });

  test('Backup exists in S/T and T only', () => {
    const withBackup = modesOf(ventilator).filter((mode) =>
      fieldsOf(ventilator, mode).some(({ name }) => name === 'backup_rr_flag'),
    );
    expect(withBackup).toEqual(['S/T', 'T']);
    expect(modesOf(bilevel).some((mode) => fieldsOf(bilevel, mode).some(({ name }) => name === 'backup_rr_flag'))).toBe(
      false,
    );
  });
});

describe('steps', () => {
  test('are counted exactly, also with sums such as 0.1 + 0.2', () => {
    for (let tenth = 2; tenth <= 40; tenth += 1) {
      const text = (tenth / 10).toFixed(1);
      expect(
        checkSettings(bilevel, {
          mode: 'S',
          values: [
            { name: 'ti_max', value: '4' },
            { name: 'ti_min', value: text },
          ],
        }),
      ).toMatchObject({ refusals: [], values: { ti_min: tenth / 10 } });
    }
    expect(codes(auto({ min_apap: '5.3' }))).toEqual(['values.min_apap settings.step']);
    expect(codes(auto({ min_apap: '5.50000000000000001' }))).toEqual(['values.min_apap settings.step']);
    expect(auto({ min_apap: ' 5.50 ' }).values.min_apap).toBe(5.5);
  });

  test('a word next to a number range is its own choice', () => {
    expect(auto({ ramp_time: 'auto' }).values.ramp_time).toBe('auto');
    expect(auto({ ramp_time: '45' }).values.ramp_time).toBe(45);
    expect(codes(auto({ ramp_time: '47' }))).toEqual(['values.ramp_time settings.step']);
    expect(codes(auto({ ramp_time: 'off' }))).toEqual(['values.ramp_time settings.number']);
    expect(
      checkSettings(ventilator, { mode: 'T', values: [{ name: 'high_pressure_alarm', value: '20.5' }] }),
    ).toMatchObject({ refusals: [], values: { high_pressure_alarm: 20.5 } });
  });
});

describe('dependencies', () => {
  const st = (values: Record<string, string>) =>
    checkSettings(ventilator, {
      mode: 'S/T',
      values: Object.entries(values).map(([name, value]) => ({ name, value })),
    });

  test('Initial <= Min <= Max', () => {
    expect(auto({ initial_p: '6', min_apap: '5.5' }).refusals).toEqual([
      { field: 'values.initial_p', code: 'settings.not_above', values: { other: 'min_apap' } },
    ]);
    expect(codes(auto({ min_apap: '15.5' }))).toEqual(['values.min_apap settings.not_above']);
    expect(auto({ initial_p: '9', min_apap: '9', max_apap: '9' }).refusals).toEqual([]);
    expect(codes(checkSettings(DEVICES[0]!, { mode: 'CPAP', values: [{ name: 'initial_p', value: '8.5' }] }))).toEqual([
      'values.initial_p settings.not_above',
    ]);
  });

  test('EPAP <= IPAP, Min EPAP <= Min IPAP <= Max IPAP, Initial EPAP below them', () => {
    expect(codes(st({ epap: '12.5' }))).toEqual(['values.epap settings.not_above']);
    expect(codes(st({ initial_epap: '6.5' }))).toEqual(['values.initial_epap settings.not_above']);
    const autoS = (values: { name: string; value: string }[]) =>
      codes(checkSettings(bilevel, { mode: 'AutoS', values }));
    expect(autoS([{ name: 'min_epap', value: '8.5' }])).toEqual(['values.min_epap settings.not_above']);
    expect(autoS([{ name: 'min_ipap', value: '18.5' }])).toEqual(['values.min_ipap settings.not_above']);
  });

  test('Ti Min <= Ti Max, and a Ti shorter than the breath', () => {
    expect(codes(st({ ti_min: '2.1' }))).toEqual(['values.ti_min settings.not_above']);
    expect(codes(st({ ti: '2', rate: '30' }))).toEqual(['values.ti settings.breath']);
    expect(st({ ti: '1.9', rate: '30' }).refusals).toEqual([]);
  });

  test('a level of the heated tube needs a heated tube', () => {
    expect(codes(auto({ heated_tube: '3' }))).toEqual(['values.heated_tube settings.heated_tube']);
    expect(auto({ heated_tube: '3', air_tube: '15_mm_heated' }).refusals).toEqual([]);
    expect(auto({ heated_tube: 'off', air_tube: '15_mm_heated' }).refusals).toEqual([]);
  });

  test('ignore a setting that could not be read', () => {
    expect(codes(auto({ min_apap: 'x', max_apap: '4' }))).toEqual(['values.min_apap settings.number']);
  });
});

describe('an omitted setting', () => {
  test('stays as the device has it, else gets the factory value; a setting of another mode only is dropped', () => {
    const { values, refusals } = checkSettings(
      DEVICES[0]!,
      { mode: 'CPAP', values: [{ name: 'treat_p', value: '9' }] },
      { mode: 'AutoCPAP', initial_p: 5, min_apap: 7, leak_alert_flag: 0 as never },
    );
    expect(refusals).toEqual([]);
    expect(values).toMatchObject({ mode: 'CPAP', initial_p: 5, treat_p: 9, manual_p: 8, leak_alert_flag: false });
    expect(values).not.toHaveProperty('min_apap');
  });

  test('is validated like every other', () => {
    expect(
      codes(
        checkSettings(DEVICES[0]!, { mode: 'AutoCPAP', values: [{ name: 'max_apap', value: '6' }] }, { min_apap: 7 }),
      ),
    ).toEqual(['values.min_apap settings.not_above']);
  });
});

test('a change is a setting with another value or one that the device did not have; 1 and true are the same flag', () => {
  expect(
    changedSettings(
      { mode: 'CPAP', treat_p: 8, smart_c_flag: 1 },
      { mode: 'CPAP', treat_p: 8.5, smart_c_flag: true, humidifier: 3 },
    ),
  ).toEqual(['treat_p', 'humidifier']);
  expect(changedSettings(null, { mode: 'CPAP' })).toEqual(['mode']);
});

test('every error has its message in both languages', () => {
  const all = [
    'mode',
    'unknown',
    'twice',
    'number',
    'range',
    'step',
    'choice',
    'not_above',
    'heated_tube',
    'breath',
  ] as const;
  for (const locale of ['en', 'es'] as const)
    for (const code of all) expect(translate(locale, `settings.${code}`)).toMatch(/ .*\.$/);
});

test('every choice of every field has its label in both languages', async () => {
  const { choiceLabel } = await import('./settings-record.texts.ts');
  const words = new Set(
    ALL.flatMap(([, mode, device]) => fieldsOf(device, mode as Mode).flatMap(({ choices }) => choices)).filter(
      (choice) => !/^\d$/.test(choice),
    ),
  );
  for (const word of words)
    for (const locale of ['en', 'es'] as const) expect(choiceLabel(word, locale)).not.toMatch(/^settings|^[a-z_]+$|_/);
});

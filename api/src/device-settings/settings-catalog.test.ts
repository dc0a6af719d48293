import { describe, expect, test } from '@jest/globals';
import { translate } from '../shared/messages.ts';
import { defaultSettings, MODES, MODES_OF, SETTINGS, settingsOf, type ModelKind } from './settings-catalog.rules.ts';

const kinds = Object.keys(MODES_OF) as ModelKind[];
const number = (value: unknown) => value as number;

test('every setting has one name and a label in both languages', () => {
  expect(new Set(SETTINGS.map(({ name }) => name)).size).toBe(SETTINGS.length);
  for (const { name } of SETTINGS)
    for (const locale of ['en', 'es'] as const)
      expect(translate(locale, `settings.label.${name}`)).not.toContain('settings.');
});

test('every mode belongs to a kind of device', () => {
  expect(new Set(Object.values(MODES_OF).flat())).toEqual(new Set(MODES));
});

describe.each(kinds.flatMap((kind) => MODES_OF[kind].map((mode) => [kind, mode] as const)))(
  'a %s in mode %s',
  (kind, mode) => {
    const values = defaultSettings(kind, mode);

    test('has factory settings within range', () => {
      expect(values.mode).toBe(mode);
      for (const setting of settingsOf(kind, mode)) {
        const value = values[setting.name]!;
        if (typeof value === 'number' && setting.range) {
          const [min, max, step] = setting.range;
          expect(value).toBeGreaterThanOrEqual(min);
          expect(value).toBeLessThanOrEqual(max);
          expect(Math.abs((value - min) / step - Math.round((value - min) / step))).toBeLessThan(1e-9);
        } else if (setting.choices) expect(setting.choices).toContain(value);
        else expect(typeof value).toBe('boolean');
      }
    });

    test('keeps initial <= min <= max, EPAP <= IPAP and Ti min <= Ti max', () => {
      for (const [low, high] of [
        ['initial_p', 'min_apap'],
        ['min_apap', 'max_apap'],
        ['initial_p', 'treat_p'],
        ['initial_epap', 'epap'],
        ['epap', 'ipap'],
        ['min_epap', 'min_ipap'],
        ['min_ipap', 'max_ipap'],
        ['ti_min', 'ti_max'],
      ]) {
        if (low! in values && high! in values) expect(number(values[low!])).toBeLessThanOrEqual(number(values[high!]));
      }
    });
  },
);

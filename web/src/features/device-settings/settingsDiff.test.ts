import { describe, expect, test } from '@jest/globals';
import { flagValue, settingsDiff } from './settingsDiff.ts';

const field = (name: string, value: string, unit: string | null = null) => ({ name, label: name, value, unit });

describe('the current settings compared with the pending ones', () => {
  test('pending values that differ from current ones are marked, equal ones are not', () => {
    const rows = settingsDiff(
      [field('pressure', '8', 'cmH2O'), field('ramp', '20')],
      [field('pressure', '9', 'cmH2O'), field('ramp', '20')],
    );
    expect(rows).toEqual([
      { name: 'pressure', label: 'pressure', unit: 'cmH2O', current: '8', pending: '9', changed: true },
      { name: 'ramp', label: 'ramp', unit: null, current: '20', pending: '20', changed: false },
    ]);
  });

  test.each([
    { one: '8', other: '8.0', changed: false },
    { one: '8', other: '8.5', changed: true },
    { one: '', other: '0', changed: true },
    { one: 'CPAP', other: 'AutoCPAP', changed: true },
    { one: 'on', other: 'on', changed: false },
  ])('$one and $other: changed is $changed', ({ one, other, changed }) => {
    expect(settingsDiff([field('a', one)], [field('a', other)])[0]?.changed).toBe(changed);
  });

  test('a setting that only the pending ones have comes last and is a change', () => {
    expect(settingsDiff([field('mode', 'CPAP')], [field('max', '12'), field('mode', 'CPAP')])).toMatchObject([
      { name: 'mode', changed: false },
      { name: 'max', current: null, pending: '12', changed: true },
    ]);
  });

  test('a setting that the pending ones omit is not part of the change', () => {
    expect(settingsDiff([field('mode', 'CPAP')], [])).toMatchObject([
      { current: 'CPAP', pending: null, changed: false },
    ]);
  });

  test('without current settings nothing is marked', () => {
    expect(settingsDiff(null, [field('mode', 'CPAP')])).toMatchObject([
      { current: null, pending: 'CPAP', changed: false },
    ]);
  });

  test('without pending settings there is only the current column', () => {
    expect(settingsDiff([field('mode', 'CPAP')], null)).toMatchObject([
      { current: 'CPAP', pending: null, changed: false },
    ]);
  });
});

describe('names containing _flag', () => {
  test.each(['1', 'true', 'True', 'on', 'yes'])('%s is true', (value) =>
    expect(flagValue('ramp_flag', value)).toBe(true),
  );
  test.each(['0', 'false', 'FALSE', 'off', 'no', ''])('%p is false', (value) =>
    expect(flagValue('leak_flag_alert', value)).toBe(false),
  );
  test('other names keep their value', () => expect(flagValue('flags', '1')).toBeNull());
});

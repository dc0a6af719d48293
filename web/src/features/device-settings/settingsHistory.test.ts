import { describe, expect, test } from '@jest/globals';
import { filterHistory, type HistoryColumn, type HistoryRow } from './settingsHistory.ts';

const labels = [
  ['treat_p', 'Treat P'],
  ['ramp_time', 'Ramp'],
  ['mask', 'Máscara'],
].map(([name, label]) => ({ __typename: 'SettingLabel', name, label, group: 'THERAPY', unit: null }) as HistoryColumn);
const row = (id: string, ...diffFromPrevious: string[]) =>
  ({ id, diffFromPrevious, values: [] }) as unknown as HistoryRow;
const rows = [row('3', 'treat_p'), row('2'), row('1', 'ramp_time', 'treat_p'), row('0')];

const shown = (filter: Partial<Parameters<typeof filterHistory>[1]>) => {
  const answer = filterHistory({ labels, rows }, { search: '', onlyChanges: false, ...filter });
  return { columns: answer.columns.map(({ name }) => name), rows: answer.rows.map(({ id }) => id) };
};

describe('the settings history', () => {
  test('shows every setting and every row', () =>
    expect(shown({})).toEqual({ columns: ['treat_p', 'ramp_time', 'mask'], rows: ['3', '2', '1', '0'] }));

  test('with changed only keeps the settings that ever changed and the rows in which they did', () => {
    expect(shown({ onlyChanges: true })).toEqual({ columns: ['treat_p', 'ramp_time'], rows: ['3', '1'] });
  });

  test.each([
    ['treat', ['treat_p']],
    ['  P ', ['treat_p', 'ramp_time']],
    ['mascara', ['mask']],
    ['MÁS', ['mask']],
    ['nothing', []],
  ])('searches columns: %p finds %p', (search, columns) => expect(shown({ search }).columns).toEqual(columns));

  test('shows when the ramp changed with both together', () => {
    expect(shown({ search: 'ramp', onlyChanges: true })).toEqual({ columns: ['ramp_time'], rows: ['1'] });
  });
});

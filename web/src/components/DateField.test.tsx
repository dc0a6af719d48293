import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { setClock } from '../testing/clock.ts';
import { renderApp, testViewer } from '../testing/renderApp.tsx';
import { DateField } from './DateField.tsx';
import { caretAfter, maskDate } from './dateMask.ts';
import { FormField } from './FormField.tsx';

async function renderDate(
  start: string | null = null,
  bounds: { min?: string; max?: string; model?: 'datetime' } = {},
) {
  const onChange = jest.fn<(value: string | null) => void>();
  function Example() {
    const [value, setValue] = useState(start);
    return (
      <FormField label="Start date">
        <DateField
          {...bounds}
          value={value}
          onChange={(next) => {
            setValue(next);
            onChange(next);
          }}
        />
      </FormField>
    );
  }
  const view = await renderApp(<Example />);
  return { ...view, onChange, field: screen.getByRole('textbox', { name: 'Start date' }) };
}

test('a stored date is shown as MM/DD/YYYY, with or without a time', async () => {
  const { field } = await renderDate('2026-03-08 00:00:00');
  expect(field).toHaveValue('03/08/2026');
});

test('digits fill the mask ##/##/#### and become YYYY-MM-DD', async () => {
  const { user, field, onChange } = await renderDate();
  await user.type(field, '03082026');
  expect(field).toHaveValue('03/08/2026');
  expect(onChange.mock.calls).toEqual([['2026-03-08']]);
});

test.each(['13/45/2026', '02/30/2026', '0308'])('%s is an invalid date and clears the value', async (typed) => {
  const { user, field, onChange } = await renderDate('2026-03-08');
  await user.clear(field);
  await user.type(field, typed);
  await user.tab();
  expect(field).toHaveValue('');
  expect(onChange).toHaveBeenLastCalledWith(null);
});

test.each([
  { typed: '01/01/2020', stored: '2026-01-10', shown: '01/10/2026' },
  { typed: '12/31/2030', stored: '2026-02-20', shown: '02/20/2026' },
])('$typed, outside the bounds, becomes $shown', async ({ typed, stored, shown }) => {
  const { user, field, onChange } = await renderDate(null, { min: '2026-01-10', max: '2026-02-20' });
  await user.type(field, typed);
  await waitFor(() => expect(field).toHaveValue(shown));
  expect(onChange).toHaveBeenLastCalledWith(stored);
});

test('a model with a time is stored as YYYY-MM-DD HH:mm:ss', async () => {
  const { user, field, onChange } = await renderDate('2026-03-08 00:00:00', {
    model: 'datetime',
    min: '2026-01-10 00:00:00',
  });
  await user.clear(field);
  await user.type(field, '03092026');
  expect(onChange).toHaveBeenLastCalledWith('2026-03-09 00:00:00');
  expect(field).toHaveValue('03/09/2026');
  await user.clear(field);
  await user.type(field, '01012020');
  expect(onChange).toHaveBeenLastCalledWith('2026-01-10 00:00:00');
});

test.each([
  ['en', 'Sunday'],
  ['es', 'Monday'],
] as const)('the week of the calendar in %s starts on %s', async (language, day) => {
  const { user } = await renderApp(<DateField value="2026-03-17" onChange={() => {}} />, { language });
  await user.click(screen.getByRole('button'));
  const picked = await screen.findByRole('button', { name: /17.*2026/ });
  const week = [...picked.closest('tr')!.querySelectorAll('td')].map((cell) => cell.textContent);
  // March 17, 2026 is a Tuesday.
  expect(week).toEqual(
    day === 'Sunday' ? ['15', '16', '17', '18', '19', '20', '21'] : ['16', '17', '18', '19', '20', '21', '22'],
  );
});

describe('today', () => {
  afterEach(() => void jest.useRealTimers());

  // November: New York is five hours behind UTC, Los Angeles eight, Kiritimati fourteen ahead.
  test.each([
    { clock: '2026-11-22T02:30:00Z', zone: 'America/New_York', day: '21' },
    { clock: '2026-11-22T04:59:59Z', zone: 'America/New_York', day: '21' },
    { clock: '2026-11-22T05:00:00Z', zone: 'America/New_York', day: '22' },
    { clock: '2026-11-22T05:00:00Z', zone: 'America/Los_Angeles', day: '21' },
    { clock: '2026-11-22T10:00:00Z', zone: 'Pacific/Kiritimati', day: '23' },
  ])("at $clock the calendar marks November $day, the date of the viewer's organization in $zone", async (one) => {
    setClock(one.clock);
    const viewer = { ...testViewer, organization: { ...testViewer.organization, timezone: one.zone } };
    const { user } = await renderApp(<DateField value={null} onChange={() => {}} />, { viewer });
    await user.click(screen.getByRole('button', { name: 'Choose a date' }));
    await screen.findByRole('button', { name: /November 21, 2026/ });
    expect(screen.getAllByRole('gridcell', { current: 'date' }).map((cell) => cell.textContent)).toEqual([one.day]);
  });

  test("is that of another organization where the field's dates are its days", async () => {
    setClock('2026-11-22T05:30:00Z');
    const { user } = await renderApp(<DateField value={null} timeZone="America/Los_Angeles" onChange={() => {}} />);
    await user.click(screen.getByRole('button', { name: 'Choose a date' }));
    await screen.findByRole('button', { name: /November 21, 2026/ });
    expect(screen.getAllByRole('gridcell', { current: 'date' }).map((cell) => cell.textContent)).toEqual(['21']);
  });
});

test('emptying the field empties the value', async () => {
  const { user, field, onChange } = await renderDate('2026-03-08');
  await user.clear(field);
  expect(onChange).toHaveBeenLastCalledWith(null);
});

test('a click on a day of the calendar selects it', async () => {
  const { user, field, onChange } = await renderDate('2026-03-08');
  await user.click(screen.getByRole('button', { name: 'Choose a date' }));
  const day = await screen.findByRole('button', { name: /March 17, 2026/ });
  await user.click(day);
  expect(onChange).toHaveBeenLastCalledWith('2026-03-17');
  expect(field).toHaveValue('03/17/2026');
});

describe('the mask', () => {
  test.each([
    ['0', '', '0'],
    ['03', '0', '03/'],
    ['03/0', '03/', '03/0'],
    ['03/08', '03/0', '03/08/'],
    ['03/08', '03/08/', '03/08'],
    ['3/8/2026', '', '03/08/2026'],
    ['2026-03-08', '', '03/08/2026'],
    ['abc', '', ''],
    ['030820269', '03/08/2026', '03/08/2026'],
  ])('makes %p (after %p) %p', (raw, before, masked) => {
    expect(maskDate(raw, before)).toBe(masked);
  });

  test('keeps the caret after the same digits', () => {
    expect(caretAfter('03/08/2026', 3)).toBe(4);
    expect(caretAfter('03/08/2026', 8)).toBe(10);
  });
});

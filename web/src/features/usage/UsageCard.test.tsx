import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { page } from '../../lib/page.ts';
import { setClock } from '../../testing/clock.ts';
import { InCache } from '../../testing/InCache.tsx';
import { renderApp } from '../../testing/renderApp.tsx';
import { drawing } from './drawing.ts';
import { UsageCard_patientFragmentDoc } from './gql/usageFragment.ts';
import { UsageNightsDocument } from './gql/useUsageNights.ts';
import { UsageCard } from './UsageCard.tsx';
import './UsageCharts.tsx';

const realLoad = drawing.load;
let isDrawn = false;
const print = jest.fn(() => isDrawn);

beforeEach(() => {
  setClock('2026-11-22T17:00:00Z');
  isDrawn = false;
  print.mockClear();
  jest.spyOn(page, 'print').mockImplementation(() => void print());
  drawing.load = () =>
    Promise.resolve({
      startDrawing: () => {
        isDrawn = true;
        return { show: () => undefined, picture: () => Promise.resolve(new Blob()), end: () => undefined };
      },
    });
});
afterEach(() => {
  drawing.load = realLoad;
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const patient = {
  __typename: 'Patient' as const,
  id: 'p7',
  firstUsageDate: '2026-01-01',
  devices: [{ __typename: 'DeviceHistory' as const, id: 'd1', serial: 'A1', startDate: '2026-01-01', endDate: null }],
  compliance: { __typename: 'Compliance' as const, minutesWanted: 240, windowStart: null, windowEnd: null },
};
/** The card as a page has it that the user has not scrolled: it is not near the window. */
const show = () =>
  renderApp(
    <InCache fragment={UsageCard_patientFragmentDoc} fragmentName="UsageCard_patient" data={patient}>
      <UsageCard patient={patient as never} />
    </InCache>,
    {
      mocks: [
        {
          request: {
            query: UsageNightsDocument,
            variables: { patientId: 'p7', from: '2026-10-24', to: '2026-11-22' },
          },
          result: { data: { patient: { __typename: 'Patient', id: 'p7', nights: [] } } },
        },
      ],
    },
  );
/** Presses a key on the page; returns whether the browser does what it does with it. */
const press = (key: string, modifiers: object) => fireEvent.keyDown(document.body, { key, ...modifiers });
const NOTE = 'The charts of use were not loaded when this page was printed. Print the page again.';

test.each([
  ['Ctrl', { ctrlKey: true }],
  ['Cmd', { metaKey: true }],
])('%s with P before the charts are there loads them, and prints once when they are drawn', async (_name, modifier) => {
  await show();
  expect(screen.queryByRole('slider')).not.toBeInTheDocument();
  expect(press('p', modifier)).toBe(false);
  expect(print).not.toHaveBeenCalled();
  await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
  expect(print).toHaveReturnedWith(true);
  expect(screen.queryByText(NOTE)).not.toBeInTheDocument();
  // From now on the browser prints by itself.
  expect(press('p', modifier)).toBe(true);
  expect(print).toHaveBeenCalledTimes(1);
});

test('pressed again while they load, the browser prints at once', async () => {
  drawing.load = () => new Promise(() => undefined);
  await show();
  expect(press('p', { ctrlKey: true })).toBe(false);
  expect(press('p', { ctrlKey: true })).toBe(true);
});

test('other keys are left to the browser', async () => {
  await show();
  expect(press('p', {})).toBe(true);
  expect(press('p', { ctrlKey: true, shiftKey: true })).toBe(true);
  expect(press('s', { ctrlKey: true })).toBe(true);
  expect(screen.queryByRole('slider')).not.toBeInTheDocument();
});

test('the menu of the browser prints a note in their place, and has them loaded for the next time', async () => {
  await show();
  expect(screen.getByText(NOTE)).toBeInTheDocument();
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  expect(await screen.findByRole('slider')).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByText(NOTE)).not.toBeInTheDocument());
  expect(print).not.toHaveBeenCalled();
});

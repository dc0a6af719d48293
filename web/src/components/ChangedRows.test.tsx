import type { MockLink } from '@apollo/client/testing';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { renderApp, testViewer } from '../testing/renderApp.tsx';
import { ChangedRows } from './ChangedRows.tsx';
import { PatientsChangedDocument } from './gql/PatientWatch.ts';

beforeEach(() => void jest.useFakeTimers({ doNotFake: ['queueMicrotask'] }));
afterEach(() => void jest.useRealTimers());
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

/** Row and patient have the same id; a row with an empty id has no patient. */
type Row = { id: string };
const rowsOf = (...ids: string[]): Row[] => ids.map((id) => ({ id }));

/** A change of one of the patients after that many milliseconds; the subscription then ends. */
const changing = (patientIds: string[], patientId: string | null, delay = 10): MockLink.MockedResponse => ({
  request: { query: PatientsChangedDocument, variables: { patientIds } },
  delay,
  result: { data: { patientsChanged: patientId && { __typename: 'PatientChange', patientId } } },
});

async function show(rows: Row[], mocks: MockLink.MockedResponse[], realtimeKey: string | null = 'key') {
  const onRefresh = jest.fn();
  let setRows!: (next: Row[], loading?: boolean) => void;
  const { useState } = await import('react');
  function Harness() {
    const [shown, setShown] = useState({ rows, loading: false });
    setRows = (next, loading = false) => setShown({ rows: next, loading });
    return (
      <ChangedRows rows={shown.rows} patientOf={({ id }) => id || null} loading={shown.loading} onRefresh={onRefresh} />
    );
  }
  await renderApp(<Harness />, { mocks, viewer: { ...testViewer, realtimeKey } });
  return { onRefresh, setRows: (next: Row[], loading?: boolean) => act(async () => setRows(next, loading)) };
}
const bar = () => screen.getByRole('status');

describe('above the rows of a page', () => {
  test('nothing is shown until one of its patients changes; then the number of rows, politely', async () => {
    await show(rowsOf('a', 'b', 'a', ''), [changing(['a', 'b'], 'a')]);
    expect(bar()).toBeEmptyDOMElement();
    await pass(20);
    expect(bar()).toHaveTextContent('2 rows have changed since they were loaded.');
  });

  test('one changed row is one row', async () => {
    await show(rowsOf('a', 'b'), [changing(['a', 'b'], 'b')]);
    await pass(20);
    expect(bar()).toHaveTextContent('1 row has changed since it was loaded.');
  });

  test('Refresh reads the rows again and clears the bar, even when nothing differs; the keyboard stays there', async () => {
    const { onRefresh } = await show(rowsOf('a'), [changing(['a'], 'a')]);
    await pass(20);
    fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(onRefresh).toHaveBeenCalledTimes(1);
    expect(bar()).toBeEmptyDOMElement();
    expect(bar()).toHaveFocus();
  });

  test('other rows clear it, and their patients are followed instead', async () => {
    const { setRows } = await show(rowsOf('a'), [changing(['a'], 'a'), changing(['c'], 'c', 100)]);
    await pass(20);
    await setRows(rowsOf('c'));
    expect(bar()).toBeEmptyDOMElement();
    await pass(200);
    expect(bar()).toHaveTextContent('1 row has changed');
  });

  test('a change that arrives while rows are read is still shown with the rows that arrive', async () => {
    const { setRows } = await show(rowsOf('a'), [changing(['a'], 'a', 100)]);
    await setRows(rowsOf('a'), true);
    await pass(200);
    await setRows(rowsOf('a'));
    expect(bar()).toHaveTextContent('1 row has changed');
  });

  test('a patient that the viewer may no longer see changes nothing', async () => {
    await show(rowsOf('a'), [changing(['a'], null)]);
    await pass(20);
    expect(bar()).toBeEmptyDOMElement();
  });

  test.each([200, 201, 500])('the patients of %i rows are followed in requests of at most 200', async (count) => {
    const ids = Array.from({ length: count }, (_, index) => `p${String(index).padStart(3, '0')}`);
    const chunks = [ids.slice(0, 200), ids.slice(200, 400), ids.slice(400)].filter(({ length }) => length > 0);
    await show(
      rowsOf(...ids),
      chunks.map((chunk) => changing(chunk, chunk.at(-1)!)),
    );
    await pass(20);
    expect(bar()).toHaveTextContent(
      chunks.length === 1 ? '1 row has changed' : `${chunks.length} rows have changed since`,
    );
  });

  test('without a realtime key nothing is followed', async () => {
    await show(rowsOf('a'), [changing(['a'], 'a')], null);
    await pass(1000);
    expect(bar()).toBeEmptyDOMElement();
  });
});

import { expect, test } from '@jest/globals';
import { useTableState } from '../components/useTableState.ts';
import { renderApp, testViewer } from '../testing/renderApp.tsx';
import { firstPageOf } from './firstPage.ts';

const preferring = (pageSize: number | null) => ({
  ...testViewer,
  tablePreferences: [
    {
      __typename: 'TablePreferences' as const,
      table: 'patients',
      hiddenColumns: null,
      columnOrder: null,
      columnWidths: null,
      pageSize,
      density: null,
    },
  ],
});

test.each([
  ['without preferences', testViewer, 50],
  ['with preferences without a page length', preferring(null), 50],
  ['with a page length of 15', preferring(15), 15],
])('the first page of a list is asked for ahead as the list asks for it: %s', async (_what, viewer, rows) => {
  let asked: object | undefined;
  function List() {
    asked = useTableState('patients').variables;
    return null;
  }
  await renderApp(<List />, { viewer });
  const ahead = firstPageOf('patients', { data: { viewer } });
  expect(ahead).toMatchObject({ first: rows });
  expect(JSON.stringify(ahead)).toBe(JSON.stringify(asked));
});

test('without a viewer no list is asked for', () => {
  expect(firstPageOf('patients', { data: { viewer: null } })).toBeNull();
});

import { describe, expect, jest, test } from '@jest/globals';
import { CombinedGraphQLErrors } from '@apollo/client/errors';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { page } from '../lib/page.ts';
import { fakeServer, json } from '../testing/fakeServer.ts';
import type { Viewer } from '../lib/viewer.ts';
import { Unreachable } from '../lib/reach.ts';
import { renderApp, testViewer } from '../testing/renderApp.tsx';
import { DataTable, type DataTableColumn, type DataTableProps } from './DataTable.tsx';
import { lastPageOf } from '#rules/shared/list';
import { SaveTablePreferencesDocument } from './gql/useTablePreferences.ts';
import { pageLinks } from './pageLinks.ts';
import { toaster } from './Toaster.tsx';
import { useTableState } from './useTableState.ts';

interface Row {
  id: string;
  name: string;
  city: string;
}
const columns: DataTableColumn<Row>[] = [
  { id: 'name', header: 'Name', cell: (row) => row.name, identity: true, sortable: true },
  { id: 'city', header: 'City', cell: (row) => row.city, sortable: true },
];
const rows: Row[] = [
  { id: '1', name: 'Ada', city: 'Troy' },
  { id: '2', name: 'Ben', city: 'Utica' },
];

const onVariables = jest.fn<(variables: unknown) => void>();

/** The server stores the preferences. */
const saved = (preferences: object) => ({
  request: {
    query: SaveTablePreferencesDocument,
    variables: {
      input: {
        table: 'people',
        hiddenColumns: null,
        columnOrder: null,
        columnWidths: null,
        pageSize: null,
        density: null,
        ...preferences,
      },
    },
  },
  result: {
    data: { saveTablePreferences: { __typename: 'SaveTablePreferencesPayload', viewer: null, userErrors: [] } },
  },
});

function Example({ sizes, ...props }: Partial<DataTableProps<Row>> & { sizes?: 'short' | 'usage' }) {
  const table = useTableState('people', { sizes });
  onVariables(table.variables);
  return (
    <DataTable
      label="People"
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      totalCount={120}
      loading={false}
      table={table}
      {...props}
    />
  );
}

const bodyText = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent);

describe('the texts', () => {
  test("the footer reads 'Showing X to Y of Z entries'", async () => {
    await renderApp(<Example />, { path: '/?page=3' });
    expect(screen.getByText('Showing 101 to 120 of 120 entries')).toBeInTheDocument();
  });

  test('numbers of a thousand and more have a separator', async () => {
    await renderApp(<Example totalCount={2412} />, { path: '/?page=21' });
    expect(screen.getByText('Showing 1,001 to 1,050 of 2,412 entries')).toBeInTheDocument();
  });

  test("the footer adds '(filtered from N total)' only when rows are filtered", async () => {
    const { unmount } = await renderApp(<Example totalCount={2} unfilteredCount={260} />);
    expect(screen.getByText('Showing 1 to 2 of 2 entries (filtered from 260 total)')).toBeInTheDocument();
    unmount();
    await renderApp(<Example totalCount={2} unfilteredCount={2} />);
    expect(screen.getByText('Showing 1 to 2 of 2 entries')).toBeInTheDocument();
  });

  test.each([
    ['en', 'Showing 1 to 2 of more than 10,000 entries (filtered from 650,000 total)'],
    ['es', 'Mostrando 1 a 2 de más de 10,000 entradas (filtrado de 650,000 en total)'],
  ] as const)('the footer says that more rows match than were counted (%s)', async (language, text) => {
    await renderApp(<Example totalCount={10_000} totalCountIsCapped unfilteredCount={650_000} />, { language });
    expect(screen.getByText(text)).toBeInTheDocument();
  });

  test("an empty table reads 'No Records Found', a loading one 'Loading...'", async () => {
    const { unmount } = await renderApp(<Example rows={[]} totalCount={0} />);
    expect(bodyText()).toEqual(['No Records Found']);
    expect(screen.getByText('Showing 0 to 0 of 0 entries')).toBeInTheDocument();
    unmount();
    await renderApp(<Example rows={undefined} totalCount={undefined} loading />);
    expect(bodyText()).toEqual(['Loading...']);
  });

  test("an empty table of document 001 reads 'No data to show'", async () => {
    await renderApp(<Example rows={[]} totalCount={0} empty="noData" />);
    expect(bodyText()).toEqual(['No data to show']);
  });

  test('an empty list says what it is below that text, and one that is narrowed offers to clear the filters', async () => {
    const { unmount } = await renderApp(<Example rows={[]} totalCount={0} about="People. Add one." />);
    expect(bodyText()).toEqual(['No Records FoundPeople. Add one.']);
    unmount();
    const { user, router } = await renderApp(<Example rows={[]} totalCount={0} about="People. Add one." />, {
      path: '/?q=ada&f%5Bcity%5D=equal%3ATroy&page=2&sort=name',
    });
    expect(bodyText()).toEqual(['No Records FoundNothing matches the search and filters.Clear filters']);
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(router.state.location.search).toBe('?sort=name');
    expect(bodyText()).toEqual(['No Records FoundPeople. Add one.']);
  });

  test('rows on the way have the columns of the table and are as many as a page has, one of them for a screen reader', async () => {
    await renderApp(<Example rows={undefined} totalCount={undefined} loading sizes="short" />);
    const coming = screen.getAllByRole('row', { hidden: true }).slice(1);
    expect(coming).toHaveLength(10);
    expect(coming.map((row) => row.children.length)).toEqual(Array(10).fill(2));
    expect(bodyText()).toEqual(['Loading...']);
  });

  test('the Spanish interface translates them', async () => {
    await renderApp(<Example rows={[]} totalCount={0} />, { language: 'es' });
    expect(bodyText()).toEqual(['No se encontraron registros']);
  });
});

describe('the search', () => {
  test('starts 1000 ms after the last key', async () => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
    try {
      const { router } = await renderApp(<Example />);
      fireEvent.change(screen.getByRole('searchbox', { name: 'Search' }), { target: { value: 'ada' } });
      act(() => jest.advanceTimersByTime(900));
      expect(router.state.location.search).toBe('');
      await act(async () => jest.advanceTimersByTimeAsync(200));
      expect(router.state.location.search).toBe('?q=ada');
    } finally {
      jest.useRealTimers();
    }
  });

  test('starts at once on Enter and goes back to the first page', async () => {
    const { user, router } = await renderApp(<Example />, { path: '/?page=2' });
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'ada{Enter}');
    await waitFor(() => expect(router.state.location.search).toBe('?q=ada'));
    expect(onVariables).toHaveBeenLastCalledWith(expect.objectContaining({ search: 'ada', page: 1 }));
  });
});

describe('the columns', () => {
  const headers = () => screen.getAllByRole('columnheader').map((header) => header.textContent);

  test('are switched off and on in a list that scrolls within half the window, and the identity column is locked', async () => {
    const { user } = await renderApp(<Example />, {
      mocks: [saved({ hiddenColumns: ['city'] }), saved({ hiddenColumns: [] })],
    });
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    expect(await screen.findByRole('checkbox', { name: 'Name' })).toBeDisabled();
    expect(getComputedStyle(screen.getByRole('group', { name: 'Columns' })).maxHeight).toBe('50vh');
    expect(getComputedStyle(screen.getByRole('dialog', { name: 'Columns' })).maxWidth).toBe('calc(100vw - 2rem)');
    await user.click(screen.getByRole('checkbox', { name: 'City' }));
    await waitFor(() => expect(headers()).toEqual(['Name']));
    await user.click(screen.getByRole('button', { name: 'All' }));
    await waitFor(() => expect(headers()).toEqual(['Name', 'City']));
  });

  test('are never all switched off', async () => {
    const plain = columns.map((column) => ({ ...column, identity: undefined }));
    const { user } = await renderApp(<Example columns={plain} />, { mocks: [saved({ hiddenColumns: ['city'] })] });
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    await user.click(await screen.findByRole('button', { name: 'None' }));
    await waitFor(() => expect(headers()).toEqual(['Name']));
    expect(screen.getByRole('checkbox', { name: 'Name' })).toBeDisabled();
  });

  test('are also moved by keyboard', async () => {
    const { user } = await renderApp(<Example />, { mocks: [saved({ columnOrder: ['city', 'name'] })] });
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    (await screen.findByRole('button', { name: 'Move City up' })).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(headers()).toEqual(['City', 'Name']));
    expect(screen.getAllByRole('row')[1]).toHaveTextContent('TroyAda');
  });

  test('are reset by Reset', async () => {
    const mine: Viewer['tablePreferences'][number] = {
      __typename: 'TablePreferences',
      table: 'people',
      hiddenColumns: ['city'],
      columnOrder: null,
      columnWidths: null,
      pageSize: null,
      density: null,
    };
    const { user } = await renderApp(<Example />, {
      viewer: { ...testViewer, tablePreferences: [mine] },
      mocks: [saved({})],
    });
    expect(headers()).toEqual(['Name']);
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    await user.click(await screen.findByRole('button', { name: 'Reset' }));
    await waitFor(() => expect(headers()).toEqual(['Name', 'City']));
  });

  describe('have the width that the user chooses', () => {
    /** The handle in a header of 64 pixels; jsdom has neither widths nor the capture of a pointer. */
    const handle = async (column: string) => {
      const found = await screen.findByRole('separator', { name: `Width of ${column}` });
      Object.defineProperty(found.parentElement, 'offsetWidth', { value: 64, configurable: true });
      found.setPointerCapture = jest.fn<Element['setPointerCapture']>();
      return found;
    };
    const width = (table = screen.getByRole('table', { name: 'People' })) => table.style.getPropertyValue('--width-1');
    const city = (to: number) => saved({ columnWidths: [{ column: 'city', width: to }] });

    test('by the arrow keys, Home and End, from 64 to 640 pixels', async () => {
      const { user } = await renderApp(<Example />, { mocks: [city(80), city(64), city(640), city(624)] });
      await user.tab();
      (await handle('City')).focus();
      expect(width()).toBe('');
      for (const [key, to] of [
        ['{ArrowRight}', 80],
        ['{Home}', 64],
        ['{ArrowLeft}', 64],
        ['{End}', 640],
        ['{ArrowRight}', 640],
        ['{ArrowLeft}', 624],
      ] as const) {
        await user.keyboard(key);
        expect(width()).toBe(`${to}px`);
        expect(await handle('City')).toHaveAttribute('aria-valuenow', String(to));
      }
      expect(await handle('City')).toHaveFocus();
      expect(screen.getByRole('columnheader', { name: 'City' })).toBeInTheDocument();
    });

    test('by the pointer: the widths follow it, and one is saved when it ends', async () => {
      const { user } = await renderApp(<Example />, { mocks: [city(108)] });
      await user.tab();
      const target = await handle('City');
      fireEvent.pointerDown(target, { clientX: 500, pointerId: 1 });
      fireEvent.pointerMove(target, { clientX: 530 });
      expect(width()).toBe('94px');
      fireEvent.pointerUp(target, { clientX: 544 });
      expect(width()).toBe('108px');
      await act(async () => {});
      expect(screen.queryByText(/could not be saved/)).not.toBeInTheDocument();
    });

    test('until a double click, or Reset widths, lets it follow the content again', async () => {
      const wide = [{ __typename: 'ColumnWidth' as const, column: 'city', width: 300 }];
      const mine: Viewer['tablePreferences'][number] = {
        __typename: 'TablePreferences',
        table: 'people',
        hiddenColumns: null,
        columnOrder: null,
        columnWidths: wide,
        pageSize: null,
        density: null,
      };
      const viewer = { ...testViewer, tablePreferences: [mine] };
      const first = await renderApp(<Example />, { viewer, mocks: [saved({ columnWidths: [] })] });
      expect(width()).toBe('300px');
      await first.user.tab();
      await first.user.dblClick(await handle('City'));
      expect(width()).toBe('');
      first.unmount();
      const { user } = await renderApp(<Example />, { viewer, mocks: [saved({})] });
      expect(width()).toBe('300px');
      await user.click(screen.getByRole('button', { name: 'Columns' }));
      await user.click(await screen.findByRole('button', { name: 'Reset widths' }));
      expect(width()).toBe('');
    });
  });

  test('are sorted by the button in the header: ascending, descending, unsorted', async () => {
    const { user, router } = await renderApp(<Example />);
    const header = () => screen.getByRole('columnheader', { name: 'City' });
    const press = () => user.click(within(header()).getByRole('button'));

    await press();
    await waitFor(() => expect(header()).toHaveAttribute('aria-sort', 'ascending'));
    expect(router.state.location.search).toBe('?sort=city');
    await press();
    await waitFor(() => expect(header()).toHaveAttribute('aria-sort', 'descending'));
    expect(onVariables).toHaveBeenLastCalledWith(
      expect.objectContaining({ orderBy: { field: 'CITY', direction: 'DESC' } }),
    );
    await press();
    await waitFor(() => expect(header()).not.toHaveAttribute('aria-sort'));
  });
});

describe('the pages', () => {
  test('are five numbered links around the current one', async () => {
    await renderApp(<Example totalCount={1000} />, { path: '/?page=8' });
    const pages = within(screen.getByRole('navigation', { name: 'Pages of People' }));
    expect(pages.getAllByRole('link', { name: /^Page / }).map((link) => link.textContent)).toEqual([
      '6',
      '7',
      '8',
      '9',
      '10',
    ]);
    expect(pages.getByRole('link', { name: 'Page 8' })).toHaveAttribute('aria-current', 'page');
    expect(pages.getByRole('link', { name: 'Next page' })).toHaveAttribute('href', '/?page=9');
  });

  test('of a list with more rows than were counted go on while they are full', async () => {
    const next = () =>
      within(screen.getByRole('navigation', { name: /People/ })).queryByRole('link', { name: 'Next page' });
    const full = Array.from({ length: 50 }, (_, index) => ({ ...rows[0]!, id: String(index) }));
    const capped = { totalCount: 10_000, totalCountIsCapped: true };
    const { unmount } = await renderApp(<Example {...capped} rows={full} />, { path: '/?page=300' });
    expect(next()).toHaveAttribute('href', '/?page=301');
    unmount();
    await renderApp(<Example {...capped} rows={full.slice(1)} />, { path: '/?page=300' });
    expect(next()).toBeNull();
  });

  test.each([
    { page: 1, limit: 50, rows: 0, total: 0, isCapped: false, last: 1 },
    { page: 1, limit: 50, rows: 50, total: 100, isCapped: false, last: 2 },
    { page: 1, limit: 50, rows: 50, total: 101, isCapped: false, last: 3 },
    { page: 9, limit: 50, rows: 0, total: 101, isCapped: false, last: 3 },
    { page: 1, limit: 50, rows: 50, total: 10_000, isCapped: false, last: 200 },
    { page: 1, limit: 50, rows: 50, total: 10_000, isCapped: true, last: 201 },
    { page: 300, limit: 50, rows: 50, total: 10_000, isCapped: true, last: 301 },
    { page: 300, limit: 50, rows: 49, total: 10_000, isCapped: true, last: 300 },
    { page: 300, limit: 50, rows: 0, total: 10_000, isCapped: true, last: 201 },
    { page: 1, limit: 50, rows: 50, total: 49_950, isCapped: false, last: 999 },
    { page: 1, limit: 50, rows: 50, total: 650_000, isCapped: false, last: 1000 },
    { page: 1000, limit: 50, rows: 50, total: 10_000, isCapped: true, last: 1000 },
  ])('end with $last: page $page of $limit, $rows rows, $total counted, capped: $isCapped', ({ last, ...at }) => {
    expect(lastPageOf(at)).toBe(last);
  });

  test.each([
    { page: 1, last: 1, links: [1] },
    { page: 1, last: 9, links: [1, 2, 3, 4, 5] },
    { page: 9, last: 9, links: [5, 6, 7, 8, 9] },
    { page: 2, last: 3, links: [1, 2, 3] },
  ])('page $page of $last shows $links', ({ page, last, links }) => {
    expect(pageLinks(page, last)).toEqual(links);
  });

  test('have 5, 15, 30, 50, 100 or 500 rows, by default 50, and the choice is remembered', async () => {
    const { user } = await renderApp(<Example />, { mocks: [saved({ pageSize: 15 })] });
    const size = screen.getByRole('combobox', { name: 'Rows per page' });
    expect(size).toHaveValue('50');
    expect(
      within(size)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['5', '15', '30', '50', '100', '500']);
    await user.selectOptions(size, '15');
    await waitFor(() => expect(onVariables).toHaveBeenLastCalledWith(expect.objectContaining({ first: 15 })));
  });

  test('of machine usage have 25, 50, 100, 200 or 500 rows, by default 500', async () => {
    await renderApp(<Example sizes="usage" totalCount={1200} />);
    const size = screen.getByRole('combobox', { name: 'Rows per page' });
    expect(
      within(size)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['25', '50', '100', '200', '500']);
    expect(size).toHaveValue('500');
  });

  test('of a short table have 10, 20, 30, 50 or 100 rows, by default 10, with five page numbers', async () => {
    await renderApp(<Example sizes="short" totalCount={95} />);
    const size = screen.getByRole('combobox', { name: 'Rows per page' });
    expect(size).toHaveValue('10');
    expect(
      within(size)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['10', '20', '30', '50', '100']);
    expect(screen.getAllByRole('link', { name: /^Page / }).map((link) => link.textContent)).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
    ]);
    expect(screen.getByText('Showing 1 to 10 of 95 entries')).toBeInTheDocument();
  });

  test('move the focus to the caption and announce the range', async () => {
    const { user } = await renderApp(<Example />);
    await user.click(screen.getByRole('link', { name: 'Page 2' }));
    await waitFor(() => expect(screen.getByText('People', { selector: 'caption *' }).closest('caption')).toHaveFocus());
    expect(screen.getByText('Showing 51 to 100 of 120 entries')).toHaveAttribute('aria-live', 'polite');
  });

  test('are undone by Back', async () => {
    const { user, router } = await renderApp(<Example />);
    await user.click(screen.getByRole('link', { name: 'Page 2' }));
    await waitFor(() => expect(router.state.location.search).toBe('?page=2'));
    await act(() => router.navigate(-1));
    expect(screen.getByText('Showing 1 to 50 of 120 entries')).toBeInTheDocument();
  });

  test('a page past the end becomes the last page', async () => {
    const { router } = await renderApp(<Example />, { path: '/?page=99' });
    await waitFor(() => expect(router.state.location.search).toBe('?page=3'));
  });
});

test('an error shows its message with Retry instead of an empty table', async () => {
  const onRetry = jest.fn();
  const { user } = await renderApp(
    <Example rows={undefined} totalCount={undefined} error={new Unreachable()} onRetry={onRetry} />,
  );
  expect(screen.getByRole('alert')).toHaveTextContent('The server cannot be reached');
  expect(screen.queryByText('No Records Found')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(onRetry).toHaveBeenCalledTimes(1);
});

test('rows that cannot be read again stay below a line that says why, with Try again', async () => {
  const onRetry = jest.fn();
  const { user } = await renderApp(<Example error={new Unreachable()} onRetry={onRetry} />);
  expect(bodyText()).toEqual(['AdaTroy', 'BenUtica']);
  expect(screen.getByRole('status')).toHaveTextContent(
    /^These rows may be out of date: they could not be loaded again\. The server cannot be reached/,
  );
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onRetry).toHaveBeenCalledTimes(1);
});

test('a fault of the server is an invalid request, in the words of document 001', async () => {
  const error = new CombinedGraphQLErrors({
    errors: [{ message: 'x', extensions: { code: 'INTERNAL_SERVER_ERROR' } }],
  });
  await renderApp(<Example rows={undefined} totalCount={undefined} error={error} onRetry={() => {}} />);
  expect(screen.getByRole('alert')).toHaveTextContent('Invalid request. Try again later');
});

test('the old rows stay, dimmed, while the next ones load', async () => {
  await renderApp(<Example loading />);
  const region = screen.getByRole('region', { name: 'People' });
  expect(region).toHaveAttribute('aria-busy', 'true');
  expect(getComputedStyle(region).opacity).toBe('0.6');
  expect(screen.getByText('Ada')).toBeInTheDocument();
});

test('the table scrolls by keyboard in a named region', async () => {
  await renderApp(<Example />);
  expect(screen.getByRole('region', { name: 'People' })).toHaveAttribute('tabindex', '0');
});

describe('the CSV file', () => {
  const server = fakeServer();

  test('has the same search, order and filters, and the visible columns in their order', async () => {
    const save = jest.spyOn(page, 'save').mockImplementation(() => {});
    server.answer = () => new Response('City');
    const mine: Viewer['tablePreferences'][number] = {
      __typename: 'TablePreferences',
      table: 'people',
      hiddenColumns: null,
      columnWidths: null,
      columnOrder: ['city', 'name'],
      pageSize: null,
      density: null,
    };
    const named: DataTableColumn<Row>[] = [{ ...columns[0]!, csv: ['last_name', 'first_name'] }, columns[1]!];
    const { user } = await renderApp(<Example columns={named} csvPath="/api/people/datatable" canExport />, {
      path: '/?q=ada&sort=-city&page=2&f[city]=contain:a&f[born]=greater_than:2020-01-01&f[born]=less_than:2021-01-01',
      viewer: { ...testViewer, tablePreferences: [mine] },
    });
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(save).toHaveBeenCalledTimes(1));
    expect(decodeURIComponent(server.calls[0]!.url)).toBe(
      '/api/people/datatable?csv=true&columns=city,last_name,first_name&searchTerm=ada&orderBy=city&orderDir=desc' +
        '&filters[city][contain]=a&filters[born][greater_than]=2020-01-01&filters[born][less_than]=2021-01-01',
    );
  });

  test.each([
    [{ message: 'More than 100000 rows match.' }, 'More than 100000 rows match.'],
    [{}, 'Invalid request. Try again later'],
  ])("refused with %j shows the server's message, else an invalid request", async (body, text) => {
    server.answer = () => json(422, body);
    const { user } = await renderApp(<Example csvPath="/api/people/datatable" canExport />);
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    expect(await screen.findByText(text)).toBeInTheDocument();
    toaster.remove();
  });

  test('that does not arrive whole says so', async () => {
    server.answer = () =>
      new Response(new ReadableStream({ pull: (controller) => controller.error(new TypeError('network error')) }));
    const { user } = await renderApp(<Example csvPath="/api/people/datatable" canExport />);
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    expect(
      await screen.findByText('The file did not arrive whole and was not saved. Export it again.'),
    ).toBeInTheDocument();
  });

  test('is not offered to a viewer without the permission', async () => {
    await renderApp(<Example csvPath="/api/people/datatable" />);
    expect(screen.queryByRole('button', { name: 'Export CSV' })).not.toBeInTheDocument();
  });

  test.each([
    'The option to Export to .CSV has been disabled by your Admin',
    'This action is restricted to Admin users only',
  ])('says why, and requests nothing, where the organization keeps the viewer from it: %s', async (exportNotice) => {
    const calls = server.calls.length;
    const { user } = await renderApp(<Example csvPath="/api/people/datatable" />, {
      viewer: { ...testViewer, exportNotice },
    });
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    expect(await screen.findByText(exportNotice)).toBeInTheDocument();
    expect(server.calls).toHaveLength(calls);
    toaster.remove();
  });
});

describe('five hundred rows', () => {
  const many = Array.from({ length: 500 }, (_, n) => ({ id: String(n), name: `Name ${n}`, city: 'Troy' }));

  test('are not rendered again while the next ones load', async () => {
    const drawn = jest.fn((row: Row) => row.name);
    const counted: DataTableColumn<Row>[] = [{ ...columns[0]!, cell: drawn }];
    function Loading() {
      const [loading, setLoading] = useState(false);
      return (
        <>
          <button onClick={() => setLoading(true)}>load</button>
          <Example columns={counted} rows={many} loading={loading} totalCount={500} />
        </>
      );
    }
    const { user } = await renderApp(<Loading />);
    const before = drawn.mock.calls.length;
    await user.click(screen.getByText('load'));
    await waitFor(() => expect(screen.getByRole('region', { name: 'People' })).toHaveAttribute('aria-busy', 'true'));
    expect(screen.getByText('Name 499')).toBeInTheDocument();
    expect(drawn.mock.calls.length).toBe(before);
  });

  test('are not rendered again while the user types a search, or the value of a filter', async () => {
    const drawn = jest.fn((row: Row) => row.name);
    const counted: DataTableColumn<Row>[] = [{ ...columns[0]!, cell: drawn }];
    const filters = [{ field: 'city', label: 'City', type: 'text' as const }];
    const { user } = await renderApp(<Example columns={counted} rows={many} filters={filters} totalCount={500} />);
    await screen.findByText('Name 499');
    await user.click(screen.getByRole('button', { name: 'Filter' }));
    const value = await screen.findByRole('textbox', { name: 'Value' });
    const before = drawn.mock.calls.length;
    await user.type(value, 'Troy');
    await user.type(screen.getByRole('searchbox'), 'Ada');
    expect(value).toHaveValue('Troy');
    expect(screen.getByRole('searchbox')).toHaveValue('Ada');
    expect(drawn.mock.calls.length).toBe(before);
  });
});

import { describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { renderApp } from '../testing/renderApp.tsx';
import { DataTable, type DataTableColumn, type DataTableProps } from './DataTable.tsx';
import { pageLinks } from './pageLinks.ts';
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

function Example(props: Partial<DataTableProps<Row>>) {
  const table = useTableState('people');
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

const bodyText = () => screen.getAllByRole('row').slice(1).map((row) => row.textContent);

describe('the texts', () => {
  test("the footer reads 'Showing X to Y of Z entries'", async () => {
    await renderApp(<Example />, { path: '/?page=3' });
    expect(screen.getByText('Showing 101 to 120 of 120 entries')).toBeInTheDocument();
  });

  test("the footer adds '(filtered from N total)' only when rows are filtered", async () => {
    const { unmount } = await renderApp(<Example totalCount={2} unfilteredCount={260} />);
    expect(screen.getByText('Showing 1 to 2 of 2 entries (filtered from 260 total)')).toBeInTheDocument();
    unmount();
    await renderApp(<Example totalCount={2} unfilteredCount={2} />);
    expect(screen.getByText('Showing 1 to 2 of 2 entries')).toBeInTheDocument();
  });

  test("an empty table reads 'No Records Found', a loading one 'Loading...'", async () => {
    const { unmount } = await renderApp(<Example rows={[]} totalCount={0} />);
    expect(bodyText()).toEqual(['No Records Found']);
    expect(screen.getByText('Showing 0 to 0 of 0 entries')).toBeInTheDocument();
    unmount();
    await renderApp(<Example rows={undefined} totalCount={undefined} loading />);
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
  test('are switched off, stay off for this user and table, and the identity column is locked', async () => {
    const { user, unmount } = await renderApp(<Example />);
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    expect(await screen.findByRole('checkbox', { name: 'Name' })).toBeDisabled();
    await user.click(screen.getByRole('checkbox', { name: 'City' }));
    await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'City' })).not.toBeInTheDocument());
    expect(JSON.parse(localStorage.getItem('table:1:people:v1') ?? '{}')).toEqual({ hidden: ['city'] });
    unmount();

    await renderApp(<Example />);
    expect(screen.queryByRole('columnheader', { name: 'City' })).not.toBeInTheDocument();
    expect(screen.getByRole('columnheader', { name: 'Name' })).toBeInTheDocument();
  });

  test('are sorted by the button in the header, ascending, descending, and not at all', async () => {
    const { user, router } = await renderApp(<Example />);
    const header = () => screen.getByRole('columnheader', { name: 'City' });
    const press = () => user.click(within(header()).getByRole('button'));

    await press();
    await waitFor(() => expect(header()).toHaveAttribute('aria-sort', 'ascending'));
    expect(router.state.location.search).toBe('?sort=city');
    await press();
    await waitFor(() => expect(header()).toHaveAttribute('aria-sort', 'descending'));
    expect(onVariables).toHaveBeenLastCalledWith(expect.objectContaining({ orderBy: 'city', orderDir: 'DESC' }));
    await press();
    await waitFor(() => expect(header()).not.toHaveAttribute('aria-sort'));
  });
});

describe('the pages', () => {
  test('are five numbered links around the current one', async () => {
    await renderApp(<Example totalCount={1000} />, { path: '/?page=8' });
    const pages = within(screen.getByRole('navigation', { name: 'Pages of People' }));
    expect(pages.getAllByRole('link', { name: /^Page / }).map((link) => link.textContent)).toEqual(['6', '7', '8', '9', '10']);
    expect(pages.getByRole('link', { name: 'Page 8' })).toHaveAttribute('aria-current', 'page');
    expect(pages.getByRole('link', { name: 'Next page' })).toHaveAttribute('href', '/?page=9');
  });

  test.each([
    { page: 1, last: 1, links: [1] },
    { page: 1, last: 9, links: [1, 2, 3, 4, 5] },
    { page: 9, last: 9, links: [5, 6, 7, 8, 9] },
    { page: 2, last: 3, links: [1, 2, 3] },
  ])('page $page of $last shows $links', ({ page, last, links }) => {
    expect(pageLinks(page, last)).toEqual(links);
  });

  test('hold 5, 15, 30, 50, 100 or 500 rows, 50 unless chosen, and the choice is remembered', async () => {
    const { user } = await renderApp(<Example />);
    const size = screen.getByRole('combobox', { name: 'Rows per page' });
    expect(size).toHaveValue('50');
    expect(within(size).getAllByRole('option').map((option) => option.textContent)).toEqual(['5', '15', '30', '50', '100', '500']);
    await user.selectOptions(size, '15');
    await waitFor(() => expect(onVariables).toHaveBeenLastCalledWith(expect.objectContaining({ first: 15 })));
    expect(JSON.parse(localStorage.getItem('table:1:people:v1') ?? '{}')).toEqual({ limit: 15 });
  });

  test('a page past the end becomes the last page', async () => {
    const { router } = await renderApp(<Example />, { path: '/?page=99' });
    await waitFor(() => expect(router.state.location.search).toBe('?page=3'));
  });
});

test('an error shows its message with Retry instead of an empty table', async () => {
  const onRetry = jest.fn();
  const { user } = await renderApp(<Example rows={undefined} totalCount={undefined} error={new Error('down')} onRetry={onRetry} />);
  expect(screen.getByRole('alert')).toHaveTextContent('The server cannot be reached');
  expect(screen.queryByText('No Records Found')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(onRetry).toHaveBeenCalledTimes(1);
});

test('the old rows stay, dimmed, while the next ones load', async () => {
  await renderApp(<Example loading />);
  expect(screen.getByRole('region', { name: 'People' })).toHaveAttribute('aria-busy', 'true');
  expect(screen.getByText('Ada')).toBeInTheDocument();
});

test('the table scrolls by keyboard in a named region', async () => {
  await renderApp(<Example />);
  expect(screen.getByRole('region', { name: 'People' })).toHaveAttribute('tabindex', '0');
});

test('the export link carries the same search and order', async () => {
  await renderApp(<Example csvPath="/api/people/datatable" />, { path: '/?q=ada&sort=-city' });
  expect(screen.getByRole('link', { name: 'Export CSV' })).toHaveAttribute(
    'href',
    '/api/people/datatable?csv=true&searchTerm=ada&orderBy=city&orderDir=desc',
  );
});

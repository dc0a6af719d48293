import type { MockLink } from '@apollo/client/testing';
import { describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { SwitchOrganizationDocument } from '../features/organizations/gql/useActIn.ts';
import { FindPaletteResultsDocument, type FindPaletteResultsQuery } from '../features/palette/gql/usePaletteSearch.ts';
import { useRecent } from '../lib/recents.ts';
import { page } from '../lib/page.ts';
import { renderApp, testViewer } from '../testing/renderApp.tsx';
// Loaded here, so that no test waits for what a user does not notice.
import './PaletteParts.tsx';
import { PaletteLauncher } from './PaletteLauncher.tsx';

type Found = FindPaletteResultsQuery['searchResults'];

const sofia: Found['patients'][number] = {
  __typename: 'Patient',
  id: 'p1',
  databaseId: 1,
  assignedId: 'MRN-1',
  firstName: 'Sofía',
  lastName: 'Ramírez',
  birthDate: '1961-02-03',
  currentSerial: 'A3900010001',
};
const luna: Found['machines'][number] = {
  __typename: 'Machine',
  id: 'm2',
  databaseId: 2,
  serial: 'A3900010001',
  model: 'Luna G3',
  currentPatient: { __typename: 'Patient', id: 'p1', firstName: 'Sofía', lastName: 'Ramírez' },
};
const found = (search: string, results: Partial<Found> = {}): MockLink.MockedResponse => ({
  request: { query: FindPaletteResultsDocument, variables: { search } },
  result: {
    data: {
      searchResults: {
        __typename: 'SearchResults',
        patients: [],
        machines: [],
        users: [],
        organizationPages: [],
        locations: [],
        organizations: [],
        ...results,
      },
    },
  },
});

const field = () => screen.findByRole('combobox', { name: 'Search or jump to…' });
const lines = () => screen.queryAllByRole('option').map((option) => option.textContent);
const active = () => screen.getAllByRole('option', { selected: true }).map((option) => option.textContent);
/** The search of a table, and a field in which users type. */
const Page = () => (
  <main>
    <PaletteLauncher />
    <input type="search" aria-label="Search" defaultValue="old" />
    <textarea aria-label="Note" />
  </main>
);
const launch = (mocks: MockLink.MockedResponse[] = [], viewer = testViewer) =>
  renderApp(<Page />, { mocks, viewer, path: '/patients' });

describe('the command palette', () => {
  test.each(['{Control>}k{/Control}', '{Meta>}k{/Meta}'])('opens by %s, also while the user types', async (keys) => {
    const { user } = await launch();
    await user.click(screen.getByRole('textbox', { name: 'Note' }));
    await user.keyboard(keys);
    expect(await field()).toHaveFocus();
  });

  test('lists the pages that the viewer may open, and the actions', async () => {
    const { user } = await launch([], { ...testViewer, viewerCanUseGraphiql: false, viewerCanListDevices: false });
    await user.click(screen.getAllByRole('button', { name: /Search or jump to/ })[0]!);
    await field();
    const group = (name: string) =>
      within(screen.getByRole('group', { name }))
        .getAllByRole('option')
        .map((option) => option.textContent);
    expect(group('Pages')).toEqual(['Home', 'Follow-ups', 'Patients', 'Machines', 'iCode reports', 'Uploads']);
    expect(group('Actions')).toEqual(['Dark mode', 'Español', 'Keyboard shortcuts', 'Sign out']);
  });

  test('finds patients and machines, by one request for what was typed', async () => {
    const { user } = await launch([found('rami', { patients: [sofia], machines: [luna] })]);
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await field(), 'rami');
    await screen.findByRole('group', { name: 'Machines' });
    expect(lines()).toEqual([
      'Ramírez, SofíaBorn 02/03/1961 · MRN-1 · A3900010001',
      'A3900010001Luna G3 · Ramírez, Sofía',
    ]);
    expect(screen.getByRole('status')).toHaveTextContent('2 results');
  });

  test('finds users by name and address, and opens their page', async () => {
    const dana: Found['users'][number] = {
      __typename: 'User',
      id: 'u7',
      databaseId: 7,
      firstName: 'Dana',
      lastName: 'Reyes',
      email: 'dana@example.test',
      organization: { __typename: 'Organization', id: 'o3', name: 'Harbor Home Care' },
    };
    const { user, router, unmount } = await launch([found('reyes', { users: [dana] })]);
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await field(), 'reyes');
    await screen.findByRole('group', { name: 'Users' });
    expect(lines()).toEqual(['Reyes, Danadana@example.test']);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/users/7'));
    unmount();

    // Who finds users of several organizations sees which one.
    const support = await launch([found('reyes', { users: [dana] })], { ...testViewer, viewerCanViewAnyUser: true });
    await support.user.keyboard('{Control>}k{/Control}');
    await support.user.type(await field(), 'reyes');
    await screen.findByRole('group', { name: 'Users' });
    expect(lines()).toEqual(['Reyes, Danadana@example.test · Harbor Home Care']);
    support.unmount();

    // While they act in one, they find its users alone.
    const acting = await launch([found('reyes', { users: [dana] })], {
      ...testViewer,
      viewerCanViewAnyUser: true,
      actingOrganization: testViewer.organization,
    });
    await acting.user.keyboard('{Control>}k{/Control}');
    await acting.user.type(await field(), 'reyes');
    await screen.findByRole('group', { name: 'Users' });
    expect(lines()).toEqual(['Reyes, Danadana@example.test']);
  });

  test('lets support staff act in an organization', async () => {
    const open = jest.spyOn(page, 'open').mockImplementation(() => {});
    const harbor: Found['organizations'][number] = {
      __typename: 'Organization',
      id: 'o3',
      name: 'Harbor Home Care',
      type: 'Equipment Provider',
    };
    const switched = {
      request: { query: SwitchOrganizationDocument, variables: { input: { organizationId: 'o3' } } },
      result: {
        data: {
          switchOrganization: {
            __typename: 'SwitchOrganizationPayload' as const,
            viewer: { __typename: 'Viewer' as const, locale: 'EN' as const },
            userErrors: [],
          },
        },
      },
    };
    const { user } = await launch([found('harbor', { organizations: [harbor] }), switched]);
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await field(), 'harbor');
    await screen.findByRole('group', { name: 'Switch organization' });
    expect(lines()).toEqual(['Harbor Home CareSwitch to this organization · Equipment Provider']);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(open.mock.calls).toEqual([['/']]));
    open.mockRestore();
  });

  test('finds organizations and locations, and opens their pages', async () => {
    const harbor = { __typename: 'Organization' as const, id: 'o3', databaseId: 3, name: 'Harbor Home Care' };
    const results: Partial<Found> = {
      organizationPages: [
        {
          __typename: 'FoundOrganization',
          organization: { ...harbor, type: 'Equipment Provider' },
          dmeId: 'DME-77',
          isDraft: false,
          isActive: false,
        },
      ],
      locations: [
        {
          __typename: 'FoundLocation',
          location: { __typename: 'Location', id: 'l8', name: 'Harbor North', city: 'Albany', state: 'NY' },
          organization: harbor,
          customId: 'HN-1',
          dmeId: null,
        },
      ],
    };
    const { user, router } = await launch([found('harbor', results)]);
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await field(), 'harbor');
    await screen.findByRole('group', { name: 'Locations' });
    expect(lines()).toEqual([
      'Harbor Home CareEquipment Provider · DME-77 · Inactive',
      'Harbor NorthHarbor Home Care · Albany, NY · HN-1',
    ]);
    expect(screen.getAllByRole('option')[0]).toHaveAttribute('href', '/orgs/3');
    await user.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(router.state.location.pathname + router.state.location.hash).toBe('/orgs/3#locations'));
  });

  test('asks nothing for one letter', async () => {
    const { user } = await launch();
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await field(), 'z');
    expect(screen.getByRole('status')).toHaveTextContent('Type at least two letters.');
  });

  test('is used by arrow keys and Enter: the marked line opens, and the dialog closes', async () => {
    const { user, router } = await launch([found('ma', { patients: [sofia] })]);
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await field(), 'ma');
    await screen.findByRole('group', { name: 'Patients' });
    expect(active()).toEqual(['Ramírez, SofíaBorn 02/03/1961 · MRN-1 · A3900010001']);
    await user.keyboard('{ArrowDown}');
    expect(active()).toEqual(['Machines']);
    // From the first line to the last one and on to the first.
    await user.keyboard('{ArrowUp}{ArrowUp}{ArrowDown}');
    expect(active()).toEqual(['Ramírez, SofíaBorn 02/03/1961 · MRN-1 · A3900010001']);
    expect((await field()).getAttribute('aria-activedescendant')).toBe(
      screen.getByRole('option', { selected: true }).id,
    );
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/patients/1'));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  test.each(['Control', 'Meta'])('opens the marked line in a new tab by %s and Enter, and stays', async (key) => {
    const openTab = jest.spyOn(page, 'openTab').mockImplementation(() => {});
    const { user, router } = await launch([found('390', { machines: [luna] })]);
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await field(), '390');
    await screen.findByRole('group', { name: 'Machines' });
    await user.keyboard(`{${key}>}{Enter}{/${key}}`);
    expect(openTab.mock.calls).toEqual([['/machines/2']]);
    expect(router.state.location.pathname).toBe('/patients');
    expect(await field()).toBeVisible();
    openTab.mockRestore();
  });

  test('says when the search failed, and searches again', async () => {
    const failed = { request: found('rami').request, error: new Error('down') };
    const { user } = await launch([failed, found('rami', { patients: [sofia] })]);
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await field(), 'rami');
    await user.click(await screen.findByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(lines()).toHaveLength(1));
  });

  test('says that nothing was found', async () => {
    const { user } = await launch([found('xyz')]);
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await field(), 'xyz');
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Nothing found.'));
  });

  test('offers the pages that were opened last, which no storage of the browser holds', async () => {
    function Opened() {
      useRecent({ path: '/machines/2', label: 'A3900010001', kind: 'machine' });
      useRecent({ path: '/patients/1', label: 'Ramírez, Sofía', kind: 'patient' });
      useRecent({ path: '/machines/2', label: 'A3900010001', kind: 'machine' });
      return <Page />;
    }
    const { user } = await renderApp(<Opened />, { path: '/patients' });
    await user.keyboard('{Control>}k{/Control}');
    await field();
    expect(lines().slice(0, 3)).toEqual(['A3900010001', 'Ramírez, Sofía', 'Home']);
    const kept = JSON.stringify([{ ...localStorage }, { ...sessionStorage }]);
    expect(kept).not.toMatch(/Ramírez|A3900010001/);
  });
});

describe('shortcuts of one key', () => {
  const search = () => screen.getByRole('searchbox', { name: 'Search' });

  test('/ moves the focus to the search of the table and selects its text', async () => {
    const { user } = await launch();
    await user.keyboard('/');
    expect(search()).toHaveFocus();
    await user.keyboard('new');
    expect(search()).toHaveValue('new');
  });

  test('? shows the sheet of shortcuts', async () => {
    const { user } = await launch();
    await user.keyboard('?');
    const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(within(sheet).getByRole('row', { name: '/ Search the table of the page' })).toBeInTheDocument();
  });

  test.each([
    [
      'a list',
      '<input type="checkbox">',
      ['UpDown Move from row to row', 'Enter Open the row', 'x Select the row, or remove it from the selection'],
    ],
    ['a list without selection', '', ['UpDown Move from row to row', 'Enter Open the row']],
  ])('? also shows the keys of %s', async (_name, cell, keys) => {
    const { user } = await launch();
    const list = document.createElement('main');
    list.innerHTML = `<div role="region"><table><tbody><tr><td>${cell}</td></tr></tbody></table></div>`;
    document.body.append(list);
    await user.keyboard('?');
    const table = await screen.findByRole('table', { name: 'In the list of this page' });
    expect(
      within(table)
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.textContent),
    ).toEqual(keys.map((one) => one.replace(/^UpDown /, '').replace(/^(Enter|x) /, '$1')));
    list.remove();
  });

  test('are letters while the user types', async () => {
    const { user } = await launch();
    await user.type(screen.getByRole('textbox', { name: 'Note' }), 'and/or?');
    expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('and/or?');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('do nothing with a modifier', async () => {
    const { user } = await launch();
    await user.keyboard('{Alt>}/{/Alt}{Control>}/{/Control}');
    expect(search()).not.toHaveFocus();
  });

  test('are turned off in the sheet, which the palette still opens', async () => {
    const { user } = await launch([found('shortcuts')]);
    await user.keyboard('?');
    await user.click(await screen.findByRole('checkbox', { name: 'Shortcuts of a single key' }));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.keyboard('/?');
    expect(search()).not.toHaveFocus();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await field(), 'shortcuts');
    await user.click(await screen.findByRole('option', { name: 'Keyboard shortcuts' }));
    const toggle = await screen.findByRole('checkbox', { name: 'Shortcuts of a single key' });
    expect(toggle).not.toBeChecked();
    await user.click(toggle);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.keyboard('/');
    expect(search()).toHaveFocus();
  });
});

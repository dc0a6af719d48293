import { expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { toaster } from '../components/Toaster.tsx';
import { MakePrimaryLocationDocument } from '../features/locations/gql/LocationActions.ts';
import { LocationsPanelDocument } from '../features/locations/gql/LocationsPanel.ts';
import { OrganizationSettingsPanelDocument } from '../features/organizations/gql/OrganizationSettingsPanel.ts';
import { OrgGroupsPanelDocument } from '../features/org-groups/gql/OrgGroupsPanel.ts';
import { useRecents } from '../lib/recents.ts';
import { renderApp, testViewer } from '../testing/renderApp.tsx';
import type { Viewer } from '../lib/viewer.ts';
import { OrganizationPageDocument } from './gql/OrganizationPage.ts';
import { OrganizationPage } from './OrganizationPage.tsx';
import { organizationPanelsOf } from './organizationPanels.ts';

const place = (databaseId: number, name: string, more: object = {}) => ({
  __typename: 'Location',
  id: `l${databaseId}`,
  databaseId,
  name,
  address1: '1 Main St',
  address2: 'Floor 2',
  city: 'Albany',
  state: 'NY',
  zip: '12207',
  country: 'US',
  phone: '5185551200',
  customId: null,
  isPrimary: false,
  closedAt: null,
  ...more,
});
const north = {
  __typename: 'Organization',
  id: 'o7',
  databaseId: 7,
  name: 'Northside Respiratory',
  type: 'Equipment Provider',
  timezone: 'America/New_York',
  record: {
    __typename: 'OrganizationRecord',
    active: true,
    draft: false,
    typeId: 1,
    clinicalTypeId: null,
    viewerCanUpdate: false,
    clinicalType: null,
    createdAt: '2026-03-01T13:00:00.000Z',
    patientCount: 120,
    userCount: 6,
    locationCount: 2,
    dmeId: null,
    migratedAt: null,
    migratedBy: null,
  },
};
const DANA = { __typename: 'User', id: 'u1', firstName: 'Dana', lastName: 'Reyes' };
const LOCATIONS = [
  place(1, 'Main', { isPrimary: true, customId: 'N-1' }),
  place(2, 'Branch', { address2: null, phone: null }),
  place(3, 'Old mill', { closedAt: '2026-04-01T13:00:00.000Z' }),
];
const GROUPS = [
  {
    __typename: 'OrgGroup',
    id: 'g1',
    databaseId: 1,
    name: 'East',
    userCount: 2,
    locations: [{ __typename: 'Location', id: 'l2', databaseId: 2, name: 'Branch' }],
  },
];
interface Places {
  locations?: object[];
  groups?: object[];
  viewerCanManagePlaces?: boolean;
}
const panelOf = (query: unknown, record: Places, id = '7') => ({
  request: { query, variables: { id } },
  result: {
    data: {
      organization: {
        __typename: 'Organization',
        id: `o${id}`,
        record: { __typename: 'OrganizationRecord', viewerCanManagePlaces: false, ...record },
      },
    },
  },
});
const settingsOf = (id: string) => ({
  request: { query: OrganizationSettingsPanelDocument, variables: { id } },
  result: { data: { organization: { __typename: 'Organization', id: `o${id}`, settings: null } } },
});
function open(
  organization: object | null,
  {
    path = '/orgs/7',
    locations = LOCATIONS,
    groups = GROUPS,
    viewerCanManagePlaces,
    more = [],
    viewer = {},
  }: Places & { path?: string; more?: object[]; viewer?: Partial<Viewer> } = {},
) {
  const of = { locations, viewerCanManagePlaces };
  return renderApp(<OrganizationPage />, {
    viewer: { ...testViewer, viewerCanListOrganizations: true, viewerCanListUsers: true, ...viewer },
    mocks: [
      { request: { query: OrganizationPageDocument, variables: { id: '7' } }, result: { data: { organization } } },
      panelOf(LocationsPanelDocument, of),
      panelOf(OrgGroupsPanelDocument, { ...of, groups }),
      settingsOf('7'),
      ...more,
    ] as never,
    route: '/orgs/:id',
    path,
  });
}
const cellsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    );

test('an organization shows its data, its groups, and its locations with a star on the primary one', async () => {
  await open(north);
  await screen.findByRole('heading', { level: 1, name: 'Northside Respiratory' });
  expect(screen.getByText('Active')).toBeVisible();
  expect(screen.getByText('03/01/2026 08:00:00')).toBeVisible();
  await screen.findByText('East');
  expect(screen.getByRole('link', { name: '6' })).toHaveAttribute('href', '/orgs/7/users');
  const locations = screen.getByRole('table', { name: 'Locations' });
  await within(locations).findByText('Main');
  expect(cellsOf(locations)).toEqual([
    ['Main', '1 Main St, Floor 2', 'Albany', 'NY', '12207', 'US', '(518) 555-1200', 'N-1'],
    ['Branch', '1 Main St', 'Albany', 'NY', '12207', 'US', '', ''],
    ['Old millClosed', '1 Main St, Floor 2', 'Albany', 'NY', '12207', 'US', '(518) 555-1200', ''],
  ]);
  const stars = within(locations).getAllByRole('img', { name: 'Primary location' });
  expect(stars.map((star) => star.closest('tr')?.textContent)).toEqual([expect.stringContaining('Main')]);
  expect(cellsOf(screen.getByRole('table', { name: 'Groups' }))).toEqual([['East', 'Branch', '2']]);
  expect(screen.queryByRole('button', { name: 'Add location' })).not.toBeInTheDocument();
});

test('what is searched in its panels stays with an organization; the palette lists both as recent', async () => {
  const south = { ...north, id: 'o8', databaseId: 8, name: 'Southside', record: { ...north.record, migratedBy: DANA } };
  const places = { locations: LOCATIONS, viewerCanManagePlaces: false };
  const Recents = () => useRecents().map(({ label }) => <li key={label}>{label}</li>);
  const { user, router } = await renderApp(
    <>
      <OrganizationPage />
      <ul aria-label="Recent">
        <Recents />
      </ul>
    </>,
    {
      viewer: testViewer,
      mocks: [north, south].flatMap((organization) => {
        const id = String(organization.databaseId);
        return [
          {
            request: { query: OrganizationPageDocument, variables: { id } },
            maxUsageCount: Infinity,
            result: { data: { organization } },
          },
          { ...panelOf(LocationsPanelDocument, places, id), maxUsageCount: Infinity },
          { ...panelOf(OrgGroupsPanelDocument, { groups: GROUPS }, id), maxUsageCount: Infinity },
          { ...settingsOf(id), maxUsageCount: Infinity },
        ];
      }) as never,
      route: '/orgs/:id',
      path: '/orgs/7',
    },
  );
  const search = async () => (await screen.findAllByRole('searchbox'))[0]!;
  for (const [id, name] of [
    ['8', 'Southside'],
    ['7', 'Northside Respiratory'],
  ]) {
    await user.type(await search(), 'Bra');
    await act(() => router.navigate(`/orgs/${id}`));
    await screen.findByRole('heading', { level: 1, name });
    await waitFor(async () => expect(await search()).toHaveValue(''));
  }
  expect(
    within(screen.getByRole('list', { name: 'Recent' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Northside Respiratory', 'Southside']);
});

test('the address #locations leads to the locations when they have arrived', async () => {
  const scrolled = jest.spyOn(Element.prototype, 'scrollIntoView');
  await open(north, { path: '/orgs/7#locations' });
  await screen.findByText('Main');
  const card = screen.getByRole('table', { name: 'Locations' }).closest('#locations');
  expect(scrolled.mock.contexts.some((element) => (element as Element).contains(card))).toBe(true);
  scrolled.mockRestore();
});

test('an organization without groups and locations says so', async () => {
  await open(north, { locations: [], groups: [] });
  for (const name of ['Locations', 'Groups'])
    expect(await within(await screen.findByRole('table', { name })).findByText('No data to show')).toBeVisible();
});

test('who manages the places adds them, and does with each what its state allows', async () => {
  await open(north, { viewerCanManagePlaces: true });
  await screen.findByText('Main');
  await screen.findByText('East');
  const names = (row: string) =>
    within(screen.getByRole('row', { name: new RegExp(`^${row}`) }))
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label'));
  expect(names('Main')).toEqual(['Edit Main']);
  expect(names('Branch')).toEqual(['Edit Branch', 'Make Branch the primary location', 'Close Branch']);
  expect(names('Old mill')).toEqual(['Edit Old mill', 'Move what belongs to Old mill', 'Open Old mill again']);
  expect(names('East')).toEqual(['Edit East', 'Delete East']);
  for (const name of ['Add location', 'Add group']) expect(screen.getByRole('button', { name })).toBeEnabled();
});

const makesPrimary = (userErrors: object[]) => ({
  request: { query: MakePrimaryLocationDocument, variables: { input: { locationId: '2' } } },
  result: {
    data: {
      makePrimaryLocation: {
        __typename: 'MakePrimaryLocationPayload',
        location: userErrors.length > 0 ? null : { __typename: 'Location', id: 'l2' },
        userErrors,
      },
    },
  },
});
const makePrimary = async (userErrors: object[], locations: object[]) => {
  // Each answer again, after the change.
  const places = { locations, viewerCanManagePlaces: true };
  const more = [
    makesPrimary(userErrors),
    panelOf(LocationsPanelDocument, places),
    panelOf(OrgGroupsPanelDocument, { ...places, groups: GROUPS }),
    { request: { query: OrganizationPageDocument, variables: { id: '7' } }, result: { data: { organization: north } } },
  ];
  const { user } = await open(north, { viewerCanManagePlaces: true, more });
  await user.click(await screen.findByRole('button', { name: 'Make Branch the primary location' }));
  await user.click(
    within(await screen.findByRole('alertdialog'))
      .getAllByRole('button')
      .at(-1)!,
  );
};
const starred = () =>
  screen.getAllByRole('img', { name: 'Primary location' }).map((star) => star.closest('tr')?.textContent);

test('another primary location has the star at once', async () => {
  const moved = LOCATIONS.map((one, index) => ({ ...one, isPrimary: index === 1 }));
  await makePrimary([], moved);
  await waitFor(() => expect(starred()).toEqual([expect.stringContaining('Branch')]));
  toaster.remove();
});

test('a location that was closed by another user does not become the primary one, and a message says so', async () => {
  const message = 'The location is closed.';
  await makePrimary([{ __typename: 'UserError', field: 'locationId', code: 'x', message }], LOCATIONS);
  expect(await screen.findByText(message)).toBeInTheDocument();
  expect(starred()).toEqual([expect.stringContaining('Main')]);
  toaster.remove();
});

test.each<[who: string, organizationId: string, isSupport: boolean, acting: boolean, rows: boolean]>([
  ['its administrator', 'o7', false, false, true],
  ['support staff who acts in it', 'o1', true, true, true],
  ['support staff of all organizations', 'o1', true, false, false],
  ['support staff of all organizations, which this one employs,', 'o7', true, false, false],
])('of its patients and machines %s sees the rows, and else the numbers', (_who, id, isSupport, acting, rows) => {
  const organization = { ...testViewer.organization, id };
  const actingOrganization = acting ? { ...testViewer.organization, id: 'o7' } : null;
  const may = { viewerCanReadPatients: true, viewerCanSwitchOrganization: isSupport };
  const viewer = { ...testViewer, ...may, organization, actingOrganization };
  const keys = organizationPanelsOf(viewer, { ...testViewer.organization, id: 'o7' }).map(({ key }) => key);
  expect([keys.includes('patients'), keys.includes('machines'), keys.includes('care')]).toEqual([rows, rows, !rows]);
});

test('an organization that is not there is a problem with a way back to the list', async () => {
  await open(null);
  expect(await screen.findByRole('link', { name: 'Go to organizations' })).toHaveAttribute('href', '/orgs');
});

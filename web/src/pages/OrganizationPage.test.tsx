import { expect, jest, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { OrganizationPageDocument } from '../gql/graphql.ts';
import { renderApp, testViewer } from '../testing/renderApp.tsx';
import { OrganizationPage } from './OrganizationPage.tsx';

const place = (id: string, name: string, more: object = {}) => ({
  __typename: 'Location',
  id,
  name,
  address1: '1 Main St',
  address2: 'Floor 2',
  city: 'Albany',
  state: 'NY',
  zip: '12207',
  country: 'US',
  phone: '5185551200',
  isPrimary: false,
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
    clinicalType: null,
    createdAt: '2026-03-01T13:00:00.000Z',
    patientCount: 120,
    userCount: 6,
    locationCount: 2,
    locations: [place('l1', 'Main', { isPrimary: true }), place('l2', 'Branch', { address2: null, phone: null })],
    groups: [{ __typename: 'OrgGroup', id: 'g1', name: 'East' }],
  },
};
const open = (organization: object | null, path = '/orgs/7') =>
  renderApp(<OrganizationPage />, {
    viewer: { ...testViewer, viewerCanListOrganizations: true, viewerCanListUsers: true },
    mocks: [
      { request: { query: OrganizationPageDocument, variables: { id: '7' } }, result: { data: { organization } } },
    ] as never,
    route: '/orgs/:id',
    path,
  });

test('an organization shows its data, its groups, and its locations with a star on the primary one', async () => {
  await open(north);
  await screen.findByRole('heading', { level: 1, name: 'Northside Respiratory' });
  expect(screen.getByText('Active')).toBeVisible();
  expect(screen.getByText('03/01/2026 08:00:00')).toBeVisible();
  expect(screen.getByText('East')).toBeVisible();
  expect(screen.getByRole('link', { name: '6' })).toHaveAttribute('href', '/orgs/7/users');
  const rows = within(screen.getByRole('table', { name: 'Locations' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [
      within(row).queryByRole('img', { name: 'Primary location' }) !== null,
      ...within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ]);
  expect(rows).toEqual([
    [true, 'Main', '1 Main St, Floor 2', 'Albany', 'NY', '12207', 'US', '(518) 555-1200'],
    [false, 'Branch', '1 Main St', 'Albany', 'NY', '12207', 'US', ''],
  ]);
});

test('the address #locations leads to the locations when they have arrived', async () => {
  const scrolled = jest.spyOn(Element.prototype, 'scrollIntoView');
  await open(north, '/orgs/7#locations');
  const card = (await screen.findByRole('table', { name: 'Locations' })).closest('#locations');
  expect(scrolled.mock.contexts.some((element) => (element as Element).contains(card))).toBe(true);
  scrolled.mockRestore();
});

test('an organization without groups and locations says so', async () => {
  await open({ ...north, record: { ...north.record, groups: [], locations: [] } });
  expect(await screen.findByText('This organization has no groups.')).toBeVisible();
  expect(screen.getByText('This organization has no locations.')).toBeVisible();
});

test('an organization that is not there is a problem with a way back to the list', async () => {
  await open(null);
  expect(await screen.findByRole('link', { name: 'Go to organizations' })).toHaveAttribute('href', '/orgs');
});

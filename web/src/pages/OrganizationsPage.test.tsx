import { afterEach, describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { toaster } from '../components/Toaster.tsx';
// Loaded here, so that no test waits for what a user does not notice.
import '../features/organizations/AddOrganizationDialog.tsx';
import { OrganizationChoicesDocument } from '../features/organizations/gql/AddOrganizationDialog.ts';
import { OrganizationsPageDocument } from '../features/organizations/gql/organizationList.ts';
import {
  CheckCreateOrganizationDocument,
  CreateOrganizationDocument,
} from '../features/organizations/gql/useOrganizationForm.ts';
import type { Language } from '../lib/language.ts';
import { renderApp, testViewer } from '../testing/renderApp.tsx';
import { OrganizationTypesDocument } from './gql/OrganizationsPage.ts';
import { OrganizationsPage } from './OrganizationsPage.tsx';

const north = {
  __typename: 'Organization',
  id: 'o7',
  databaseId: 7,
  name: 'Northside Respiratory',
  type: 'Equipment Provider',
  record: {
    __typename: 'OrganizationRecord',
    active: true,
    clinicalType: null,
    createdAt: '2026-03-01T13:00:00.000Z',
    patientCount: 120,
    userCount: 6,
    locationCount: 3,
    primaryLocation: { __typename: 'Location', id: 'l1', name: 'Main', city: 'Albany', state: 'NY', zip: '12207' },
  },
};
const answer = (rows: object[], where: object | null = null) => ({
  request: {
    query: OrganizationsPageDocument,
    variables: { first: 50, page: 1, search: null, orderBy: { field: 'NAME', direction: 'ASC' }, where },
  },
  result: {
    data: {
      organizations: {
        __typename: 'OrganizationConnection',
        edges: rows.map((node) => ({ __typename: 'OrganizationEdge', node })),
        totalCount: rows.length,
        unfilteredCount: rows.length,
        totalCountIsCapped: false,
        unfilteredCountIsCapped: false,
      },
    },
  },
});
const types = {
  request: { query: OrganizationTypesDocument },
  result: {
    data: {
      organizationTypes: [
        { __typename: 'OrganizationType', databaseId: 1, type: 'Equipment Provider' },
        { __typename: 'OrganizationType', databaseId: 2, type: 'Clinical' },
      ],
    },
  },
};
const open = (mocks: object[], language: Language = 'en', viewerCanCreateOrganizations = false) =>
  renderApp(<OrganizationsPage />, {
    viewer: { ...testViewer, viewerCanListOrganizations: true, viewerCanCreateOrganizations },
    mocks: [types, ...mocks] as never,
    language,
  });

afterEach(() => {
  toaster.remove();
  sessionStorage.clear();
});

describe('the list of organizations', () => {
  test('shows type, place, status and numbers; name, users and locations are links', async () => {
    await open([answer([north])]);
    await screen.findByText('Northside Respiratory');
    const cells = within(screen.getAllByRole('row')[1]!).getAllByRole('cell');
    expect(cells.map(({ textContent }) => textContent)).toEqual([
      'Northside Respiratory',
      'Equipment Provider',
      'Active',
      'Albany, NY',
      '12207',
      '',
      '120',
      '6',
      '3',
    ]);
    expect(screen.getByRole('link', { name: 'Northside Respiratory' })).toHaveAttribute('href', '/orgs/7');
    expect(screen.getByRole('link', { name: '6' })).toHaveAttribute('href', '/orgs/7/users');
    const locations = screen.getByRole('link', { name: '3' });
    expect(locations).toHaveAttribute('href', '/orgs/7#locations');
    expect(locations).toHaveAttribute('target', '_blank');
  });

  test('has no button for a viewer who may not add organizations', async () => {
    await open([answer([north])]);
    await screen.findByText('Northside Respiratory');
    expect(screen.queryByRole('button', { name: 'Add organization' })).not.toBeInTheDocument();
  });

  test('opens again, after a reload, with a form that was half typed, and shows what was created at once', async () => {
    const place = { address1: '1 Main St', address2: '', country: 'US', state: 'NY', city: 'Troy', zip: '', phone: '' };
    const locations = [{ name: 'Main', ...place, customId: '' }];
    const typed = { name: 'Hudson Air', typeId: '1', clinicalTypeId: '', dmeId: '', locations };
    sessionStorage.setItem('form:organization:1', JSON.stringify(typed));
    const type = { __typename: 'OrganizationType', databaseId: 1, type: 'Equipment Provider', isClinical: false };
    const record = { __typename: 'OrganizationRecord', dmeId: null };
    const organization = { __typename: 'Organization', id: 'o9', name: 'Hudson Air', record };
    const { user } = await open(
      [
        answer([north]),
        {
          request: { query: OrganizationChoicesDocument },
          result: { data: { organizationTypes: [type], clinicalTypes: [] } },
        },
        {
          request: { query: CheckCreateOrganizationDocument, variables: () => true },
          maxUsageCount: Number.POSITIVE_INFINITY,
          result: { data: { checkCreateOrganization: { __typename: 'CreateOrganizationCheck', userErrors: [] } } },
        },
        {
          request: { query: CreateOrganizationDocument, variables: () => true },
          result: {
            data: { createOrganization: { __typename: 'CreateOrganizationPayload', organization, userErrors: [] } },
          },
        },
        answer([{ ...north, id: 'o9', databaseId: 9, name: 'Hudson Air' }, north]),
      ],
      'en',
      true,
    );
    await user.click(await screen.findByRole('button', { name: 'Create organization' }));
    expect(await screen.findByRole('link', { name: 'Hudson Air' })).toHaveAttribute('href', '/orgs/9');
  });

  test('shows an inactive organization as such, in Spanish', async () => {
    await open([answer([{ ...north, record: { ...north.record, active: false } }])], 'es');
    expect(await screen.findByText('Inactiva')).toBeVisible();
    expect(screen.getByText('Proveedor de equipos')).toBeVisible();
  });

  test('is filtered by type and status in the side panel', async () => {
    const where = { typeId: { equal: 1 }, active: { equal: false } };
    const closed = { ...north, name: 'Closed', record: { ...north.record, active: false } };
    const { user } = await open([answer([north]), answer([closed], where)]);
    await screen.findByText('Northside Respiratory');
    await user.click(screen.getByRole('button', { name: 'Filters' }));
    const panel = within(await screen.findByRole('dialog'));
    await user.selectOptions(panel.getByLabelText('Type'), 'Equipment Provider');
    await user.selectOptions(panel.getByLabelText('Status'), 'Inactive');
    await user.click(panel.getByRole('button', { name: 'Apply' }));
    expect(await screen.findByText('Closed')).toBeVisible();
    expect(await screen.findByText('Status: Inactive')).toBeVisible();
    expect(screen.getByText('Type is Equipment Provider')).toBeVisible();
  });

  test("reads 'No data to show' when nothing matches", async () => {
    await open([answer([])]);
    expect(await screen.findByText('No data to show')).toBeVisible();
  });

  test('is not for a viewer who may not list organizations', async () => {
    await renderApp(<OrganizationsPage />);
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
  });
});

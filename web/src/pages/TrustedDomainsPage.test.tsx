import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import {
  CheckCreateTrustedDomainDocument,
  CreateTrustedDomainDocument,
} from '../features/trusted-domains/gql/AddTrustedDomainDialog.ts';
import { DeleteTrustedDomainDocument } from '../features/trusted-domains/gql/RemoveTrustedDomain.ts';
import { TrustedDomainsPageDocument } from '../features/trusted-domains/gql/trustedDomainList.ts';
import type { Language } from '../lib/language.ts';
import { renderApp, testViewer } from '../testing/renderApp.tsx';
import { TrustedDomainsPage } from './TrustedDomainsPage.tsx';

const trustedDomain = (databaseId: number, name: string) => ({
  __typename: 'TrustedDomain',
  id: `node${databaseId}`,
  databaseId,
  name,
  createdAt: '2026-03-01T13:00:00.000Z',
  createdBy: { __typename: 'User', id: 'VXNlcjox', firstName: 'Dana', lastName: 'Reyes' },
});
const answer = (rows: object[], where: object | null = null) => ({
  request: {
    query: TrustedDomainsPageDocument,
    variables: { first: 50, page: 1, search: null, orderBy: { field: 'NAME', direction: 'ASC' }, where },
  },
  result: {
    data: {
      trustedDomains: {
        __typename: 'TrustedDomainConnection',
        edges: rows.map((node) => ({ __typename: 'TrustedDomainEdge', node })),
        totalCount: rows.length,
        unfilteredCount: 2,
        totalCountIsCapped: false,
        unfilteredCountIsCapped: false,
      },
    },
  },
});
const open = (mocks: NonNullable<Parameters<typeof renderApp>[1]>['mocks'], language: Language = 'en', path = '/') =>
  renderApp(<TrustedDomainsPage />, {
    viewer: { ...testViewer, viewerCanManageTrustedDomains: true },
    mocks,
    language,
    path,
  });

test('the list shows id, name, creator and time of each trusted domain', async () => {
  await open([answer([trustedDomain(1, 'north.example')])]);
  await screen.findByText('north.example');
  expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
    'ID',
    'Domain',
    'Created by',
    'Created',
    'Remove',
  ]);
  const cells = within(screen.getAllByRole('row')[1]!).getAllByRole('cell');
  expect(cells.map((cell) => cell.textContent)).toEqual([
    '1',
    'north.example',
    'Reyes, Dana',
    '03/01/2026 08:00:00',
    '',
  ]);
});

test('a filter in the address asks the server for the trusted domains that match', async () => {
  const where = { name: { startWith: 'nor' } };
  await open([answer([trustedDomain(1, 'north.example')], where)], 'en', '/?f[name]=start_with:nor');
  await screen.findByText('north.example');
  expect(screen.getByText('Domain starts with nor')).toBeInTheDocument();
});

test('the button opens the form; what it saves is in the list', async () => {
  const input = { name: 'south.example' };
  const { user } = await open([
    answer([trustedDomain(1, 'north.example')]),
    {
      request: { query: CheckCreateTrustedDomainDocument, variables: { input } },
      result: { data: { checkCreateTrustedDomain: { __typename: 'CreateTrustedDomainCheck', userErrors: [] } } },
    },
    {
      request: { query: CreateTrustedDomainDocument, variables: { input } },
      result: {
        data: {
          createTrustedDomain: {
            __typename: 'CreateTrustedDomainPayload',
            trustedDomain: { __typename: 'TrustedDomain', id: 'node2' },
            userErrors: [],
          },
        },
      },
    },
    answer([trustedDomain(1, 'north.example'), trustedDomain(2, 'south.example')]),
  ]);
  await screen.findByText('north.example');
  await user.click(screen.getByRole('button', { name: 'Add trusted domain' }));
  await screen.findByRole('dialog', { name: 'Add trusted domain' });
  await user.click(screen.getByRole('textbox', { name: /^Domain/ }));
  await user.paste('south.example');
  await user.keyboard('{Enter}');
  expect(await screen.findByText('south.example was added')).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(await screen.findByRole('cell', { name: 'south.example' })).toBeInTheDocument();
});

test('in Spanish', async () => {
  await open([answer([trustedDomain(1, 'north.example')])], 'es');
  await screen.findByText('north.example');
  expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
    'ID',
    'Dominio',
    'Creado por',
    'Creado',
    'Quitar',
  ]);
});

test('a viewer who may not manage trusted domains is shown that, and no request is sent', async () => {
  await renderApp(<TrustedDomainsPage />, { viewer: { ...testViewer, viewerCanManageTrustedDomains: false } });
  expect(screen.getByText(/You do not have permission to see this/)).toBeInTheDocument();
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
});

test('a domain is removed after a question, and is then no longer in the list', async () => {
  const { user } = await open([
    answer([trustedDomain(1, 'north.example')]),
    {
      request: { query: DeleteTrustedDomainDocument, variables: { input: { trustedDomainId: '1' } } },
      result: { data: { deleteTrustedDomain: { __typename: 'DeleteTrustedDomainPayload', userErrors: [] } } },
    },
    answer([]),
  ]);
  await user.click(await screen.findByRole('button', { name: 'Remove north.example' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('north.example was removed')).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('cell', { name: 'north.example' })).toBeNull());
});

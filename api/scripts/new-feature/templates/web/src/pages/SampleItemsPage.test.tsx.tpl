import { afterEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { toaster } from '../components/Toaster.tsx';
import { DeleteSampleItemDocument } from '../features/sample-items/gql/RemoveSampleItem.ts';
import {
  CheckCreateSampleItemDocument,
  CheckUpdateSampleItemDocument,
  CreateSampleItemDocument,
  UpdateSampleItemDocument,
} from '../features/sample-items/gql/SampleItemDialog.ts';
import { SampleItemsPageDocument } from '../features/sample-items/gql/sampleItemList.ts';
import type { Language } from '../lib/language.ts';
import { renderApp, testViewer } from '../testing/renderApp.tsx';
import { SampleItemsPage } from './SampleItemsPage.tsx';

const sampleItem = (databaseId: number, name: string) => ({
  __typename: 'SampleItem',
  id: `node${databaseId}`,
  databaseId,
  version: 1,
  name,
  createdAt: '2026-03-01T13:00:00.000Z',
  createdBy: { __typename: 'User', id: 'VXNlcjox', firstName: 'Dana', lastName: 'Reyes' },
});
const answer = (rows: object[], where: object | null = null) => ({
  request: {
    query: SampleItemsPageDocument,
    variables: { first: 50, page: 1, search: null, orderBy: null, where },
  },
  result: {
    data: {
      sampleItems: {
        __typename: 'SampleItemConnection',
        edges: rows.map((node) => ({ __typename: 'SampleItemEdge', node })),
        totalCount: rows.length,
        unfilteredCount: 2,
        totalCountIsCapped: false,
        unfilteredCountIsCapped: false,
      },
    },
  },
});
const open = (mocks: NonNullable<Parameters<typeof renderApp>[1]>['mocks'], language: Language = 'en', path = '/') =>
  renderApp(<SampleItemsPage />, {
    viewer: { ...testViewer, viewerCanManageSampleItems: true },
    mocks,
    language,
    path,
  });

// The toasts are the page's, and outlive what a test has drawn.
afterEach(() => toaster.remove());

test('the list shows id, name, creator and time of each sample item', async () => {
  await open([answer([sampleItem(1, 'North')])]);
  await screen.findByText('North');
  expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
    'ID',
    'Name',
    'Created by',
    'Created',
    'Actions',
  ]);
  const cells = within(screen.getAllByRole('row')[1]!).getAllByRole('cell');
  expect(cells.map((cell) => cell.textContent)).toEqual(['1', 'North', 'Reyes, Dana', '03/01/2026 08:00:00', '']);
});

test('a filter in the address asks the server for the sample items that match', async () => {
  const where = { name: { startWith: 'Nor' } };
  await open([answer([sampleItem(1, 'North')], where)], 'en', '/?f[name]=start_with:Nor');
  await screen.findByText('North');
  expect(screen.getByText('Name starts with Nor')).toBeInTheDocument();
});

test('the button opens the form; what it saves is in the list', async () => {
  const input = { name: 'South' };
  const { user } = await open([
    answer([sampleItem(1, 'North')]),
    {
      request: { query: CheckCreateSampleItemDocument, variables: { input } },
      result: { data: { checkCreateSampleItem: { __typename: 'CreateSampleItemCheck', userErrors: [] } } },
    },
    {
      request: { query: CreateSampleItemDocument, variables: { input } },
      result: {
        data: {
          createSampleItem: {
            __typename: 'CreateSampleItemPayload',
            sampleItem: { __typename: 'SampleItem', id: 'node2' },
            userErrors: [],
          },
        },
      },
    },
    answer([sampleItem(1, 'North'), sampleItem(2, 'South')]),
  ]);
  await screen.findByText('North');
  await user.click(screen.getByRole('button', { name: 'Add sample item' }));
  await screen.findByRole('dialog', { name: 'Add sample item' });
  await user.click(screen.getByRole('textbox', { name: /^Name/ }));
  await user.paste('South');
  await user.keyboard('{Enter}');
  expect(await screen.findByText('South was added')).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(await screen.findByRole('cell', { name: 'South' })).toBeInTheDocument();
});

test('a change is in the list', async () => {
  const input = { name: 'South', sampleItemId: '1', version: 1 };
  const { user } = await open([
    answer([sampleItem(1, 'North')]),
    {
      request: { query: CheckUpdateSampleItemDocument, variables: { input } },
      result: { data: { checkUpdateSampleItem: { __typename: 'UpdateSampleItemCheck', userErrors: [] } } },
    },
    {
      request: { query: UpdateSampleItemDocument, variables: { input } },
      result: {
        data: {
          updateSampleItem: {
            __typename: 'UpdateSampleItemPayload',
            sampleItem: { __typename: 'SampleItem', id: 'node1' },
            conflict: null,
            userErrors: [],
          },
        },
      },
    },
    answer([sampleItem(1, 'South')]),
  ]);
  await user.click(await screen.findByRole('button', { name: 'Edit North' }));
  await screen.findByRole('dialog', { name: 'Edit North' });
  await user.clear(screen.getByRole('textbox'));
  await user.paste('South');
  await user.keyboard('{Enter}');
  expect(await screen.findByText('South was saved')).toBeInTheDocument();
  expect(await screen.findByRole('cell', { name: 'South' })).toBeInTheDocument();
});

test('a sample item is removed after a question, and is then no longer in the list', async () => {
  const { user } = await open([
    answer([sampleItem(1, 'North')]),
    {
      request: { query: DeleteSampleItemDocument, variables: { input: { sampleItemId: '1' } } },
      result: { data: { deleteSampleItem: { __typename: 'DeleteSampleItemPayload', userErrors: [] } } },
    },
    answer([]),
  ]);
  await user.click(await screen.findByRole('button', { name: 'Remove North' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('North was removed')).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('cell', { name: 'North' })).toBeNull());
});

test('in Spanish', async () => {
  await open([answer([sampleItem(1, 'North')])], 'es');
  await screen.findByText('North');
  expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
    'ID',
    'Nombre',
    'Creado por',
    'Creado',
    'Acciones',
  ]);
});

test('a viewer who may not manage sample items is shown that, and no request is sent', async () => {
  await renderApp(<SampleItemsPage />, { viewer: { ...testViewer, viewerCanManageSampleItems: false } });
  expect(screen.getByText(/You do not have permission to see this/)).toBeInTheDocument();
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
});

import type { MockLink } from '@apollo/client/testing';
import { expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { GraphQLError } from 'graphql';
import { UploadsPageDocument } from '../features/uploads/gql/uploadList.ts';
import type { Language } from '../lib/language.ts';
import { renderApp, testViewer } from '../testing/renderApp.tsx';

const sendCard = jest.fn(async () => 6);
jest.unstable_mockModule('../features/uploads/sendCard.ts', () => ({ sendCard }));
const { UploadsPage } = await import('./UploadsPage.tsx');
await import('../features/uploads/UploadDialog.tsx');

const row = (databaseId: number, state: string) => ({
  __typename: 'Upload',
  id: `u${databaseId}`,
  databaseId,
  createdAt: '2026-03-01T15:00:00Z',
  sentBy: 'Reyes, Dana',
  serial: 'A3900010001',
  state,
  fileCount: 2,
  addedCount: 38,
  completedCount: 4,
  voidedCount: 2,
});
const list = (rows: object[]) => ({
  request: {
    query: UploadsPageDocument,
    variables: { first: 50, page: 1, search: null, orderBy: { field: 'CREATED_AT', direction: 'DESC' }, where: null },
  },
  result: {
    data: {
      uploads: {
        __typename: 'UploadConnection',
        edges: rows.map((node) => ({ __typename: 'UploadEdge', node })),
        totalCount: rows.length,
        unfilteredCount: rows.length,
        totalCountIsCapped: false,
        unfilteredCountIsCapped: false,
      },
    },
  },
});
const open = (mocks: object[], { language = 'en' as Language, viewer = testViewer } = {}) =>
  renderApp(<UploadsPage />, { mocks: mocks as MockLink.MockedResponse[], language, viewer });

test('each upload is a row with its state, and leads to its page', async () => {
  await open([list([row(5, 'PARSED'), row(6, 'TO_CONFIRM'), row(7, 'REFUSED')])]);
  expect((await screen.findByRole('link', { name: 'Upload 6' })).getAttribute('href')).toBe('/uploads/6');
  const cells = within(screen.getAllByRole('row')[2]!).getAllByRole('cell');
  expect(cells.map((cell) => cell.textContent)).toEqual([
    'Upload 6',
    '03/01/2026 10:00:00',
    'A3900010001',
    'To be confirmed',
    '2',
    '38',
    '4',
    '2',
    'Reyes, Dana',
  ]);
});

test('without an upload the page says so, and offers to send one', async () => {
  await open([list([])]);
  expect(await screen.findByText(/No data|No /)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Usage file upload' })).toBeInTheDocument();
});

test('an upload from the list is in the list at once, without a reload', async () => {
  const { user } = await open([list([row(5, 'PARSED')]), list([row(6, 'TO_CONFIRM'), row(5, 'PARSED')])]);
  await screen.findByRole('link', { name: 'Upload 5' });
  await user.click(screen.getByRole('button', { name: 'Usage file upload' }));
  const dialog = await screen.findByRole('dialog', { name: 'Usage file upload' });
  await user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, [new File(['x'], 'A.idx')]);
  await user.click(within(dialog).getByRole('button', { name: 'Upload' }));
  expect(await screen.findByRole('link', { name: 'Upload 6' })).toBeInTheDocument();
  expect(sendCard).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a list that does not load can be repeated', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const broken = {
    ...list([]),
    result: { errors: [new GraphQLError('No.', { extensions: { code: 'INTERNAL_SERVER_ERROR' } })] },
  };
  const { user } = await open([broken, list([row(5, 'PARSED')])]);
  await user.click(await screen.findByRole('button', { name: /again|retry/i }));
  expect(await screen.findByRole('link', { name: 'Upload 5' })).toBeInTheDocument();
});

test('without the permission the page says so, and asks for nothing', async () => {
  await open([], { viewer: { ...testViewer, viewerCanUploadCards: false } });
  expect(screen.getByText(/You do not have permission/)).toBeInTheDocument();
  expect(screen.queryByRole('table')).toBeNull();
});

test('in Spanish', async () => {
  await open([list([row(6, 'TO_CONFIRM')])], { language: 'es' });
  expect(await screen.findByText('Por confirmar')).toBeInTheDocument();
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'ID',
    'Recibida',
    'Número de serie',
    'Estado',
    'Archivos',
    'Noches agregadas',
    'Noches completadas',
    'Noches que siguen anuladas',
    'Enviada por',
  ]);
});

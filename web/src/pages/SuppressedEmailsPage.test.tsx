import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { RemoveSuppressedEmailDocument } from '../features/suppressed-emails/gql/RemoveSuppressedEmail.ts';
import { SuppressedEmailsPageDocument } from '../features/suppressed-emails/gql/suppressedEmailList.ts';
import { renderApp, testViewer } from '../testing/renderApp.tsx';
import { SuppressedEmailsPage } from './SuppressedEmailsPage.tsx';

const list = (emails: string[]) => ({
  request: {
    query: SuppressedEmailsPageDocument,
    variables: { first: 50, page: 1, search: null, orderBy: { field: 'EMAIL', direction: 'ASC' }, where: null },
  },
  result: {
    data: {
      suppressedEmails: {
        __typename: 'SuppressedEmailConnection',
        edges: emails.map((email, index) => ({
          __typename: 'SuppressedEmailEdge',
          node: {
            __typename: 'SuppressedEmail',
            id: String(index + 1),
            email,
            reason: '550',
            createdAt: '2026-03-01T15:00:00Z',
          },
        })),
        totalCount: emails.length,
        unfilteredCount: emails.length,
        totalCountIsCapped: false,
        unfilteredCountIsCapped: false,
      },
    },
  },
});
const removed = {
  request: { query: RemoveSuppressedEmailDocument, variables: { input: { id: '1' } } },
  result: {
    data: { removeSuppressedEmail: { __typename: 'Payload', email: 'away@example.test', userErrors: [] } },
  },
};
const open = (viewer: object, mocks: object[]) =>
  renderApp(<SuppressedEmailsPage />, {
    viewer: { ...testViewer, viewerCanListSuppressedEmails: true, ...viewer },
    mocks: mocks as never,
  });

test('an address is removed after the confirmation, and the list is read again', async () => {
  const { user } = await open({ viewerCanRemoveSuppressedEmail: true }, [
    list(['away@example.test']),
    removed,
    list([]),
  ]);
  expect(await screen.findByText('03/01/2026 10:00:00')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Remove away@example.test' }));
  expect(await screen.findByRole('alertdialog', { name: 'Warning!' })).toHaveTextContent('away@example.test');
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('away@example.test removed')).toBeInTheDocument();
});

test('who may only see the list has no button', async () => {
  await open({}, [list(['away@example.test'])]);
  expect(await screen.findByText('away@example.test')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Remove/ })).not.toBeInTheDocument();
});

test('without the permission the page says so', async () => {
  await open({ viewerCanListSuppressedEmails: false }, []);
  expect(await screen.findByText(/You do not have permission/)).toBeInTheDocument();
});

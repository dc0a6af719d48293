import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { SecurityEventsPageDocument } from '../features/security-events/gql/securityEventList.ts';
import { renderApp, testViewer } from '../testing/renderApp.tsx';
import { SecurityEventsPage } from './ActivityPage.tsx';

const row = (id: number, more: object) => ({
  __typename: 'SecurityEvent',
  id: String(id),
  kind: 'SIGN_IN',
  account: null,
  address: '203.0.113.66',
  count: 1,
  lastAt: '2026-03-01T15:00:00Z',
  user: null,
  ...more,
});
const list = (rows: object[]) => ({
  request: {
    query: SecurityEventsPageDocument,
    variables: { first: 50, page: 1, search: null, orderBy: { field: 'LAST_AT', direction: 'DESC' }, where: null },
  },
  result: {
    data: {
      securityEvents: {
        __typename: 'SecurityEventConnection',
        edges: rows.map((node) => ({ __typename: 'SecurityEventEdge', node })),
        totalCount: rows.length,
        unfilteredCount: rows.length,
        totalCountIsCapped: false,
        unfilteredCountIsCapped: false,
      },
    },
  },
});
const open = (mocks: object[], viewer: object = {}) =>
  renderApp(<SecurityEventsPage />, {
    viewer: { ...testViewer, viewerCanReadSecurityEvents: true, ...viewer },
    mocks: mocks as never,
  });
const cellsOf = (text: string) =>
  within(screen.getByText(text).closest('tr')!)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

test('a row has the time, the event by name, the account, the address and how often', async () => {
  const user = { __typename: 'User', id: 'x', databaseId: 7 };
  await open([
    list([
      row(1, { account: 'ana@north.test', user, count: 1200 }),
      row(2, { account: '#0123456789ab', kind: 'SECOND_FACTOR' }),
      row(3, { kind: 'CSRF' }),
      row(4, { kind: 'TOO_MANY', address: null }),
    ]),
  ]);
  expect(await screen.findByRole('link', { name: 'ana@north.test' })).toHaveAttribute('href', '/users/7');
  expect(cellsOf('ana@north.test').join('|')).toContain('Failed sign-in|1,200|ana@north.test|203.0.113.66');
  expect(cellsOf('Wrong second factor').join('|')).toContain('1|Unknown account #0123456789ab|203.0.113.66');
  expect(cellsOf('Missing request token').join('|')).toContain('No account|203.0.113.66');
  expect(cellsOf('Too many requests').join('|')).toContain('1|Several|Several');
  expect(screen.getAllByText('03/01/2026 10:00:00')).toHaveLength(4);
});

test('a page without an event says so', async () => {
  await open([list([])]);
  expect(await screen.findByText('No data to show')).toBeInTheDocument();
});

test('without the permission the page says so', async () => {
  await open([], { viewerCanReadSecurityEvents: false });
  expect(await screen.findByText(/You do not have permission/)).toBeInTheDocument();
});

import type { MockLink } from '@apollo/client/testing';
import { describe, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { ViewerDocument } from '../../app/gql/SessionGate.ts';
import { SessionGate } from '../../app/SessionGate.tsx';
import { NavigationGuard } from '../../components/NavigationGuard.tsx';
import { Unreachable } from '../../lib/reach.ts';
import { renderApp, testViewer } from '../../testing/renderApp.tsx';
import { InboxCountDocument } from './gql/InboxBell.ts';
import { InboxDocument, MarkInboxItemReadDocument, MarkInboxReadDocument } from './gql/useInbox.ts';
import { InboxBell } from './InboxBell.tsx';
import './InboxDrawer.tsx'; // loaded here, so that no test waits for it
import type { InboxItem } from './useInbox.ts';

const item = (databaseId: number, more: Partial<InboxItem> = {}): InboxItem => ({
  __typename: 'InboxItem',
  databaseId,
  kind: 'MESSAGE',
  message: `<b>Text ${databaseId}</b>`,
  createdAt: '2026-11-20T15:30:00Z',
  readAt: null,
  handOffId: null,
  repaired: null,
  patient: null,
  ...more,
});
const ana = { __typename: 'Patient', id: 'UGF0aWVudDo3', databaseId: 7, firstName: 'Ana', lastName: 'Reyes' } as const;

const page = (items: InboxItem[], after?: string | null, endCursor: string | null = null) => ({
  request: { query: InboxDocument, variables: after === undefined ? {} : { after } },
  result: {
    data: {
      inbox: {
        __typename: 'InboxItemConnection' as const,
        pageInfo: { __typename: 'PageInfo' as const, hasNextPage: endCursor !== null, endCursor },
        edges: items.map((node) => ({ __typename: 'InboxItemEdge' as const, node })),
      },
    },
  },
});
const viewerWith = (inboxUnreadCount: number) => ({ ...testViewer, inboxUnreadCount });
const counted = (inboxUnreadCount: number) => ({
  request: { query: InboxCountDocument },
  result: { data: { viewer: { __typename: 'Viewer', inboxUnreadCount, newAnnouncements: [] } } },
});
const marked = (inboxUnreadCount: number) => ({
  viewer: { __typename: 'Viewer' as const, inboxUnreadCount },
  userErrors: [],
  __typename: 'MarkInboxReadPayload' as const,
});

/** The bell, with a count that the cache keeps. */
async function bell(unread: number, mocks: MockLink.MockedResponse[] = []) {
  const view = await renderApp(null, {
    viewer: null,
    routes: [
      {
        element: (
          <NavigationGuard>
            <SessionGate />
          </NavigationGuard>
        ),
        children: [
          { path: '/patients/:id', element: <p>the patient</p> },
          { path: '*', element: <InboxBell /> },
        ],
      },
    ],
    mocks: [{ request: { query: ViewerDocument }, result: { data: { viewer: viewerWith(unread) } } }, ...mocks],
  });
  await view.quiet();
  return view;
}
const button = () => screen.getByRole('button', { name: /^Inbox/ });
const rows = () =>
  within(screen.getByRole('list', { name: 'Inbox' }))
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent);

async function openInbox(unread: number, mocks: MockLink.MockedResponse[]) {
  const view = await bell(unread, mocks);
  await view.user.click(button());
  // What shows the inbox is loaded on the first click, and asks for the list then.
  await screen.findByRole('dialog', { name: 'Inbox' });
  await view.quiet();
  return view;
}

describe('the bell', () => {
  test.each([
    [0, 'Inbox, nothing unread', ''],
    [1, 'Inbox, 1 unread', '1'],
    [99, 'Inbox, 99 unread', '99'],
    [100, 'Inbox, 99+ unread', '99+'],
  ])('of %i unread items is named for screen readers and shows the count', async (unread, name, shown) => {
    await bell(unread);
    expect(button()).toHaveAccessibleName(name);
    expect(button()).toHaveTextContent(shown);
  });

  test('announces a new count politely', async () => {
    const { quiet } = await bell(0, [counted(2)]);
    expect(document.querySelector('[aria-live=polite]')).toBeEmptyDOMElement();
    act(() => void window.dispatchEvent(new Event('focus')));
    await quiet();
    expect(document.querySelector('[aria-live=polite]')).toHaveTextContent('Inbox, 2 unread');
  });
});

describe('the inbox', () => {
  test('lists messages and results, newest first, with their time and patient', async () => {
    await openInbox(1, [
      page([
        item(4, { kind: 'SETTINGS_FAILED', message: null, patient: ana }),
        item(3, { kind: 'SETTINGS_DELIVERED', message: null, readAt: '2026-11-20T16:00:00Z' }),
        item(2, { readAt: '2026-11-20T16:00:00Z', message: '<b>Update</b><img src=x onerror=alert(1)>' }),
      ]),
    ]);
    expect(rows()).toEqual([
      'Your settings change was not deliveredUnread11/20/2026 10:30:00Reyes, AnaMark as read',
      'Your settings change was delivered11/20/2026 10:30:00You may no longer see this patient.',
      'Message from support11/20/2026 10:30:00Update',
    ]);
    expect(screen.getByText('Update').tagName).toBe('B');
    expect(document.querySelector('img')).toBeNull();
    expect(screen.getByRole('link', { name: 'Reyes, Ana' })).toHaveAttribute('href', '/patients/7');
  });

  test('that is empty says what will be in it', async () => {
    await openInbox(0, [page([])]);
    expect(screen.getByText(/^Nothing here\. Messages and the results/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Mark all as read' })).not.toBeInTheDocument();
  });

  test('that cannot be loaded offers Retry', async () => {
    const { user, quiet } = await openInbox(1, [
      { request: { query: InboxDocument }, error: new Unreachable() },
      page([item(1)]),
    ]);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await quiet();
    expect(rows()).toHaveLength(1);
  });

  test('marks one item as read, and the keyboard stays at the item', async () => {
    const { user, quiet } = await openInbox(2, [
      page([item(2), item(1)]),
      {
        request: { query: MarkInboxItemReadDocument, variables: { input: { itemId: '2' } } },
        result: { data: { markInboxItemRead: marked(1) } },
      },
      page([item(2, { readAt: '2026-11-20T16:00:00Z' }), item(1)], null),
    ]);
    const [first] = screen.getAllByRole('listitem');
    within(first!).getByRole('button', { name: 'Mark as read' }).focus();
    await user.keyboard('{Enter}');
    await quiet();
    expect(rows()).toEqual([
      'Message from support11/20/2026 10:30:00Text 2',
      'Message from supportUnread11/20/2026 10:30:00Text 1Mark as read',
    ]);
    expect(first).toHaveFocus();
    expect(screen.getByRole('button', { name: 'Inbox, 1 unread', hidden: true })).toBeInTheDocument();
  });

  test('marks all items as read that the user has seen, also those further down', async () => {
    const { user, quiet } = await openInbox(2, [
      page([item(2)], undefined, 'end'),
      page([item(1)], 'end'),
      {
        request: { query: MarkInboxReadDocument, variables: { input: { newest: 2 } } },
        result: { data: { markInboxRead: marked(0) } },
      },
      page([item(2, { readAt: '2026-11-20T16:00:00Z' })], null, 'end'),
    ]);
    await user.click(screen.getByRole('button', { name: 'Show older items' }));
    await quiet();
    expect(rows()).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Mark all as read' }));
    await quiet();
    expect(rows()).toEqual([
      'Message from support11/20/2026 10:30:00Text 2',
      'Message from support11/20/2026 10:30:00Text 1',
    ]);
    expect(screen.queryByText('Unread')).not.toBeInTheDocument();
  });

  test('shows a new item at the top while it is open, and keeps the older pages', async () => {
    const { quiet } = await openInbox(2, [
      page([item(2)], undefined, 'end'),
      page([item(1)], 'end'),
      counted(3),
      page([item(3), item(2)], null, 'end'),
    ]).then(async (view) => {
      await view.user.click(screen.getByRole('button', { name: 'Show older items' }));
      await view.quiet();
      return view;
    });
    act(() => void window.dispatchEvent(new Event('focus')));
    await quiet();
    expect(rows().map((text) => /Text \d/.exec(text!)![0])).toEqual(['Text 3', 'Text 2', 'Text 1']);
  });

  test('opens the patient of a result, which is then read', async () => {
    const { user, quiet, router } = await openInbox(1, [
      page([item(4, { kind: 'SETTINGS_FAILED', message: null, patient: ana })]),
      {
        request: { query: MarkInboxItemReadDocument, variables: { input: { itemId: '4' } } },
        result: { data: { markInboxItemRead: marked(0) } },
      },
    ]);
    await user.click(screen.getByRole('link', { name: 'Reyes, Ana' }));
    await quiet();
    await waitFor(() => expect(router.state.location.pathname).toBe('/patients/7'));
    expect(await screen.findByText('the patient')).toBeInTheDocument();
  });

  test('says when marking failed, and the item stays unread', async () => {
    const { user, quiet } = await openInbox(1, [
      page([item(1)]),
      {
        request: { query: MarkInboxItemReadDocument, variables: { input: { itemId: '1' } } },
        error: new Unreachable(),
      },
    ]);
    await user.click(screen.getByRole('button', { name: 'Mark as read' }));
    await quiet();
    expect(await screen.findByText('The inbox could not be changed. Try again in a few moments.')).toBeInTheDocument();
    expect(screen.getByText('Unread')).toBeInTheDocument();
  });
});

import type { MockLink } from '@apollo/client/testing';
import { describe, expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { ViewerDocument } from '../../app/gql/SessionGate.ts';
import { SessionGate } from '../../app/SessionGate.tsx';
import { NavigationGuard } from '../../components/NavigationGuard.tsx';
import type { Language } from '../../lib/language.ts';
import { Unreachable } from '../../lib/reach.ts';
import { trackWork, type WorkState } from '../../lib/unsavedWork.ts';
import { renderApp, testViewer } from '../../testing/renderApp.tsx';
import { MarkAnnouncementReadDocument } from './gql/NewAnnouncementsDialog.ts';
import './NewAnnouncementsDialog.tsx'; // loaded here, so that no test waits for it

const announcement = (id: string, more: object = {}) => ({
  __typename: 'Announcement' as const,
  id,
  title: `Title ${id}`,
  body: `<p>Text <b>${id}</b></p><img src=x onerror=alert(1)>`,
  titleEs: null,
  bodyEs: null,
  ...more,
});
type Announcement = ReturnType<typeof announcement>;

const marked = (announcementId: string, left: Announcement[]): MockLink.MockedResponse => ({
  request: { query: MarkAnnouncementReadDocument, variables: { input: { announcementId } } },
  result: {
    data: {
      markAnnouncementRead: {
        __typename: 'MarkAnnouncementReadPayload',
        viewer: { __typename: 'Viewer', newAnnouncements: left },
        userErrors: [],
      },
    },
  },
});

async function open(
  newAnnouncements: Announcement[],
  mocks: MockLink.MockedResponse[] = [],
  language: Language = 'en',
) {
  const viewer = { ...testViewer, locale: language === 'es' ? ('ES' as const) : ('EN' as const), newAnnouncements };
  const view = await renderApp(null, {
    viewer: null,
    language,
    routes: [
      {
        element: (
          <NavigationGuard>
            <SessionGate />
          </NavigationGuard>
        ),
        children: [{ path: '*', element: <p>the page</p> }],
      },
    ],
    mocks: [{ request: { query: ViewerDocument }, result: { data: { viewer } } }, ...mocks],
  });
  await screen.findByText('the page');
  return view;
}
const gotIt = () => screen.getByRole('button', { name: 'Got it' });

describe('announcements that the user has not read', () => {
  test('are shown one after the other, sanitized, and the keyboard stays at the button', async () => {
    const [first, second] = [announcement('1'), announcement('2')];
    const { user } = await open([first, second], [marked('1', [second]), marked('2', [])]);
    expect(await screen.findByRole('dialog', { name: 'Title 1' })).toHaveTextContent('Text 1');
    expect(screen.getByText('1', { selector: 'b' })).toBeInTheDocument();
    expect(document.querySelector('img')).toBeNull();
    expect(screen.getByText('More announcements: 1')).toBeInTheDocument();
    await waitFor(() => expect(gotIt()).toHaveFocus());
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('dialog', { name: 'Title 2' })).toBeInTheDocument();
    expect(screen.queryByText(/^More announcements/)).not.toBeInTheDocument();
    expect(gotIt()).toHaveFocus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  test('are not shown when there are none', async () => {
    const { quiet } = await open([]);
    await quiet();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('remain when marking fails, and the user reads why', async () => {
    const one = announcement('1');
    const { user } = await open(
      [one],
      [
        {
          request: { query: MarkAnnouncementReadDocument, variables: { input: { announcementId: '1' } } },
          error: new Unreachable(),
        },
        marked('1', []),
      ],
    );
    await screen.findByRole('dialog');
    await user.click(gotIt());
    expect(await screen.findByRole('alert')).toHaveTextContent('The announcement could not be marked as read.');
    await user.click(gotIt());
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  test('that are closed without the button are not marked as read', async () => {
    const { user, quiet } = await open([announcement('1')]);
    await screen.findByRole('dialog');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await quiet();
  });

  test('wait while a form has unsaved input', async () => {
    let state: WorkState = 'dirty';
    const leave = trackWork(() => state);
    const { quiet } = await open([announcement('1')]);
    await quiet();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    act(() => void (state = 'clean'));
    expect(await screen.findByRole('dialog', { name: 'Title 1' })).toBeInTheDocument();
    leave();
  });

  test('are in Spanish for readers in Spanish, and in English where there is no Spanish', async () => {
    const both = announcement('1', { titleEs: 'Título', bodyEs: 'Texto' });
    const { user } = await open([both, announcement('2')], [marked('1', [announcement('2')])], 'es');
    expect(await screen.findByRole('dialog', { name: 'Título' })).toHaveTextContent('Texto');
    await user.click(screen.getByRole('button', { name: 'Entendido' }));
    const english = await screen.findByRole('dialog', { name: 'Title 2' });
    expect(english.querySelectorAll('[lang=en]')).toHaveLength(2);
  });
});

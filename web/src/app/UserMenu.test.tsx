import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { readFileSync } from 'node:fs';
import { NavigationGuard } from '../components/NavigationGuard.tsx';
import '../features/news/NewsDialog.tsx';
import { ReadNewsDocument } from '../features/news/gql/NewsDialog.ts';
import { renderApp, testViewer } from '../testing/renderApp.tsx';
import type { Viewer } from '../lib/viewer.ts';
import { ViewerDocument } from './gql/SessionGate.ts';
import { SessionGate } from './SessionGate.tsx';
import { UserMenu } from './UserMenu.tsx';
import './UserMenuItems.tsx';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const NEWS = { __typename: 'DismissedNotice', notice: 'NEWS', newsVersion: version } as const;

const reading = {
  request: { query: ReadNewsDocument, variables: { version } },
  result: {
    data: {
      dismissNotice: {
        __typename: 'DismissNoticePayload',
        viewer: { __typename: 'Viewer', dismissedNotices: [NEWS] },
        userErrors: [],
      },
    },
  },
};

/** Renders the menu of a viewer that the session gate reads, so that an answer changes it. */
const renderMenu = (dismissedNotices: Viewer['dismissedNotices'], language: 'en' | 'es' = 'en') => {
  const viewer = { ...testViewer, locale: language === 'es' ? ('ES' as const) : ('EN' as const), dismissedNotices };
  return renderApp(null, {
    viewer: null,
    language,
    routes: [
      {
        element: (
          <NavigationGuard>
            <SessionGate />
          </NavigationGuard>
        ),
        children: [{ path: '*', element: <UserMenu /> }],
      },
    ],
    mocks: [{ request: { query: ViewerDocument }, result: { data: { viewer } } }, reading],
  });
};

test.each([
  ['nothing', []],
  ['the version before', [{ ...NEWS, newsVersion: '0.1.0' }]],
])('a user who has read %s has a mark until they open what is new', async (_title, dismissed) => {
  const { user } = await renderMenu(dismissed);
  await user.click(await screen.findByRole('button', { name: 'User menu of Dana Reyes, with news' }));
  await user.click(await screen.findByRole('menuitem', { name: "What's new New" }));
  const dialog = await screen.findByRole('dialog', { name: `What's new in version ${version}` });
  expect(
    within(dialog)
      .getAllByRole('heading', { level: 3 })
      .map(({ textContent }) => textContent),
  ).toEqual(['Added', 'Changed', 'Fixed', 'Removed']);
  expect(within(dialog).getByText('Recovery codes do not run into each other.')).toBeTruthy();
  expect(within(dialog).getByText('LEGACY_INFO_URL').tagName).toBe('CODE');
  expect(dialog.textContent).not.toMatch(/Before you update|For operators|in English only|\]\(/);
  await user.click(within(dialog).getAllByRole('button', { name: 'Close' }).at(-1)!);
  await waitFor(() => expect(screen.getByRole('button', { name: 'User menu of Dana Reyes' })).toBeTruthy());
});

test('a user who has read this version has no mark', async () => {
  await renderMenu([NEWS]);
  expect(await screen.findByRole('button', { name: 'User menu of Dana Reyes' })).toBeTruthy();
});

test('in Spanish the dialog says that its text is in English', async () => {
  const { user } = await renderMenu([NEWS], 'es');
  await user.click(await screen.findByRole('button', { name: 'Menú de usuario de Dana Reyes' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Novedades' }));
  expect(await screen.findByText('Este texto solo está disponible en inglés.')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Added' }).closest('[lang="en"]')).toBeTruthy();
});

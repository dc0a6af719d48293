import { expect, jest, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { page } from '../lib/page.ts';
import { watchPreloadErrors } from '../lib/preloadErrors.ts';
import { renderApp } from '../testing/renderApp.tsx';
import { expectConsoleError } from '../testing/setup.ts';
import { RouteError } from './RouteError.tsx';

const reload = jest.spyOn(page, 'reload').mockImplementation(() => {});
watchPreloadErrors();

/** Like Vite: a cancelable event, and the error is thrown again unless it was canceled. */
async function loadFailing(error: Error): Promise<never> {
  const event = Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload: error });
  window.dispatchEvent(event);
  if (!event.defaultPrevented) throw error;
  throw new Error('the event was canceled and the page continued without its file');
}

async function open(lazy: () => Promise<never>) {
  expectConsoleError(/gone|broken/);
  return renderApp(null, {
    routes: [
      {
        path: '/',
        errorElement: <RouteError />,
        // As in router.tsx: shown while the page's file loads.
        hydrateFallbackElement: <></>,
        children: [{ index: true, lazy }],
      },
    ],
    viewer: null,
  });
}

test('a file that cannot be loaded fires a cancelable event and is thrown again: the page offers to load the new version', async () => {
  const { user } = await open(() => loadFailing(new Error('gone')));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'A part of this page could not be loaded: a new version of the portal may be available.',
  );
  expect(reload).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Reload the page' }));
  expect(reload).toHaveBeenCalledTimes(1);
});

test('any other error says that the page could not be shown', async () => {
  await open(() => Promise.reject(new Error('broken')));
  expect(await screen.findByRole('alert')).toHaveTextContent('This page could not be shown.');
});

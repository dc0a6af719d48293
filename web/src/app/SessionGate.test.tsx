import { afterEach, expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { keepFlash } from '../lib/flash.ts';
import { page } from '../lib/page.ts';
import { renderApp, testViewer } from '../testing/renderApp.tsx';
import { ViewerDocument } from './gql/SessionGate.ts';
import { SessionGate } from './SessionGate.tsx';

const leaves = jest.spyOn(page, 'replace').mockImplementation(() => undefined);
afterEach(() => void leaves.mockClear());

const routes = [{ element: <SessionGate />, children: [{ path: '*', element: <p>the patients</p> }] }];
const open = (viewer: typeof testViewer | null, path = '/patients?page=2') =>
  renderApp(null, {
    routes,
    path,
    viewer: null,
    mocks: [{ request: { query: ViewerDocument }, result: { data: { viewer } } }],
  });

test.each([
  ['/patients?page=2', '/login?return=%2Fpatients%3Fpage%3D2'],
  ['/', '/login'],
  // What is after # is sent to no server.
  ['/patients/1#record', '/login?return=%2Fpatients%2F1#record'],
])('without a session %s opens %s in its place, and nothing of the page', async (path, login) => {
  await open(null, path);
  await waitFor(() => expect(leaves.mock.calls).toEqual([[login]]));
  expect(screen.queryByText('the patients')).toBeNull();
});

test('without a session nothing of the last user stays in the storages of the browser', async () => {
  localStorage.setItem('appliedFilters', '{}');
  localStorage.setItem('language', '"en"');
  sessionStorage.setItem('form:organization', '{}');
  await open(null);
  await waitFor(() => expect(leaves).toHaveBeenCalled());
  expect([{ ...localStorage }, { ...sessionStorage }]).toEqual([{ language: '"en"' }, {}]);
});

test('with a session the page opens, with the reason of its reload', async () => {
  keepFlash('Too many failed attempts');
  await open(testViewer);
  expect(await screen.findByText('the patients')).toBeInTheDocument();
  expect(await screen.findByText('Too many failed attempts')).toBeInTheDocument();
  expect(leaves).not.toHaveBeenCalled();
});

test('without a session the reason of the reload is kept for the sign-in page', async () => {
  keepFlash('Too many failed attempts');
  await open(null);
  await waitFor(() => expect(leaves).toHaveBeenCalled());
  expect(sessionStorage.getItem('flash')).toBe('Too many failed attempts');
});

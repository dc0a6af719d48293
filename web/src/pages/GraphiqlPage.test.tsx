import { afterEach, expect, jest, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { page } from '../lib/page.ts';
import { renderApp, testViewer } from '../testing/renderApp.tsx';
import { GraphiqlPage } from './GraphiqlPage.tsx';

const open = jest.spyOn(page, 'open').mockImplementation(() => {});
afterEach(() => {
  open.mockClear();
});

test('a viewer who may use GraphiQL is sent to its own page', async () => {
  await renderApp(<GraphiqlPage />);
  expect(open).toHaveBeenCalledWith('/graphiql');
});

test('a viewer who may not use GraphiQL sees who can change that', async () => {
  await renderApp(<GraphiqlPage />, { viewer: { ...testViewer, viewerCanUseGraphiql: false } });
  expect(screen.getByText(/An administrator of your organization can grant it/)).toBeInTheDocument();
  expect(open).not.toHaveBeenCalled();
});

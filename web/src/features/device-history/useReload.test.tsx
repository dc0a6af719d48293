import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderApp } from '../../testing/renderApp.tsx';
import { expectConsoleError } from '../../testing/setup.ts';
import { useReload } from './useReload.ts';

function Reload({ refetch }: { refetch: () => Promise<unknown> }) {
  const reload = useReload(refetch);
  return <button onClick={() => void reload()}>Reload</button>;
}

test('a device list that does not load is logged, and a toast says so', async () => {
  const logged = expectConsoleError(/^The devices were not loaded: Error: no answer$/);
  const { user } = await renderApp(<Reload refetch={() => Promise.reject(new Error('no answer'))} />, { mocks: [] });
  await user.click(screen.getByRole('button', { name: 'Reload' }));
  expect(await screen.findByText(/could not be reloaded|out of date/i)).toBeInTheDocument();
  expect(logged()).toBe(1);
});

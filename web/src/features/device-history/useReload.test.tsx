import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { renderApp } from '../../testing/renderApp.tsx';
import { expectConsoleError } from '../../testing/setup.ts';
import { useReload } from './useReload.ts';

function Reload({ refetch, isReading = false }: { refetch: () => Promise<unknown>; isReading?: boolean }) {
  const reload = useReload(refetch, isReading);
  return <button onClick={() => void reload()}>Reload</button>;
}

test('a device list that does not load is logged, and a toast says so', async () => {
  const logged = expectConsoleError(/^The devices were not loaded: Error: no answer$/);
  const { user } = await renderApp(<Reload refetch={() => Promise.reject(new Error('no answer'))} />, { mocks: [] });
  await user.click(screen.getByRole('button', { name: 'Reload' }));
  expect(await screen.findByText(/could not be reloaded|out of date/i)).toBeInTheDocument();
  expect(logged()).toBe(1);
});

test('a reload that ends because the user has left the page is no failure, and says nothing on the next page', async () => {
  const leave = new DOMException('The operation was aborted.', 'AbortError');
  const { user, quiet } = await renderApp(<Reload refetch={() => Promise.reject(leave)} />, { mocks: [] });
  await user.click(screen.getByRole('button', { name: 'Reload' }));
  await quiet();
  expect(screen.queryByText(/could not be reloaded|out of date/i)).toBeNull();
});

test('a reload that is asked for while another is under way begins after it, once', async () => {
  const answers: (() => void)[] = [];
  const refetch = () => new Promise<void>((answer) => answers.push(answer));
  const { user } = await renderApp(<Reload refetch={refetch} />, { mocks: [] });
  const reload = () => user.click(screen.getByRole('button', { name: 'Reload' }));
  await reload();
  await reload();
  await reload();
  expect(answers).toHaveLength(1);
  answers[0]!();
  await waitFor(() => expect(answers).toHaveLength(2));
  answers[1]!();
  await reload();
  await waitFor(() => expect(answers).toHaveLength(3));
});

test('a reload that is asked for while the page is first read begins after that read, which its first answer is', async () => {
  const answers: (() => void)[] = [];
  const refetch = () => new Promise<void>((answer) => answers.push(answer));
  const { user } = await renderApp(<Reload refetch={refetch} isReading />, { mocks: [] });
  await user.click(screen.getByRole('button', { name: 'Reload' }));
  expect(answers).toHaveLength(1);
  answers[0]!();
  await waitFor(() => expect(answers).toHaveLength(2));
});

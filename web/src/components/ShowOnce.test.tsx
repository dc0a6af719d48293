import { afterEach, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { renderApp } from '../testing/renderApp.tsx';
import { ShowOnce } from './ShowOnce.tsx';

const secret = 'sk_live_7Yd2';
afterEach(() => void jest.useRealTimers());

test('shows the secret with a warning that it is not shown again', async () => {
  await renderApp(<ShowOnce label="Client secret" value={secret} />);
  expect(screen.getByText(secret)).toBeInTheDocument();
  expect(screen.getByText('Copy it now and keep it in a safe place. It is not shown again.')).toBeInTheDocument();
});

test('copies the secret and confirms it for 5000 ms', async () => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
  await renderApp(<ShowOnce label="Client secret" value={secret} />);
  fireEvent.click(screen.getByRole('button', { name: 'Copy Client secret' }));
  await act(() => jest.advanceTimersByTimeAsync(0));
  expect(await navigator.clipboard.readText()).toBe(secret);
  await act(() => jest.advanceTimersByTimeAsync(4900));
  expect(screen.getByRole('button', { name: 'Copied' })).toBeInTheDocument();
  await act(() => jest.advanceTimersByTimeAsync(200));
  expect(screen.getByRole('button', { name: 'Copy Client secret' })).toBeInTheDocument();
});

test('without the value shows dots, no button and no warning', async () => {
  const { container } = await renderApp(<ShowOnce label="Client secret" value={null} />);
  expect(screen.getByRole('img', { name: 'Client secret: hidden' })).toHaveTextContent('••••••••');
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
  expect(container.textContent).not.toContain('Copy it now');
});

import { afterEach, expect, jest, test } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import { socketLost, socketOpened } from '../lib/connection.ts';
import { renderApp } from '../testing/renderApp.tsx';
import { ConnectionBanner } from './ConnectionBanner.tsx';
import { Drawer } from './Drawer.tsx';
import { Modal } from './Modal.tsx';

const onLine = jest.spyOn(navigator, 'onLine', 'get');
const network = (isOnline: boolean) =>
  act(() => {
    onLine.mockReturnValue(isOnline);
    window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
  });

afterEach(() => {
  jest.useRealTimers();
  socketOpened();
  onLine.mockReturnValue(true);
});

test('without a network the banner says so until the network is back', async () => {
  onLine.mockReturnValue(true);
  await renderApp(<ConnectionBanner />);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  network(false);
  expect(screen.getByRole('status')).toHaveTextContent('You are offline.');
  network(true);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});

test('after 5 seconds without the socket the banner says that live updates are paused, until the socket is open', async () => {
  onLine.mockReturnValue(true);
  await renderApp(<ConnectionBanner />, { language: 'es' });
  jest.useFakeTimers();
  act(() => socketLost());
  act(() => void jest.advanceTimersByTime(4999));
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  // A second loss while the socket reconnects does not restart the timer.
  act(() => socketLost());
  act(() => void jest.advanceTimersByTime(1));
  expect(screen.getByRole('status')).toHaveTextContent('Las actualizaciones en vivo están en pausa.');
  act(() => socketOpened());
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  act(() => {
    socketLost();
    socketLost();
    socketOpened();
  });
  act(() => void jest.advanceTimersByTime(5000));
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});

test.each([
  ['Modal', Modal],
  ['Drawer', Drawer],
])('an open %s, which covers the page on a phone, says so too', async (_name, Dialog) => {
  onLine.mockReturnValue(true);
  await renderApp(
    <Dialog open onClose={() => {}} title="Title">
      body
    </Dialog>,
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Title' }));
  expect(dialog.queryByText(/^You are offline\./)).not.toBeInTheDocument();
  network(false);
  const live = dialog.getByText(/^You are offline\./).closest('[aria-live]');
  expect(live).toHaveAttribute('aria-live', 'polite');
  network(true);
  expect(live).toBeEmptyDOMElement();
});

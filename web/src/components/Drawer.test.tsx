import { expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { renderApp } from '../testing/renderApp.tsx';
import { Drawer } from './Drawer.tsx';

function Opened({ onClose }: { onClose: () => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>Open</button>
      <Drawer
        open={open}
        title="User"
        footer={<button>Save</button>}
        onClose={() => {
          onClose();
          setOpen(false);
        }}
      >
        <input aria-label="Name" />
      </Drawer>
    </>
  );
}

test.each([
  ['Escape', (user: Awaited<ReturnType<typeof renderApp>>['user']) => user.keyboard('{Escape}')],
  [
    'its close button',
    (user: Awaited<ReturnType<typeof renderApp>>['user']) => user.click(screen.getByRole('button', { name: 'Close' })),
  ],
])('a drawer is closed by %s, takes its content along and gives the focus back', async (_by, close) => {
  const onClose = jest.fn();
  const { user } = await renderApp(<Opened onClose={onClose} />);
  await user.click(screen.getByRole('button', { name: 'Open' }));
  const drawer = await screen.findByRole('dialog', { name: 'User' });
  await waitFor(() => expect(drawer).toContainElement(document.activeElement as HTMLElement));
  expect(screen.getByRole('button', { name: 'Save' })).toBeInTheDocument();
  await close(user);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(onClose).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus());
});

import { expect, jest, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import type { WorkState } from '../lib/unsavedWork.ts';
import { renderApp } from '../testing/renderApp.tsx';
import { Drawer } from './Drawer.tsx';

let work: WorkState = 'clean';

function Opened({ onClose }: { onClose: () => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>Open</button>
      <Drawer
        open={open}
        title="User"
        guard={{ state: () => work }}
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
])('a drawer closed by %s unmounts its content and returns the focus', async (_by, close) => {
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

/** An open drawer on `/page`; `/before` is one entry back. */
async function openOnPage() {
  work = 'clean';
  const onClose = jest.fn();
  const view = await renderApp(<Opened onClose={onClose} />, { path: '/before', route: '/page' });
  await act(() => view.router.navigate('/page'));
  await view.user.click(await screen.findByRole('button', { name: 'Open' }));
  await screen.findByRole('dialog', { name: 'User' });
  const entries = () => (view.router.state.location.state as { dialogs?: string[] } | null)?.dialogs ?? [];
  await waitFor(() => expect(entries()).toHaveLength(1));
  const back = () => act(() => view.router.navigate(-1));
  const address = () => view.router.state.location.pathname;
  return { ...view, onClose, entries, back, address };
}
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

test('Back closes a drawer and keeps the page; a second Back leaves the page', async () => {
  const { back, address, onClose } = await openOnPage();
  await back();
  await closed();
  expect(address()).toBe('/page');
  expect(onClose).toHaveBeenCalledTimes(1);
  await back();
  expect(address()).toBe('/before');
});

test.each(['Escape', 'Close', 'Back'])('a drawer with unsaved input asks before %s closes it', async (way) => {
  const { user, back, address, onClose, entries } = await openOnPage();
  work = 'dirty';
  await user.type(screen.getByLabelText('Name'), 'Ada');
  const leave = async () => {
    if (way === 'Back') await back();
    else if (way === 'Close') await user.click(screen.getByRole('button', { name: 'Close' }));
    else await user.keyboard('{Escape}');
    await screen.findByRole('alertdialog', { name: 'Are you sure?' });
  };
  await leave();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  await waitFor(() => expect(entries()).toHaveLength(1));
  expect(screen.getByLabelText('Name')).toHaveValue('Ada');
  expect(onClose).not.toHaveBeenCalled();
  await leave();
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  await closed();
  await waitFor(() => expect(entries()).toEqual([]));
  expect(address()).toBe('/page');
});

test('during a submit nothing closes a drawer', async () => {
  const { user, back, onClose, entries } = await openOnPage();
  work = 'busy';
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await back();
  await waitFor(() => expect(entries()).toHaveLength(1));
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  expect(onClose).not.toHaveBeenCalled();
});

test.each([
  ['sm', '400px'],
  ['md', '560px'],
  ['lg', '760px'],
  ['xl', '960px'],
] as const)('a drawer of size %s is at most %s wide', async (size, width) => {
  await renderApp(
    <Drawer open onClose={() => {}} title="Title" size={size}>
      body
    </Drawer>,
  );
  const dialog = await screen.findByRole('dialog', { name: 'Title' });
  const styles = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText));
  const name = [...dialog.classList].find((one) => one.startsWith('css-'));
  expect(styles.join('\n')).toMatch(new RegExp(`\\.${name} ?\\{ ?max-width: ?${width};`));
});

import { Button, Input } from '@chakra-ui/react';
import { expect, jest, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { StrictMode, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { trackWork, type WorkState } from '../lib/unsavedWork.ts';
import { renderApp } from '../testing/renderApp.tsx';
import { nextStep } from './dialogHistory.ts';
import { Modal } from './Modal.tsx';

let work: WorkState = 'clean';

/** A page with a dialog, a second dialog inside it, and an address that can change. */
function Page() {
  const [open, setOpen] = useState(false);
  const [inner, setInner] = useState(false);
  const [parameters, setParameters] = useSearchParams();
  const navigate = useNavigate();
  return (
    <>
      <p>address {parameters.toString()}</p>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Button onClick={() => void navigate('/elsewhere')}>Elsewhere</Button>
      <Modal open={open} onClose={() => setOpen(false)} title="Outer" guard={{ state: () => work }}>
        <Input aria-label="Typed" />
        <Button onClick={() => setInner(true)}>Open inner</Button>
        <Button onClick={() => setParameters({ page: '2' }, { replace: true })}>Change the address</Button>
        <Button
          onClick={() => {
            setOpen(false);
            // As after a save: the list is reloaded, then the page selects the new row.
            queueMicrotask(() => setTimeout(() => setParameters({ device: '5' }, { replace: true })));
          }}
        >
          Save
        </Button>
      </Modal>
      <Modal open={inner} onClose={() => setInner(false)} title="Inner">
        inner
      </Modal>
    </>
  );
}

async function open(path = '/page') {
  work = 'clean';
  const view = await renderApp(
    <StrictMode>
      <Page />
    </StrictMode>,
    { path: '/before', route: '/page' },
  );
  await act(() => view.router.navigate(path));
  await screen.findByText(/^address/);
  const back = () => act(() => view.router.navigate(-1));
  const address = () => view.router.state.location.pathname + view.router.state.location.search;
  const openDialog = async () => {
    await view.user.click(screen.getByRole('button', { name: 'Open' }));
    await screen.findByRole('dialog', { name: 'Outer' });
  };
  return { ...view, back, address, openDialog };
}
const gone = (name: string) => waitFor(() => expect(screen.queryByRole('dialog', { name })).not.toBeInTheDocument());
const question = () => screen.findByRole('alertdialog', { name: 'Are you sure?' });
const dialogs = (router: { state: { location: { state: unknown } } }) =>
  (router.state.location.state as { dialogs?: string[] } | null)?.dialogs ?? [];

test('Back closes the dialog and keeps the page behind it; a second Back leaves the page', async () => {
  const { back, address, openDialog } = await open();
  await openDialog();
  await back();
  await gone('Outer');
  expect(address()).toBe('/page');
  await back();
  expect(address()).toBe('/before');
});

test.each(['{Escape}', 'button'])('a dialog closed by %s leaves no history entry', async (way) => {
  const { user, back, address, openDialog, router } = await open();
  for (let round = 0; round < 3; round += 1) {
    await openDialog();
    await waitFor(() => expect(dialogs(router)).toHaveLength(1));
    if (way === 'button') await user.click(screen.getByRole('button', { name: 'Close' }));
    else await user.keyboard(way);
    await gone('Outer');
    await waitFor(() => expect(dialogs(router)).toEqual([]));
  }
  await back();
  expect(address()).toBe('/before');
});

test('a dialog inside a dialog is the next entry: Back closes the inner one, then the outer one', async () => {
  const { user, back, address, openDialog } = await open();
  await openDialog();
  await user.click(screen.getByRole('button', { name: 'Open inner' }));
  await screen.findByRole('dialog', { name: 'Inner' });
  await back();
  await gone('Inner');
  expect(screen.getByRole('dialog', { name: 'Outer' })).toBeInTheDocument();
  await back();
  await gone('Outer');
  expect(address()).toBe('/page');
});

test('Back in a dialog with unsaved input asks; "Cancel" keeps the dialog and its entry, "Discard" closes it', async () => {
  const { user, back, address, openDialog, router } = await open();
  await openDialog();
  work = 'dirty';
  await user.type(screen.getByLabelText('Typed'), 'abc');
  await back();
  await question();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(dialogs(router)).toHaveLength(1));
  expect(screen.getByLabelText('Typed')).toHaveValue('abc');
  await back();
  await question();
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  await gone('Outer');
  expect([address(), dialogs(router)]).toEqual(['/page', []]);
});

test('during a submit Back, Escape and the close button do nothing', async () => {
  const { user, back, address, openDialog, router } = await open();
  await openDialog();
  await waitFor(() => expect(dialogs(router)).toHaveLength(1));
  work = 'busy';
  await back();
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(dialogs(router)).toHaveLength(1));
  expect(screen.getByRole('dialog', { name: 'Outer' })).toBeInTheDocument();
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  expect(address()).toBe('/page');
});

test('a change of the address while a dialog is open keeps the dialog and its entry', async () => {
  const { user, back, address, openDialog, router } = await open();
  await openDialog();
  await user.click(screen.getByRole('button', { name: 'Change the address' }));
  await waitFor(() => expect(dialogs(router)).toHaveLength(1));
  expect(screen.getByRole('dialog', { name: 'Outer' })).toBeInTheDocument();
  expect(address()).toBe('/page?page=2');
  await back();
  await gone('Outer');
});

test('a navigation right after a dialog closes waits until its entry is removed', async () => {
  const { user, back, address, openDialog, router } = await open();
  await openDialog();
  await waitFor(() => expect(dialogs(router)).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(address()).toBe('/page?device=5'));
  await gone('Outer');
  await back();
  expect(address()).toBe('/before');
});

test('an entry whose dialog is gone (after a reload, or Forward) is left again', async () => {
  const { back, address, openDialog, router } = await open();
  await openDialog();
  await back();
  await gone('Outer');
  await act(() => router.navigate(1));
  await waitFor(() => expect(dialogs(router)).toEqual([]));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await back();
  expect(address()).toBe('/before');
});

test('a navigation to another page asks before unsaved input is lost, once for each attempt', async () => {
  const { user, back, address } = await open();
  const untrack = trackWork(() => work);
  work = 'dirty';
  await user.click(screen.getByRole('button', { name: 'Elsewhere' }));
  await question();
  await back();
  expect(screen.getAllByRole('alertdialog')).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(address()).toBe('/page');
  await back();
  await question();
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(address()).toBe('/before'));
  untrack();
});

test('the browser asks before a reload only when something is unsaved, and never without a form', async () => {
  const listens = jest.spyOn(window, 'addEventListener');
  const ends = jest.spyOn(window, 'removeEventListener');
  const unload = ({ mock }: typeof listens | typeof ends) =>
    mock.calls.filter(([type]) => (type as string) === 'beforeunload').length;
  await open();
  expect(unload(listens)).toBe(0);
  const untrack = trackWork(() => work);
  expect(unload(listens)).toBe(1);
  const reload = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(reload()).toBe(false);
  work = 'dirty';
  expect(reload()).toBe(true);
  work = 'busy';
  expect(reload()).toBe(true);
  expect(unload(ends)).toBe(0);
  untrack();
  expect(unload(ends)).toBe(1);
  expect(reload()).toBe(false);
});

test('the history is corrected one step at a time', () => {
  const entry = (id: string, pushed = false) => ({
    id,
    pushed,
    leaving: false,
    requestClose: jest.fn(() => Promise.resolve(true)),
  });
  const [a, b] = [entry('a'), entry('b', true)];
  expect(nextStep([], [])).toBeNull();
  expect(nextStep(['a', 'b'], [a, b])).toBeNull();
  expect(nextStep(['a', 'b'], [])).toEqual({ kind: 'back', entries: 2 });
  expect(nextStep(['x', 'b'], [a, b])).toEqual({ kind: 'back', entries: 2 });
  expect(nextStep([], [a, b])).toEqual({ kind: 'mark', dialogs: ['a'], replace: false });
  expect(nextStep(['a'], [a, b])).toEqual({ kind: 'mark', dialogs: ['a', 'b'], replace: true });
});

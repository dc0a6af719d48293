import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { renderApp } from '../testing/renderApp.tsx';
import { useConfirm } from './ConfirmDialog.tsx';
import { keepPlace } from './keptPlace.ts';

/** A list whose rows leave after a question, when the server has answered. */
function Names({ onAsk }: { onAsk?: () => Promise<void> }) {
  const [names, setNames] = useState(['Ada', 'Ben', 'Cleo']);
  const [busy, setBusy] = useState<string | null>(null);
  const confirm = useConfirm();
  async function remove(name: string) {
    if (!(await confirm({ title: 'Remove ?', body: name }))) return;
    setBusy(name);
    await onAsk?.();
    setNames((all) => all.filter((one) => one !== name));
    setBusy(null);
  }
  return (
    <section>
      <h2>Names</h2>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <button type="button">{`Edit ${name}`}</button>
            <button type="button" disabled={busy === name} onClick={() => void remove(name)}>{`Remove ${name}`}</button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A list whose rows leave at once, and have different buttons. */
function Calls() {
  const [calls, setCalls] = useState([
    ['Snooze', 'Menu'],
    ['Snooze', 'Take over', 'Menu'],
  ]);
  return (
    <ul>
      {calls.map((acts) => (
        <li key={acts.length}>
          {acts.map((act) => (
            <button
              key={act}
              type="button"
              onClick={({ currentTarget }) => {
                keepPlace(currentTarget)();
                setCalls((all) => all.filter((one) => one !== acts));
              }}
            >
              {act}
            </button>
          ))}
        </li>
      ))}
    </ul>
  );
}

const removes = async (user: Awaited<ReturnType<typeof renderApp>>['user'], name: string) => {
  screen.getByRole('button', { name: `Remove ${name}` }).focus();
  await user.keyboard('{Enter}');
  (await screen.findByRole('button', { name: 'OK' })).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('button', { name: `Remove ${name}` })).not.toBeInTheDocument());
};

test('after a row was removed the same button of the next row has the focus, then of the one before, then the heading', async () => {
  const { user } = await renderApp(<Names />);
  await removes(user, 'Ben');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Remove Cleo' })).toHaveFocus());
  await removes(user, 'Cleo');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Remove Ada' })).toHaveFocus());
  await removes(user, 'Ada');
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Names' })).toHaveFocus());
});

test('a button whose question was canceled has the focus again', async () => {
  const { user } = await renderApp(<Names />);
  const button = screen.getByRole('button', { name: 'Remove Ben' });
  button.focus();
  await user.keyboard('{Enter}');
  await screen.findByRole('alertdialog');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(button).toHaveFocus());
});

test('a user who has gone on keeps the focus', async () => {
  let answer = () => {};
  const { user } = await renderApp(<Names onAsk={() => new Promise((resolve) => (answer = resolve))} />);
  screen.getByRole('button', { name: 'Remove Ben' }).focus();
  await user.keyboard('{Enter}');
  (await screen.findByRole('button', { name: 'OK' })).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Remove Ben' })).toBeDisabled());
  screen.getByRole('button', { name: 'Edit Ada' }).focus();
  answer();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove Ben' })).not.toBeInTheDocument());
  expect(screen.getByRole('button', { name: 'Edit Ada' })).toHaveFocus();
});

test('a button whose row has another number of buttons than the next one gives the focus to that with its text', async () => {
  const { user } = await renderApp(<Calls />);
  const rows = screen.getAllByRole('listitem');
  within(rows[0]!).getByRole('button', { name: 'Snooze' }).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(rows[0]).not.toBeInTheDocument());
  await waitFor(() => expect(within(rows[1]!).getByRole('button', { name: 'Snooze' })).toHaveFocus());
});

import { Button } from '@chakra-ui/react';
import { expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { renderApp } from '../testing/renderApp.tsx';
import { useConfirm, type ConfirmOptions } from './ConfirmDialog.tsx';

function Asker({ questions, onAnswer }: { questions: ConfirmOptions[]; onAnswer: (answer: boolean) => void }) {
  const confirm = useConfirm();
  return <Button onClick={() => questions.forEach((q) => void confirm(q).then(onAnswer))}>Delete</Button>;
}

const question = { title: 'Delete Device ?', body: 'The device is removed.', danger: true };

test('a confirmation is an alert dialog with the focus on the button that changes nothing', async () => {
  const { user } = await renderApp(<Asker questions={[question]} onAnswer={jest.fn()} />);
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByRole('alertdialog', { name: 'Delete Device ?' })).toHaveTextContent(
    'The device is removed.',
  );
  await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus());
});

test('OK resolves to true, Escape and Cancel resolve to false', async () => {
  const onAnswer = jest.fn<(answer: boolean) => void>();
  const { user } = await renderApp(<Asker questions={[question]} onAnswer={onAnswer} />);
  const open = () => user.click(screen.getByRole('button', { name: 'Delete' }));

  await open();
  await user.click(await screen.findByRole('button', { name: 'OK' }));
  await waitFor(() => expect(onAnswer).toHaveBeenLastCalledWith(true));

  await open();
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(onAnswer).toHaveBeenLastCalledWith(false));

  await open();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus());
  await user.keyboard('{Escape}');
  await waitFor(() => expect(onAnswer).toHaveBeenCalledTimes(3));
  expect(onAnswer).toHaveBeenLastCalledWith(false);
});

test('several questions are shown one after the other', async () => {
  const onAnswer = jest.fn<(answer: boolean) => void>();
  const second = { ...question, title: 'Are you sure ?' };
  const { user } = await renderApp(<Asker questions={[question, second]} onAnswer={onAnswer} />);
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByRole('alertdialog', { name: 'Delete Device ?' })).toBeInTheDocument();
  expect(screen.queryByText('Are you sure ?')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'OK' }));
  expect(await screen.findByRole('alertdialog', { name: 'Are you sure ?' })).toBeInTheDocument();
});

test('a notice has one button only', async () => {
  const { user } = await renderApp(<Asker questions={[{ ...question, notice: true }]} onAnswer={jest.fn()} />);
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'OK' })).toHaveFocus());
  expect(screen.queryByRole('button', { name: 'Cancel' })).not.toBeInTheDocument();
});

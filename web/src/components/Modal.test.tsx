import { expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { renderApp } from '../testing/renderApp.tsx';
import { Modal } from './Modal.tsx';

const styles = () =>
  [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .map((rule) => rule.cssText)
    .join('\n');

test.each([
  ['sm', '400px'],
  ['md', '560px'],
  ['lg', '760px'],
  ['xl', '960px'],
  ['l-md', '640px'],
] as const)('a modal of size %s is at most %s wide', async (size, width) => {
  await renderApp(
    <Modal open onClose={() => {}} title="Title" size={size}>
      body
    </Modal>,
  );
  const dialog = await screen.findByRole('dialog', { name: 'Title' });
  const name = [...dialog.classList].find((one) => one.startsWith('css-'));
  expect(styles()).toMatch(new RegExp(`\\.${name} ?\\{ ?max-width: ?${width};`));
});

test('Escape and the close button ask the owner to close it', async () => {
  const onClose = jest.fn();
  const { user } = await renderApp(
    <Modal open onClose={onClose} title="Title">
      body
    </Modal>,
  );
  await user.click(await screen.findByRole('button', { name: 'Close' }));
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(2);
});

test('a dialog without fields has the focus itself when it opens, not its close button', async () => {
  await renderApp(
    <Modal open onClose={() => {}} title="Title">
      body
    </Modal>,
  );
  await waitFor(() => expect(screen.getByRole('dialog', { name: 'Title' })).toHaveFocus());
});

import { Button, Menu, useMenu } from '@chakra-ui/react';
import { expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { renderApp } from '../testing/renderApp.tsx';
import { useGivenButton, usePartButton, type ButtonOfPart } from './usePartButton.ts';

function Items({ ofButton }: { ofButton: ButtonOfPart }) {
  const menu = useMenu();
  useGivenButton(ofButton, menu.api);
  return (
    <Menu.RootProvider value={menu} lazyMount>
      <Menu.Content>
        {['Edit', 'Print', 'Remove'].map((item) => (
          <Menu.Item key={item} value={item}>
            {item}
          </Menu.Item>
        ))}
      </Menu.Content>
    </Menu.RootProvider>
  );
}

/** Renders the button of a menu that arrives when the test says so. */
async function open() {
  const part = Promise.withResolvers<{ Items: typeof Items }>();
  const load = () => part.promise;
  const Example = () => {
    const { part: loaded, button, ofButton } = usePartButton(load, 'menu');
    return (
      <>
        <Button {...button}>Actions</Button>
        {loaded ? <loaded.Items ofButton={ofButton} /> : null}
      </>
    );
  };
  const { user } = await renderApp(<Example />);
  const arrive = () => act(async () => part.resolve({ Items }));
  return { user, arrive, button: screen.getByRole('button', { name: 'Actions' }) };
}

const chosen = () => screen.queryAllByRole('menuitem').filter((item) => item.hasAttribute('data-highlighted'));

test.each([
  ['Enter', '{Enter}', 'Edit'],
  ['the space bar', '[Space]', 'Edit'],
  ['the down arrow', '{ArrowDown}', 'Edit'],
  ['the up arrow', '{ArrowUp}', 'Remove'],
])('%s on the button opens a menu that is not there yet at the same item as one that is', async (_name, key, item) => {
  const { user, arrive, button } = await open();
  act(() => button.focus());
  await user.keyboard(key);
  expect(button).toHaveAttribute('aria-expanded', 'false');
  await arrive();
  await waitFor(() => expect(chosen()).toEqual([screen.getByRole('menuitem', { name: item })]));

  await waitFor(() => expect(screen.getByRole('menu')).toHaveFocus());
  await user.keyboard('{Escape}');
  await waitFor(() => expect(button).toHaveFocus());
  await user.keyboard(key);
  await waitFor(() => expect(chosen()).toEqual([screen.getByRole('menuitem', { name: item })]));
});

test('a click on the button opens a menu that is not there yet without a chosen item', async () => {
  const { user, arrive, button } = await open();
  await user.click(button);
  await arrive();
  await waitFor(() => expect(screen.getByRole('menu')).toHaveFocus());
  expect(button).toHaveAttribute('aria-expanded', 'true');
  expect(chosen()).toEqual([]);
});

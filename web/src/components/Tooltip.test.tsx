import { expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useEffect, useState, type ReactElement } from 'react';
import { Link } from 'react-router';
import { renderApp } from '../testing/renderApp.tsx';
import { Tooltip } from './Tooltip.tsx';

/** Renders, moves the pointer, and waits until the part of the page that shows the tooltips is there. */
async function renderWithTooltips(element: ReactElement) {
  const listening = jest.spyOn(document, 'addEventListener');
  const view = await renderApp(element);
  fireEvent.pointerMove(document.body);
  await waitFor(() => expect(listening).toHaveBeenCalledWith('pointerover', expect.anything(), true));
  listening.mockRestore();
  return view;
}

test('a tooltip opens on hover, above its element, and closes when the pointer leaves', async () => {
  const { user } = await renderWithTooltips(
    <Tooltip content="Copies the number">
      <button>Copy</button>
    </Tooltip>,
  );
  expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
  await user.hover(screen.getByRole('button', { name: 'Copy' }));
  const tooltip = await screen.findByRole('tooltip');
  expect(tooltip).toHaveTextContent('Copies the number');
  expect(screen.getByRole('button', { name: 'Copy' })).toHaveAccessibleDescription('Copies the number');
  await waitFor(() => expect(tooltip).toHaveAttribute('data-placement', 'top'));
  await user.unhover(screen.getByRole('button', { name: 'Copy' }));
  await waitFor(() => expect(screen.queryByRole('tooltip')).not.toBeInTheDocument());
});

test('the focus of the keyboard opens the tooltip of its element at once, and a second one in its place', async () => {
  const { user } = await renderWithTooltips(
    <>
      <Tooltip content="Copies the number">
        <button>Copy</button>
      </Tooltip>
      <Tooltip content="Shows the number">
        <button>Show</button>
      </Tooltip>
    </>,
  );
  await user.tab();
  expect(await screen.findByRole('tooltip')).toHaveTextContent('Copies the number');
  await user.tab();
  await waitFor(() => expect(screen.getByRole('tooltip')).toHaveTextContent('Shows the number'));
  expect(screen.getByRole('button', { name: 'Copy' })).not.toHaveAccessibleDescription();
  expect(screen.getByRole('button', { name: 'Show' })).toHaveAccessibleDescription('Shows the number');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('tooltip')).not.toBeInTheDocument());
});

test('a click closes the tooltip, also that of a link of the router', async () => {
  const { user } = await renderWithTooltips(
    <Tooltip content="Opens the next one">
      <Link to="/next">Next</Link>
    </Tooltip>,
  );
  await user.tab();
  await screen.findByRole('tooltip');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('tooltip')).not.toBeInTheDocument());
  expect(screen.getByRole('link', { name: 'Next' })).toHaveFocus();
});

test('the tooltip of an element that is gone closes with the next move of the pointer', async () => {
  function Switching() {
    const [isThere, setThere] = useState(true);
    useEffect(() => {
      const remove = () => setThere(false);
      window.addEventListener('removed', remove);
      return () => window.removeEventListener('removed', remove);
    }, []);
    return (
      <>
        <p>Elsewhere</p>
        {isThere ? (
          <Tooltip content="Copies the number">
            <button>Copy</button>
          </Tooltip>
        ) : null}
      </>
    );
  }
  const { user } = await renderWithTooltips(<Switching />);
  await user.hover(screen.getByRole('button', { name: 'Copy' }));
  await screen.findByRole('tooltip');
  act(() => void window.dispatchEvent(new Event('removed')));
  await user.hover(screen.getByText('Elsewhere'));
  await waitFor(() => expect(screen.queryByRole('tooltip')).not.toBeInTheDocument());
});

import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { renderApp } from '../testing/renderApp.tsx';
import { Tooltip } from './Tooltip.tsx';

test('a tooltip opens on hover, above its element, and closes when the pointer leaves', async () => {
  const { user } = await renderApp(
    <Tooltip content="Copies the number">
      <button>Copy</button>
    </Tooltip>,
  );
  expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
  await user.hover(screen.getByRole('button', { name: 'Copy' }));
  const tooltip = await screen.findByRole('tooltip');
  expect(tooltip).toHaveTextContent('Copies the number');
  await waitFor(() => expect(tooltip).toHaveAttribute('data-placement', 'top'));
  await user.unhover(screen.getByRole('button', { name: 'Copy' }));
  await waitFor(() => expect(screen.queryByRole('tooltip')).not.toBeInTheDocument());
});

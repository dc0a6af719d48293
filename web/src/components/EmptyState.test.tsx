import { expect, jest, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { SearchX } from 'lucide-react';
import { renderApp } from '../testing/renderApp.tsx';
import { EmptyState } from './EmptyState.tsx';

const icon = () => document.querySelector('svg');

test('an empty state is a text with an icon that screen readers skip', async () => {
  await renderApp(<EmptyState text="No data to show" />);
  expect(screen.getByText('No data to show')).toBeInTheDocument();
  expect(icon()).toHaveClass('lucide-inbox');
  expect(icon()).toHaveAttribute('aria-hidden', 'true');
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test('an empty state offers the action that changes it, with an icon of its own', async () => {
  const onAdd = jest.fn();
  const { user } = await renderApp(
    <EmptyState text="No files yet." icon={SearchX} action={<button onClick={onAdd}>Add a file</button>} />,
  );
  expect(icon()).toHaveClass('lucide-search-x');
  await user.click(screen.getByRole('button', { name: 'Add a file' }));
  expect(onAdd).toHaveBeenCalledTimes(1);
});

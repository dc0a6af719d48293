import { expect, jest, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { renderApp } from '../testing/renderApp.tsx';
import { Card } from './Card.tsx';
import { Foldable } from './Foldable.tsx';

function Content({ onMount }: { onMount: () => void }) {
  useEffect(onMount);
  return (
    <Card title="Connection">
      <Card title="Inside">Last seen today</Card>
    </Card>
  );
}

function Page({ folded, onMount = () => {} }: { folded: boolean; onMount?: () => void }) {
  const [isFolded, setFolded] = useState(folded);
  return (
    <Foldable title="Connection" isFolded={isFolded} onFold={setFolded}>
      <Content onMount={onMount} />
    </Foldable>
  );
}

test('a folded panel shows its title, and its content is not mounted', async () => {
  const onMount = jest.fn();
  await renderApp(<Page folded onMount={onMount} />);
  expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent(/^Connection/);
  expect(screen.getByRole('button', { name: 'Unfold Connection' })).toHaveAttribute('aria-expanded', 'false');
  expect(screen.queryByText('Last seen today')).not.toBeInTheDocument();
  expect(onMount).not.toHaveBeenCalled();
});

test('the button folds and unfolds by key and keeps the focus', async () => {
  const { user } = await renderApp(<Page folded={false} />);
  const button = screen.getByRole('button', { name: 'Fold Connection' });
  expect(button).toHaveAttribute('aria-expanded', 'true');
  button.focus();
  await user.keyboard('{Enter}');
  expect(screen.queryByText('Last seen today')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Unfold Connection' })).toHaveFocus();
  await user.keyboard(' ');
  expect(screen.getByText('Last seen today')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Fold Connection' })).toHaveFocus();
});

test('a card inside the panel has no button that folds', async () => {
  await renderApp(<Page folded={false} />);
  expect(screen.getByRole('heading', { name: 'Inside' })).toBeInTheDocument();
  expect(screen.getAllByRole('button')).toHaveLength(1);
});

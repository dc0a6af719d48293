import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { Mail } from 'lucide-react';
import { renderApp } from '../testing/renderApp.tsx';
import { StatusBadge } from './StatusBadge.tsx';

const icon = (word: string) => screen.getByText(word).querySelector('svg')!;

test('a status is a word with an icon that screen readers skip', async () => {
  await renderApp(<StatusBadge tone="warning">Pending</StatusBadge>);
  expect(icon('Pending')).toHaveAttribute('aria-hidden', 'true');
  expect(icon('Pending')).toHaveClass('lucide-clock');
});

test('a given icon replaces the icon of the tone; a dot is filled', async () => {
  await renderApp(
    <>
      <StatusBadge tone="info" icon={Mail}>
        Invited
      </StatusBadge>
      <StatusBadge tone="success" icon="dot">
        Active
      </StatusBadge>
    </>,
  );
  expect(icon('Invited')).toHaveClass('lucide-mail');
  expect(icon('Active')).toHaveClass('lucide-circle');
  expect(icon('Active')).toHaveAttribute('fill', 'currentColor');
});

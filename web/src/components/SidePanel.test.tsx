import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { Input } from '@chakra-ui/react';
import { useState } from 'react';
import type { Language } from '../lib/i18n.ts';
import { renderApp } from '../testing/renderApp.tsx';
import { FormField } from './FormField.tsx';
import { SidePanel } from './SidePanel.tsx';

let applied: { name: string | null; city: string | null };

function Panel() {
  const [filters, setFilters] = useState<typeof applied>({ name: null, city: 'Albany' });
  applied = filters;
  return (
    <SidePanel applied={filters} onApply={setFilters}>
      {(draft, change) => (
        <FormField label="Name">
          <Input value={draft.name ?? ''} onChange={({ target }) => change({ name: target.value })} />
        </FormField>
      )}
    </SidePanel>
  );
}
const open = async (language: Language = 'en') => {
  const { user } = await renderApp(<Panel />, { language });
  await user.click(screen.getByRole('button', { name: /^(Filters|Filtros)/ }));
  await screen.findByRole('dialog', { name: /^(Filters|Filtros)/ });
  return user;
};
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

test('the button says how many filters are applied', async () => {
  const { user } = await renderApp(<Panel />);
  expect(screen.getByRole('button', { name: 'Filters 1 filter applied' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: /Filters/ }));
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'ada');
  expect(applied).toEqual({ name: null, city: 'Albany' });
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  await closed();
  expect(applied).toEqual({ name: 'ada', city: 'Albany' });
  expect(screen.getByRole('button', { name: 'Filters 2 filters applied' })).toBeInTheDocument();
});

test('Enter applies too', async () => {
  const user = await open();
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'ada{Enter}');
  await closed();
  expect(applied).toEqual({ name: 'ada', city: 'Albany' });
});

test('what was not applied is gone when the panel is opened again', async () => {
  const user = await open();
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'ada');
  await user.keyboard('{Escape}');
  await closed();
  expect(applied).toEqual({ name: null, city: 'Albany' });
  await user.click(screen.getByRole('button', { name: /Filters/ }));
  expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('');
});

test('Clear all applies no filter at once', async () => {
  const user = await open();
  await user.click(screen.getByRole('button', { name: 'Clear all' }));
  await closed();
  expect(applied).toEqual({ name: null, city: null });
  expect(screen.getByRole('button', { name: 'Filters' })).toBeInTheDocument();
});

test('in Spanish', async () => {
  await open('es');
  expect(screen.getByRole('button', { name: 'Quitar todos' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Aplicar' })).toBeInTheDocument();
});

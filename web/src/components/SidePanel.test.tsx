import { expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { Input } from '@chakra-ui/react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Language } from '../lib/language.ts';
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
        <>
          <FormField label="Name">
            <Input value={draft.name ?? ''} onChange={({ target }) => change({ name: target.value })} />
          </FormField>
          <FormField label="City">
            <Input value={draft.city ?? ''} onChange={({ target }) => change({ city: target.value })} />
          </FormField>
        </>
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

test('the button shows how many filters are applied', async () => {
  const { user } = await renderApp(<Panel />);
  expect(screen.getByRole('button', { name: 'Filters 1 filter applied' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: /Filters/ }));
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'ada');
  expect(applied).toEqual({ name: null, city: 'Albany' });
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  await closed();
  expect(applied).toEqual({ name: 'ada', city: 'Albany' });
  expect(screen.getByRole('button', { name: 'Filters 2 filters applied' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: /Filters/ }));
  await user.clear(await screen.findByRole('textbox', { name: 'City' }));
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  await closed();
  expect(screen.getByRole('button', { name: 'Filters 1 filter applied' })).toBeInTheDocument();
});

test('unapplied changes are gone when the panel is opened again', async () => {
  const user = await open();
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'ada');
  await user.keyboard('{Escape}');
  await closed();
  expect(applied).toEqual({ name: null, city: 'Albany' });
  await user.click(screen.getByRole('button', { name: /Filters/ }));
  expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('');
});

test('Clear all applies no filters at once', async () => {
  const user = await open();
  await user.click(screen.getByRole('button', { name: 'Clear all' }));
  await closed();
  expect(applied).toEqual({ name: null, city: null });
  expect(screen.getByRole('button', { name: 'Filters' })).toBeInTheDocument();
});

/** Like a list page: its filters are part of its address, and each change of them is a history entry. */
function AddressedPanel() {
  const [parameters, setParameters] = useSearchParams();
  return (
    <SidePanel applied={{ name: parameters.get('name') }} onApply={({ name }) => setParameters({ name: name ?? '' })}>
      {(draft, change) => (
        <FormField label="Name">
          <Input value={draft.name ?? ''} onChange={({ target }) => change({ name: target.value })} />
        </FormField>
      )}
    </SidePanel>
  );
}

test('Back closes the panel without its changes; Back after Apply removes the filters', async () => {
  const { user, router } = await renderApp(<AddressedPanel />, { path: '/before', route: '/page' });
  const back = () => act(() => router.navigate(-1));
  const address = () => router.state.location.pathname + router.state.location.search;
  const entries = () => (router.state.location.state as { dialogs?: string[] } | null)?.dialogs ?? [];
  const type = async () => {
    await user.click(await screen.findByRole('button', { name: /Filters/ }));
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'ada');
    await waitFor(() => expect(entries()).toHaveLength(1));
  };
  await act(() => router.navigate('/page'));
  await type();
  await back();
  await closed();
  expect(address()).toBe('/page');

  await type();
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  await closed();
  await waitFor(() => expect(address()).toBe('/page?name=ada'));
  await back();
  await waitFor(() => expect(address()).toBe('/page'));
  await waitFor(() => expect(entries()).toEqual([]));
  await back();
  expect(address()).toBe('/before');
});

test('in Spanish', async () => {
  await open('es');
  expect(screen.getByRole('button', { name: 'Quitar todos' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Aplicar' })).toBeInTheDocument();
});

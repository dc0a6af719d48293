import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import type { Language } from '../lib/language.ts';
import { renderApp } from '../testing/renderApp.tsx';
import { AddressFields, type AddressValues } from './AddressFields.tsx';
import { PhoneField } from './PhoneField.tsx';

const empty: AddressValues = { address1: '', address2: '', country: 'US', state: '', city: '', zip: '' };

function Example({ values }: { values: AddressValues }) {
  const form = useForm({ defaultValues: { place: { ...values, phone: '' } } });
  return (
    <>
      <AddressFields form={form} prefix="place." address1Required />
      <PhoneField form={form} name="place.phone" label="Phone" />
    </>
  );
}

const open = (values: Partial<AddressValues> = {}, language: Language = 'en') =>
  renderApp(<Example values={{ ...empty, ...values }} />, { language });
const field = (name: RegExp) => screen.getByRole<HTMLSelectElement>('combobox', { name });

test('the country decides the labels and the list of states', async () => {
  const { user } = await open();
  expect(within(field(/^State/)).getAllByRole('option')).toHaveLength(1 + 56);
  expect(screen.getByRole('textbox', { name: 'ZIP' })).toBeInTheDocument();
  await user.selectOptions(field(/^Country/), 'Canada');
  expect(within(field(/^Province/)).getAllByRole('option')).toHaveLength(1 + 13);
  expect(screen.getByRole('textbox', { name: 'Postal Code' })).toBeInTheDocument();
});

test('another country clears a state that it does not have, and keeps what else was entered', async () => {
  const { user } = await open({ state: 'NY', city: 'Albany' });
  expect(field(/^State/)).toHaveValue('NY');
  await user.selectOptions(field(/^Country/), 'CA');
  expect(field(/^Province/)).toHaveValue('');
  await user.selectOptions(field(/^Province/), 'Quebec');
  await user.selectOptions(field(/^Country/), 'US');
  expect(field(/^State/)).toHaveValue('');
  expect(screen.getByRole('textbox', { name: /^City/ })).toHaveValue('Albany');
});

test('the labels are Spanish', async () => {
  await open({ country: 'CA' }, 'es');
  expect(field(/^Provincia/)).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: 'Código postal' })).toBeInTheDocument();
});

test('a phone number is formatted while it is typed and when it is pasted, without +1 and beyond ten digits', async () => {
  const { user } = await open();
  const phone = screen.getByRole('textbox', { name: 'Phone' });
  await user.type(phone, '5185550100');
  expect(phone).toHaveValue('(518) 555-0100');
  await user.clear(phone);
  await user.paste('+1 787 555 0100 22');
  expect(phone).toHaveValue('(787) 555-0100');
});

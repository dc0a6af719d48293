import { afterEach, expect, jest, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { toaster } from '../../components/Toaster.tsx';
import { CreateLocationDocument } from '../../gql/graphql.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { LocationDialog } from './LocationDialog.tsx';

afterEach(() => toaster.remove());

test('a new location is sent with its documented fields, and what is empty is not there', async () => {
  const input = {
    organizationId: '7',
    name: 'Troy',
    address1: '8 River Street',
    address2: null,
    country: 'US',
    state: 'NY',
    city: 'Troy',
    zip: '12180',
    phone: '5185550101',
    customId: 'T-1',
  };
  const location = { __typename: 'Location', id: 'l9' };
  const onClose = jest.fn();
  const { user } = await renderApp(<LocationDialog organizationId="7" onClose={onClose} />, {
    mocks: [
      {
        request: { query: CreateLocationDocument, variables: { input } },
        result: { data: { createLocation: { __typename: 'CreateLocationPayload', location, userErrors: [] } } },
      },
    ] as never,
  });
  const enter = async (name: RegExp, text: string) => {
    await user.click(screen.getByRole('textbox', { name }));
    await user.paste(text);
  };
  await enter(/name/, 'Troy');
  await enter(/Address 1/, '8 River Street');
  await enter(/City/, 'Troy');
  await enter(/ZIP/, '12180');
  await enter(/[Pp]hone/, '(518) 555-0101');
  await enter(/Custom ID/, 'T-1');
  await user.selectOptions(screen.getByRole('combobox', { name: /State/ }), 'NY');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Troy was added')).toBeInTheDocument();
  expect(onClose).toHaveBeenCalledTimes(1);
});

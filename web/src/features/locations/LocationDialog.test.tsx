import { expect, jest, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { CreateLocationDocument, UpdateLocationDocument } from '../../gql/graphql.ts';
import { changing } from '../../testing/changing.tsx';
import { renderApp } from '../../testing/renderApp.tsx';
import { LocationDialog } from './LocationDialog.tsx';
import type { LocationRow } from './LocationsPanel.tsx';

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
  await user.dblClick(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Troy was added')).toBeInTheDocument();
  expect(onClose).toHaveBeenCalledTimes(1);
});

const troy: LocationRow = {
  __typename: 'Location',
  id: 'l9',
  databaseId: 9,
  name: 'Troy',
  address1: '8 River Street',
  address2: null,
  country: 'US',
  state: 'NY',
  city: 'Troy',
  zip: '12180',
  phone: '5185550101',
  customId: 'T-1',
  isPrimary: false,
  closedAt: null,
};
const updates = (input: object, userErrors: object[] = [], opened: object = { city: 'Troy', zip: '12180' }) => ({
  request: { query: UpdateLocationDocument, variables: { input: { locationId: '9', ...input, opened } } },
  result: {
    data: {
      updateLocation: {
        __typename: 'UpdateLocationPayload',
        location: userErrors.length > 0 ? null : { __typename: 'Location', id: 'l9' },
        userErrors,
      },
    },
  },
});
async function edit(mock: object | object[], now: LocationRow = troy) {
  const onClose = jest.fn();
  const { element, change } = changing(troy, (location) => (
    <LocationDialog organizationId="7" location={location} onClose={onClose} />
  ));
  const { user } = await renderApp(element, { mocks: [mock].flat() as never });
  change(now);
  expect(screen.getByRole('textbox', { name: /[Pp]hone/ })).toHaveValue('(518) 555-0101');
  expect(screen.getByRole('textbox', { name: /Custom ID/ })).toHaveValue('T-1');
  const city = screen.getByRole('textbox', { name: /City/ });
  await user.clear(city);
  await user.type(city, 'Watervliet');
  await user.clear(screen.getByRole('textbox', { name: /ZIP/ }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  return onClose;
}

test('only what was changed is sent: what another user changed since the dialog was opened stays', async () => {
  const now = { ...troy, name: 'Troy North', phone: '5185550102' };
  const onClose = await edit(updates({ city: 'Watervliet', zip: null }), now);
  expect(await screen.findByText('Troy was saved')).toBeInTheDocument();
  expect(onClose).toHaveBeenCalledTimes(1);
});

test.each([
  ['was not read again', troy],
  ['was read again', { ...troy, city: 'Schenectady', zip: '12047' }],
])(
  'a field that another user changed too is saved over the value that the refusal shows, when the page %s',
  async (_what, now) => {
    const message = (value: string) => `Another user changed this to “${value}”.`;
    const refusal = (value: string) => ({
      ...{ __typename: 'UserError', field: 'city', code: 'changed-meanwhile' },
      ...{ message: message(value), value: JSON.stringify(value) },
    });
    const input = { city: 'Watervliet', zip: null };
    const onClose = await edit(
      [
        updates(input, [refusal('Cohoes')]),
        // A third user has changed it since: the page may read that before this one saves again, and did not show it.
        updates(input, [refusal('Albany')], { city: 'Cohoes', zip: '12180' }),
        updates(input, [], { city: 'Albany', zip: '12180' }),
      ],
      now,
    );
    const save = () => screen.getByRole('button', { name: 'Save' }).click();
    expect(await screen.findByText(message('Cohoes'))).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: /City/ })).toHaveAccessibleErrorMessage(message('Cohoes'));
    save();
    expect(await screen.findByText(message('Albany'))).toBeInTheDocument();
    expect(onClose).not.toHaveBeenCalled();
    save();
    expect(await screen.findByText('Troy was saved')).toBeInTheDocument();
  },
);

test('a refusal is at its field, and the dialog stays open', async () => {
  const message = 'Another location has this name.';
  const onClose = await edit(
    updates({ city: 'Watervliet', zip: null }, [
      { __typename: 'UserError', field: 'name', code: 'x', message, value: null },
    ]),
  );
  expect(await screen.findByText(message)).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: /name/ })).toHaveAccessibleErrorMessage(message);
  expect(onClose).not.toHaveBeenCalled();
});

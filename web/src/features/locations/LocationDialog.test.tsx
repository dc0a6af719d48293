import { expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { changing } from '../../testing/changing.tsx';
import { renderApp } from '../../testing/renderApp.tsx';
import { CreateLocationDocument, UpdateLocationDocument } from './gql/LocationDialog.ts';
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
  version: 3,
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
const updates = (input: object, userErrors: object[] = [], conflict: LocationRow | null = null) => ({
  request: { query: UpdateLocationDocument, variables: { input: { locationId: '9', ...input } } },
  result: {
    data: {
      updateLocation: {
        __typename: 'UpdateLocationPayload',
        location: userErrors.length > 0 ? null : { __typename: 'Location', id: 'l9' },
        conflict,
        userErrors,
      },
    },
  },
});
const changedBy = (row: Partial<LocationRow>) => ({
  userErrors: [{ __typename: 'UserError', field: '', code: 'conflict', message: 'Changed by another user.' }],
  conflict: { ...troy, ...row },
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

const mine = { city: 'Watervliet', zip: null };

test('what another user changed in other fields stays: the own change is sent again with the new version', async () => {
  const now = { ...troy, version: 4, name: 'Troy North', phone: '5185550102' };
  const { userErrors, conflict } = changedBy(now);
  const onClose = await edit(
    [updates({ version: 3, ...mine }, userErrors, conflict), updates({ version: 4, ...mine })],
    now,
  );
  expect(await screen.findByText('Troy was saved')).toBeInTheDocument();
  expect(onClose).toHaveBeenCalledTimes(1);
});

test.each([
  ['was not read again', troy],
  ['was read again', { ...troy, version: 4, city: 'Schenectady', zip: '12047' }],
])('a field that another user changed too is saved after a decision, when the page %s', async (_what, now) => {
  const cohoes = changedBy({ version: 5, city: 'Cohoes' });
  // A third user has changed it since.
  const albany = changedBy({ version: 6, city: 'Albany', name: 'Troy North' });
  const onClose = await edit(
    [
      updates({ version: 3, ...mine }, cohoes.userErrors, cohoes.conflict),
      updates({ version: 5, ...mine }, albany.userErrors, albany.conflict),
      updates({ version: 6, ...mine }),
    ],
    now,
  );
  const press = async (name: string) => screen.getByRole('button', { name }).click();
  const notice = await screen.findByRole('alert');
  expect(notice).toHaveTextContent('Changed by another user.');
  expect(notice).toHaveTextContent('City: “Troy” became “Cohoes”. You entered “Watervliet”.');
  expect(screen.getByRole('textbox', { name: /City/ })).toHaveValue('Watervliet');
  await press('Keep my changes');
  await press('Save');
  expect(await screen.findByText(/“Cohoes” became “Albany”/)).toBeInTheDocument();
  expect(screen.getByRole('alert')).toHaveTextContent('Location name: “Troy” became “Troy North”.');
  expect(onClose).not.toHaveBeenCalled();
  await press('Keep my changes');
  expect(screen.getByRole('textbox', { name: /City/ })).toHaveValue('Watervliet');
  expect(screen.getByRole('textbox', { name: /name/ })).toHaveValue('Troy North');
  await press('Save');
  expect(await screen.findByText('Troy North was saved')).toBeInTheDocument();
});

test('of a conflict the current values are taken when the own changes are given up', async () => {
  const { userErrors, conflict } = changedBy({ version: 4, city: 'Cohoes' });
  const onClose = await edit(updates({ version: 3, ...mine }, userErrors, conflict));
  (await screen.findByRole('button', { name: 'Discard my changes' })).click();
  await waitFor(() => expect(screen.getByRole('textbox', { name: /City/ })).toHaveValue('Cohoes'));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(onClose).not.toHaveBeenCalled();
});

test('a refusal is at its field, and the dialog stays open', async () => {
  const message = 'Another location has this name.';
  const onClose = await edit(
    updates({ version: 3, ...mine }, [{ __typename: 'UserError', field: 'name', code: 'x', message }]),
  );
  expect(await screen.findByText(message)).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: /name/ })).toHaveAccessibleErrorMessage(message);
  expect(onClose).not.toHaveBeenCalled();
});

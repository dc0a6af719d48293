import { describe, expect, jest, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { GraphQLError } from 'graphql';
import type { Language } from '../../lib/language.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { expectConsoleError } from '../../testing/setup.ts';
import { FindLegacyLocationsDocument, LegacyContactDocument } from './gql/MigrateOrganizationSearch.ts';
import { MigrateOrganizationSearch } from './MigrateOrganizationSearch.tsx';

const location = (dmeId: string, facts: object = {}) => ({
  __typename: 'LegacyLocation',
  dmeId,
  name: `O'Hara Sleep ${dmeId}`,
  address1: '12 Main St',
  address2: 'Floor 2',
  zip: '12207',
  city: 'Albany',
  state: 'NY',
  country: 'US',
  phone: '5185551200',
  isChild: false,
  migrated: false,
  hasApiKey: false,
  ...facts,
});
const contact = { request: { query: LegacyContactDocument }, result: { data: { legacyContact: 'Pat Kim' } } };
const finds = (query: string, legacyLocations: object[], { by = 'DME_ID', delay = 0 } = {}) => ({
  request: { query: FindLegacyLocationsDocument, variables: { query, by } },
  delay,
  result: { data: { legacyLocations } },
});
const fails = (query: string) => ({
  request: { query: FindLegacyLocationsDocument, variables: { query, by: 'DME_ID' } },
  result: { errors: [new GraphQLError('Slow.')] },
});

async function open(mocks: object[], language: Language = 'en') {
  const onSelect = jest.fn();
  const onBack = jest.fn();
  const view = await renderApp(<MigrateOrganizationSearch onSelect={onSelect} onBack={onBack} />, {
    mocks: [contact, ...mocks] as never,
    language,
  });
  return { ...view, onSelect, onBack };
}
const field = () => screen.getByRole('searchbox', { name: 'DME_ID or location name' });
const results = async () =>
  within(await screen.findByRole('table', { name: 'Locations found' }))
    .getAllByRole('row')
    .slice(1);

describe('the search of the legacy system', () => {
  test('by DME_ID begins with Enter, lists each location, and hands over the one that is selected', async () => {
    const found = location('D100');
    const { user, onSelect } = await open([finds('D100', [found])]);
    expect(field()).toHaveFocus();
    await user.keyboard(' D100 {Enter}');
    const [row] = await results();
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'DME ID',
      'Name',
      'Address',
      'City, State, ZIP',
      'Actions',
    ]);
    expect(
      within(row!)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(['D100', "O'Hara Sleep D100", '12 Main St, Floor 2', 'Albany, NY 12207', 'Select as Primary']);
    expect(screen.getByRole('status')).toHaveTextContent('1 location found');
    await user.click(within(row!).getByRole('button', { name: 'Select as Primary' }));
    expect(onSelect.mock.calls).toEqual([[found]]);
  });

  test('does not submit the form that opened its dialog', async () => {
    const onSubmit = jest.fn();
    const { user } = await renderApp(
      // React lets the event of a form in a dialog bubble to the component that opened the dialog.
      <div onSubmit={onSubmit}>
        <MigrateOrganizationSearch onSelect={() => undefined} onBack={() => undefined} />
      </div>,
      { mocks: [contact, finds('D100', [location('D100')])] as never },
    );
    await user.keyboard('D100{Enter}');
    expect(await results()).toHaveLength(1);
    expect(onSubmit).not.toHaveBeenCalled();
  });

  test('by location name sends the name', async () => {
    const { user } = await open([finds('sleep', [location('D1'), location('D2')], { by: 'NAME' })]);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Search By' }), 'Location name');
    await user.type(field(), 'sleep');
    await user.click(screen.getByRole('button', { name: 'Search' }));
    expect(await results()).toHaveLength(2);
  });

  test.each([
    ['a child location', { isChild: true }, 'The selected location is a child location.', false],
    ['a migrated location', { migrated: true }, 'The location has already been migrated.', false],
    [
      'a location with an API key',
      { hasApiKey: true },
      'API Key found, please contact Pat Kim if migrating this DME.',
      true,
    ],
  ])('that finds %s says so, and lets it be selected or not', async (_case, facts, text, may) => {
    const { user, onSelect } = await open([finds('D1', [location('D1', facts)])]);
    await user.keyboard('D1{Enter}');
    expect(await screen.findByText(text)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Select as Primary' }));
    expect(onSelect).toHaveBeenCalledTimes(may ? 1 : 0);
  });

  test('that finds nothing says so; without a query it asks for one and sends nothing', async () => {
    const { user } = await open([finds('D9', [])]);
    await user.keyboard('{Enter}');
    expect(await screen.findByText('This field is required.')).toBeVisible();
    await user.keyboard('D9{Enter}');
    expect(await screen.findByText('No Locations were found with that ID.')).toBeVisible();
    expect(screen.queryByText('This field is required.')).toBeNull();
  });

  test('a second search cancels the first, whose answer comes later', async () => {
    const { user, quiet } = await open([
      finds('D1', [location('D1')], { delay: 600 }),
      finds('D12', [location('D12')]),
    ]);
    await user.keyboard('D1{Enter}2{Enter}');
    expect(await screen.findByText("O'Hara Sleep D12")).toBeVisible();
    await quiet();
    expect(screen.queryByText("O'Hara Sleep D1")).toBeNull();
  });

  test('that fails is logged and says so, and Retry sends it again', async () => {
    const logged = expectConsoleError(/search of the legacy system failed/);
    const { user, onBack } = await open([fails('D1'), finds('D1', [location('D1')])]);
    await user.keyboard('D1{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('The legacy system could not be searched.');
    expect(logged()).toBe(1);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await results()).toHaveLength(1);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(field()).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Back' }));
    expect(onBack).toHaveBeenCalledTimes(1);
  });

  test('lists the locations that cannot be selected last', async () => {
    const found = [
      location('D1', { isChild: true }),
      location('D2'),
      location('D3', { migrated: true }),
      location('D4'),
    ];
    const { user } = await open([finds('D', found)]);
    await user.keyboard('D{Enter}');
    const ids = (await results()).map((row) => within(row).getAllByRole('cell')[0]!.textContent);
    expect(ids).toEqual(['D2', 'D4', 'D1', 'D3']);
  });

  test('that cannot load the contact names the operator of the portal', async () => {
    const logged = expectConsoleError(/contact for API keys could not be loaded/);
    const failed = { ...contact, result: { errors: [new GraphQLError('Slow.')] } };
    const { user } = await renderApp(
      <MigrateOrganizationSearch onSelect={() => undefined} onBack={() => undefined} />,
      { mocks: [failed, finds('D1', [location('D1', { hasApiKey: true })])] as never },
    );
    await user.keyboard('D1{Enter}');
    await screen.findByText('API Key found, please contact the operator of this portal if migrating this DME.');
    expect(logged()).toBe(1);
  });

  test('in Spanish', async () => {
    const { user } = await open([finds('D1', [location('D1', { hasApiKey: true })])], 'es');
    await user.keyboard('D1{Enter}');
    expect(await screen.findByText(/^Se encontró una clave de API\. .*Pat Kim/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Seleccionar como principal' })).toBeEnabled();
  });
});

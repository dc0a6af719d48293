import { describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { GraphQLError } from 'graphql';
import type { Language } from '../../lib/language.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { expectConsoleError } from '../../testing/setup.ts';
import { FindLegacyPatientsDocument } from './gql/useLegacyPatients.ts';
import { MigratePatientsDocument } from './gql/useStartMigration.ts';
import { MigratePatientsStep } from './MigratePatientsStep.tsx';

const patientsOf = (active: boolean, total: number) =>
  Array.from({ length: Math.ceil(total / 10) || 1 }, (_, at) => {
    const first = at * 10 + 1;
    const rows = Array.from({ length: Math.min(10, total - at * 10) }, (_row, n) => ({
      __typename: 'LegacyPatient',
      id: `${active ? 'A' : 'I'}${first + n}`,
      firstName: 'José',
      lastName: `O'Neil ${first + n}`,
      email: `p${first + n}@example.test`,
    }));
    return {
      request: { query: FindLegacyPatientsDocument, variables: { dmeId: 'D100', active, page: at + 1 } },
      result: { data: { legacyPatients: { __typename: 'LegacyPatientPage', rows, total } } },
    };
  });
const fails = (active: boolean) => ({
  request: { query: FindLegacyPatientsDocument, variables: { dmeId: 'D100', active, page: 1 } },
  result: { errors: [new GraphQLError('No answer.')] },
});
const migrates = (scope: string, sent: string[], userErrors: object[] = []) => ({
  request: { query: MigratePatientsDocument, variables: { input: { dmeId: 'D100', scope } } },
  result: () => {
    sent.push(scope);
    return { data: { migratePatients: { __typename: 'MigratePatientsPayload', migration: null, userErrors } } };
  },
});

async function open(mocks: object[], language: Language = 'en') {
  const onDone = jest.fn();
  const onClose = jest.fn();
  const view = await renderApp(<MigratePatientsStep dmeId="D100" onDone={onDone} onClose={onClose} />, {
    mocks: mocks as never,
    language,
  });
  return { ...view, onDone, onClose };
}
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Patients that will be migrated' }));
const scopes = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
const cells = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]!.textContent);

describe('the patients that will be migrated', () => {
  test('are in a table of 10 rows a page, which a button with their number opens and closes', async () => {
    const { user } = await open([...patientsOf(true, 23), ...patientsOf(false, 0)]);
    const inside = await dialog();
    const button = await inside.findByRole('button', { name: 'Active patients: 23' });
    expect(screen.queryByRole('table')).toBeNull();
    await user.click(button);
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'ID',
      'First Name',
      'Last Name',
      'Email',
    ]);
    expect(cells()).toHaveLength(10);
    expect(screen.getByText('Page: 1 / 3')).toBeVisible();
    expect(inside.getByRole('button', { name: 'Previous' })).toBeDisabled();
    await user.click(inside.getByRole('button', { name: 'Next' }));
    await screen.findByText('Page: 2 / 3');
    await user.click(inside.getByRole('button', { name: 'Next' }));
    await screen.findByText('Page: 3 / 3');
    expect(cells()).toEqual(['A21', 'A22', 'A23']);
    expect(inside.getByRole('button', { name: 'Next' })).toBeDisabled();
    await user.click(button);
    expect(screen.queryByRole('table')).toBeNull();
  });

  test('are counted with a separator from a thousand on', async () => {
    await open([...patientsOf(true, 1200), ...patientsOf(false, 3000)]);
    expect(await screen.findByRole('button', { name: 'Active patients: 1,200' })).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Inactive patients: 3,000' })).toBeVisible();
  });

  test('can be chosen by activity only if there are inactive ones; all is the default', async () => {
    const sent: string[] = [];
    const { user, onDone, onClose, quiet } = await open([
      ...patientsOf(true, 2),
      ...patientsOf(false, 11),
      migrates('ACTIVE', sent),
    ]);
    const inside = await dialog();
    await user.click(await inside.findByRole('button', { name: 'Inactive patients: 11' }));
    expect(cells()).toHaveLength(10);
    const choice = inside.getByRole('combobox', { name: 'Choose patients to import:' });
    expect(choice).toHaveDisplayValue('All');
    expect(scopes()).toEqual(['Active Only', 'Inactive Only', 'All']);
    expect(inside.getByText('13 patients will be migrated.')).toBeVisible();
    await user.selectOptions(choice, 'Active Only');
    expect(inside.getByText('2 patients will be migrated.')).toBeVisible();
    await user.dblClick(inside.getByRole('button', { name: 'Migrate' }));
    await quiet();
    expect([onDone.mock.calls.length, onClose.mock.calls.length, sent]).toEqual([1, 0, ['ACTIVE']]);
  });

  test('are migrated without waiting for the server', async () => {
    const never = { ...migrates('ALL', []), delay: Number.POSITIVE_INFINITY };
    const { user, onDone } = await open([...patientsOf(true, 1), ...patientsOf(false, 0), never]);
    const inside = await dialog();
    await inside.findByRole('button', { name: 'Active patients: 1' });
    await user.dblClick(inside.getByRole('button', { name: 'Migrate' }));
    expect(onDone).toHaveBeenCalledTimes(1);
  });

  test('whose migration was not started because the connection was lost: a message says so', async () => {
    const lost = { ...migrates('ALL', []), error: new TypeError('Failed to fetch'), result: undefined };
    const { user } = await open([...patientsOf(true, 1), ...patientsOf(false, 0), lost]);
    const inside = await dialog();
    await inside.findByRole('button', { name: 'Active patients: 1' });
    await user.click(inside.getByRole('button', { name: 'Migrate' }));
    expect(await screen.findByText('The patients were not migrated')).toBeVisible();
    expect(
      screen.getByText(/^The location itself was migrated\. Start the migration of its patients again/),
    ).toBeVisible();
  });

  test.each([
    [3, 0, ['All'], true],
    [0, 3, ['Active Only', 'All'], true],
    [0, 0, ['All'], false],
  ])('%i active and %i inactive ones: the choices are %j, and a request is sent: %s', async (a, i, choices, asks) => {
    const sent: string[] = [];
    const { user, quiet, onDone } = await open([
      ...patientsOf(true, a),
      ...patientsOf(false, i),
      migrates('ALL', sent),
    ]);
    const inside = await dialog();
    await inside.findByRole('button', { name: `Active patients: ${a}` });
    await quiet();
    expect(inside.queryByRole('button', { name: /^Inactive/ }) !== null).toBe(i > 0);
    expect(scopes()).toEqual(choices);
    expect(inside.queryByText('This location has no patients.') !== null).toBe(!asks);
    await user.click(inside.getByRole('button', { name: 'Migrate' }));
    await quiet();
    expect([onDone.mock.calls.length, sent]).toEqual([1, asks ? ['ALL'] : []]);
  });

  test('that cannot be loaded are only logged; they may be migrated, and the button asks again', async () => {
    const logged = expectConsoleError(/patients of the legacy system could not be loaded/);
    const sent: string[] = [];
    const { user, onDone } = await open([fails(true), fails(false), ...patientsOf(true, 4), migrates('ALL', sent)]);
    const inside = await dialog();
    await waitFor(() => expect(logged()).toBe(2));
    expect(inside.queryByRole('alert')).toBeNull();
    await user.click(inside.getByRole('button', { name: 'Active patients: –' }));
    expect(await inside.findByRole('button', { name: 'Active patients: 4' })).toBeVisible();
    await user.click(inside.getByRole('button', { name: 'Migrate' }));
    expect(onDone).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(sent).toEqual(['ALL']));
  });

  test('whose migration is refused after the dialog has closed: a message says so', async () => {
    const refusal = {
      __typename: 'UserError',
      field: 'dmeId',
      code: 'x',
      message: 'The location is not migrated yet.',
    };
    const { user } = await open([...patientsOf(true, 1), ...patientsOf(false, 0), migrates('ALL', [], [refusal])]);
    const inside = await dialog();
    await inside.findByRole('button', { name: 'Active patients: 1' });
    await user.click(inside.getByRole('button', { name: 'Migrate' }));
    expect(await screen.findByText('The location is not migrated yet.')).toBeVisible();
  });

  test('are left in the legacy system with Cancel', async () => {
    const { user, onClose, onDone } = await open([...patientsOf(true, 1), ...patientsOf(false, 0)]);
    expect(await screen.findByText('1 patient will be migrated.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect([onClose.mock.calls.length, onDone.mock.calls.length]).toEqual([1, 0]);
  });

  test('in Spanish, and closed without a choice', async () => {
    const { user, onClose, onDone } = await open([...patientsOf(true, 1), ...patientsOf(false, 2)], 'es');
    await waitFor(() => expect(scopes()).toEqual(['Solo activos', 'Solo inactivos', 'Todos']));
    expect(screen.getByRole('button', { name: 'Pacientes inactivos: 2' })).toBeVisible();
    await user.keyboard('{Escape}');
    expect([onClose.mock.calls.length, onDone.mock.calls.length]).toEqual([1, 0]);
  });
});

import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { Language } from '../../lib/language.ts';
import { changing } from '../../testing/changing.tsx';
import { renderApp } from '../../testing/renderApp.tsx';
import { ActivateOrganizationDocument } from './gql/ActivateOrganization.ts';
import { OrganizationChoicesDocument } from './gql/AddOrganizationDialog.ts';
import { OrganizationEndsDocument, DeactivateOrganizationDocument } from './gql/DeactivateOrganization.ts';
import { CheckUpdateOrganizationDocument, UpdateOrganizationDocument } from './gql/EditOrganization.ts';
import { OrganizationActions } from './OrganizationActions.tsx';
// Loaded here, so that no test waits for what a user does not notice.
import './ActivateOrganization.tsx';
import './DeactivateOrganization.tsx';
import './EditOrganization.tsx';

const record = {
  __typename: 'OrganizationRecord' as const,
  active: true,
  draft: false,
  typeId: 1,
  clinicalTypeId: null,
  viewerCanUpdate: true,
};
const north = { __typename: 'Organization' as const, id: 'o7', version: 2, name: 'Northside', record };
const variables = { input: { organizationId: 'o7' } };
const check = {
  request: { query: OrganizationEndsDocument, variables },
  result: {
    data: {
      checkDeactivateOrganization: {
        __typename: 'DeactivateOrganizationCheck',
        ends: {
          __typename: 'OrganizationEnds',
          sessions: 2,
          tokens: 1,
          apiKeys: 0,
          invitations: 3,
          passwordLinks: 0,
          jobs: 0,
        },
        pendingSettings: 4,
        migrations: 1,
        userErrors: [],
      },
    },
  },
};
const deactivates = (userErrors: object[] = []) => ({
  request: { query: DeactivateOrganizationDocument, variables },
  result: {
    data: {
      deactivateOrganization: {
        __typename: 'DeactivateOrganizationPayload',
        organization: userErrors.length ? null : { ...north, record: { ...record, active: false } },
        userErrors,
      },
    },
  },
});
const activates = {
  request: { query: ActivateOrganizationDocument, variables },
  result: {
    data: {
      activateOrganization: { __typename: 'ActivateOrganizationPayload', organization: north, userErrors: [] },
    },
  },
};
type Facts = Partial<Record<keyof typeof record, unknown>>;
/** `change` draws it as when another user has changed it. */
async function open(mocks: object[] = [], more: Facts = {}, language: Language = 'en') {
  const { element, change } = changing(more, (facts) => (
    <OrganizationActions organization={{ ...north, record: { ...record, ...(facts as object) } }} />
  ));
  return { ...(await renderApp(element, { mocks: mocks as never, language })), change };
}

test('a viewer who may not change the organization sees no action', async () => {
  await open([], { viewerCanUpdate: false });
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test('a deactivation lists what ends and what goes on, and Cancel has the focus', async () => {
  const { user } = await open([check, deactivates()]);
  await user.click(screen.getByRole('button', { name: 'Deactivate' }));
  const dialog = await screen.findByRole('dialog', { name: 'Deactivate Northside?' });
  expect(await within(dialog).findByText('2 sessions of signed-in users')).toBeInTheDocument();
  expect(
    within(dialog)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    '2 sessions of signed-in users',
    '1 personal access token',
    '3 open invitations',
    'Devices report their nights, and the data of patients stays.',
    '4 settings changes that wait for their device are still delivered.',
    '1 migration of patients to it continues to its end.',
    'The accounts, roles and passwords of the users stay.',
  ]);
  await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Cancel' })).toHaveFocus());
  await user.click(within(dialog).getByRole('button', { name: 'Deactivate' }));
  expect(await screen.findByText('Northside is inactive')).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('a deactivation that ends nothing says so, and lists no zero', async () => {
  const nothing = { sessions: 0, tokens: 0, apiKeys: 0, invitations: 0, passwordLinks: 0, jobs: 0 };
  const { checkDeactivateOrganization: found } = check.result.data;
  const idle = { ...found, ends: { ...found.ends, ...nothing }, pendingSettings: 0, migrations: 0 };
  const { user } = await open([{ ...check, result: { data: { checkDeactivateOrganization: idle } } }]);
  await user.click(screen.getByRole('button', { name: 'Deactivate' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Deactivate Northside?' }));
  expect(await dialog.findByText('No user is signed in, and there is nothing else to end.')).toBeVisible();
  expect(dialog.queryByText('This ends:')).toBeNull();
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Devices report their nights, and the data of patients stays.',
    'The accounts, roles and passwords of the users stay.',
  ]);
});

test('a failed deactivation is said in the dialog, which stays open', async () => {
  const { user } = await open([
    check,
    {
      request: { query: DeactivateOrganizationDocument, variables },
      result: { errors: [{ message: 'Server Error' }] },
    },
  ]);
  await user.click(screen.getByRole('button', { name: 'Deactivate' }));
  const dialog = await screen.findByRole('dialog', { name: 'Deactivate Northside?' });
  await within(dialog).findByText('2 sessions of signed-in users');
  await user.click(within(dialog).getByRole('button', { name: 'Deactivate' }));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('An unexpected error occurred');
});

test('a refused deactivation says why', async () => {
  const refusal = { __typename: 'UserError', field: '', code: 'x', message: 'It was changed by another user.' };
  const { user } = await open([check, deactivates([refusal])]);
  await user.click(screen.getByRole('button', { name: 'Deactivate' }));
  const dialog = await screen.findByRole('dialog', { name: 'Deactivate Northside?' });
  await within(dialog).findByText('2 sessions of signed-in users');
  await user.click(within(dialog).getByRole('button', { name: 'Deactivate' }));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('It was changed by another user.');
  expect(screen.queryByText('Northside is inactive')).not.toBeInTheDocument();
});

test('nothing is confirmed before what ends is known', async () => {
  const { user } = await open([{ ...check, delay: Infinity }]);
  await user.click(screen.getByRole('button', { name: 'Deactivate' }));
  const dialog = await screen.findByRole('dialog', { name: 'Deactivate Northside?' });
  expect(within(dialog).getByRole('button', { name: 'Deactivate' })).toBeDisabled();
});

test('while a deactivation runs, the dialog stays: Cancel is disabled and Escape does nothing', async () => {
  const { user } = await open([check, { ...deactivates(), delay: Infinity }]);
  await user.click(screen.getByRole('button', { name: 'Deactivate' }));
  const dialog = await screen.findByRole('dialog', { name: 'Deactivate Northside?' });
  await within(dialog).findByText('2 sessions of signed-in users');
  await user.click(within(dialog).getByRole('button', { name: 'Deactivate' }));
  await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Cancel' })).toBeDisabled());
  await user.keyboard('{Escape}');
  expect(screen.getByRole('dialog', { name: 'Deactivate Northside?' })).toBeInTheDocument();
});

describe('an organization is edited', () => {
  const type = (databaseId: number, name: string) => ({
    __typename: 'OrganizationType',
    databaseId,
    type: name,
    isClinical: databaseId === 2,
  });
  const choices = {
    request: { query: OrganizationChoicesDocument },
    result: {
      data: {
        organizationTypes: [type(1, 'Equipment Provider'), type(2, 'Clinical')],
        clinicalTypes: [{ __typename: 'ClinicalType', databaseId: 3, type: 'Physician practice' }],
      },
    },
  };
  const checks = {
    request: { query: CheckUpdateOrganizationDocument, variables: () => true },
    maxUsageCount: Number.POSITIVE_INFINITY,
    result: { data: { checkUpdateOrganization: { __typename: 'UpdateOrganizationCheck', userErrors: [] } } },
  };
  const updates = (input: object, userErrors: object[] = [], conflict: object | null = null) => ({
    request: {
      query: UpdateOrganizationDocument,
      variables: { input: { organizationId: 'o7', version: 2, ...input } },
    },
    result: {
      data: {
        updateOrganization: {
          __typename: 'UpdateOrganizationPayload',
          organization:
            userErrors.length > 0
              ? null
              : {
                  ...north,
                  name: 'North & Co',
                  type: 'Clinical',
                  record: { ...record, clinicalType: 'Physician practice' },
                },
          conflict,
          userErrors,
        },
      },
    },
  });
  const edit = async (mocks: object | object[], more: Facts = {}) => {
    const { user, change } = await open([choices, checks, ...[mocks].flat()], more);
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    const name = await screen.findByRole('textbox', { name: /^Organization name/ });
    await user.clear(name);
    await user.type(name, 'North & Co');
    return { save: () => user.click(screen.getByRole('button', { name: 'Save' })), user, change };
  };

  test('by sending only what was changed, and the type of one that is no draft is fixed', async () => {
    const { save, change } = await edit(updates({ name: 'North & Co' }), {
      typeId: 2,
      clinicalTypeId: 3,
    });
    change({ typeId: 2, clinicalTypeId: 4 });
    expect(screen.getByRole('combobox', { name: /^Organization type/ })).toBeDisabled();
    expect(screen.getByRole('combobox', { name: /^Clinical type/ })).toHaveDisplayValue('Physician practice');
    await save();
    expect(await screen.findByText(/^North & Co/)).toBeInTheDocument();
  });

  test('to another type while it is a draft', async () => {
    const { save, user } = await edit(
      updates({
        ...{ name: 'North & Co', typeId: 2, clinicalTypeId: 3 },
      }),
      { draft: true },
    );
    await user.selectOptions(screen.getByRole('combobox', { name: /^Organization type/ }), 'Clinical');
    await user.selectOptions(screen.getByRole('combobox', { name: /^Clinical type/ }), 'Physician practice');
    await save();
    expect(await screen.findByText(/^North & Co/)).toBeInTheDocument();
  });

  test('and what another user changed too is shown next to the own change, which stays', async () => {
    const conflict = { ...north, version: 3, name: 'Northwest', record: { ...record, typeId: 2, clinicalTypeId: 3 } };
    const refusal = { __typename: 'UserError', field: '', code: 'conflict', message: 'Changed.' };
    const { save, user } = await edit([
      updates({ name: 'North & Co' }, [refusal], conflict),
      updates({ version: 3, name: 'North & Co' }),
    ]);
    await save();
    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent('Organization name: “Northside” became “Northwest”. You entered “North & Co”.');
    expect(notice).toHaveTextContent('Organization type: “Equipment Provider” became “Clinical”.');
    expect(notice).toHaveTextContent('Clinical type: “nothing” became “Physician practice”.');
    await user.click(within(notice).getByRole('button', { name: 'Keep my changes' }));
    expect(screen.getByRole('textbox', { name: /^Organization name/ })).toHaveValue('North & Co');
    expect(screen.getByRole('combobox', { name: /^Clinical type/ })).toHaveDisplayValue('Physician practice');
    await save();
    expect(await screen.findByText(/^North & Co/)).toBeInTheDocument();
  });

  test('and a refusal is at its field', async () => {
    const message = 'This name is not possible.';
    const { save } = await edit(
      updates({ name: 'North & Co' }, [{ __typename: 'UserError', field: 'name', code: 'x', message }]),
    );
    await save();
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(screen.getByRole('dialog')).toBeInTheDocument();
  });
});

test('a draft is activated after a question', async () => {
  const { user } = await open([activates], { active: false, draft: true });
  await user.click(screen.getByRole('button', { name: 'Activate' }));
  const dialog = await screen.findByRole('dialog', { name: 'Activate Northside?' });
  expect(dialog).toHaveTextContent('Northside is a draft. After its activation its users can sign in.');
  await user.click(within(dialog).getByRole('button', { name: 'Activate' }));
  expect(await screen.findByText('Northside is active')).toBeInTheDocument();
});

test('in Spanish too', async () => {
  const { user } = await open([check], {}, 'es');
  await user.click(screen.getByRole('button', { name: 'Desactivar' }));
  expect(await screen.findByText('2 sesiones de usuarios conectados')).toBeInTheDocument();
});

import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { Language } from '../../lib/language.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { CreateServiceAccountDocument, ServiceAccountScopesDocument } from './gql/CreateServiceAccountDialog.ts';
import { RotateServiceAccountKeyDocument } from './gql/RotateKeyDialog.ts';
import { ServiceAccountsDocument, ServiceAccountsSettingDocument } from './gql/ServiceAccountsPanel.ts';
import { DeleteServiceAccountDocument, SetServiceAccountActiveDocument } from './gql/useAccountActs.ts';
import { ServiceAccountsPanel } from './ServiceAccountsPanel.tsx';

const SECRET = 'rtp_sk_0123456789abcdefghijABCDEFGHIJ012345';
const CLIENT = '2f1c0000-0000-4000-8000-000000000001';
const account = (change: object = {}) => ({
  __typename: 'ServiceAccount',
  id: '12',
  name: 'Nightly sync',
  description: 'Reads patients at night',
  scopes: ['view.patient'],
  isActive: true,
  createdBy: 'Dana Reyes',
  createdAt: '2026-01-01T18:00:00Z',
  key: {
    __typename: 'ApiKey',
    clientId: CLIENT,
    lastFour: 'k3Yz',
    expiresAt: '2126-05-01T18:00:00Z',
    lastUsedAt: '2026-04-30T16:00:00Z',
    previousUntil: null,
  },
  usedOperations: [
    {
      __typename: 'UsedOperation',
      operation: 'Query.patients',
      calls: 1240,
      days: [
        { __typename: 'UsedDay', day: '2026-04-30', calls: 40 },
        { __typename: 'UsedDay', day: '2026-04-29', calls: 1200 },
      ],
    },
  ],
  ...change,
});
const setting = (allowApiKeyManagement: boolean) => ({
  request: { query: ServiceAccountsSettingDocument, variables: { id: '7' } },
  result: {
    data: {
      organization: {
        __typename: 'Organization',
        id: 'o7',
        settings: { __typename: 'OrganizationSettings', allowApiKeyManagement },
      },
    },
  },
});
const listed = (accounts: object[]) => ({
  request: { query: ServiceAccountsDocument },
  result: { data: { serviceAccounts: accounts } },
});
const scopes = {
  request: { query: ServiceAccountScopesDocument },
  result: {
    data: { serviceAccountScopes: [{ __typename: 'TokenScope', id: 'view.patient', description: 'Read patients' }] },
  },
};
const created = (answer: object) => ({
  request: {
    query: CreateServiceAccountDocument,
    variables: { input: { name: 'Nightly sync', description: '', scopes: ['view.patient'] } },
  },
  result: {
    data: {
      createServiceAccount: {
        __typename: 'ServiceAccountSecretPayload',
        clientId: CLIENT,
        clientSecret: null,
        userErrors: [],
        ...answer,
      },
    },
  },
});
const rotated = (overlapHours: number) => ({
  request: { query: RotateServiceAccountKeyDocument, variables: { input: { serviceAccountId: '12', overlapHours } } },
  result: {
    data: {
      rotateServiceAccountKey: {
        __typename: 'ServiceAccountSecretPayload',
        clientId: CLIENT,
        clientSecret: SECRET,
        userErrors: [],
      },
    },
  },
});
const acted = (query: unknown, name: string, input: object, userErrors: object[] = []) => ({
  request: { query, variables: { input } },
  result: { data: { [name]: { __typename: 'ServiceAccountPayload', userErrors } } },
});
const open = (mocks: object[], language: Language = 'en') =>
  renderApp(<ServiceAccountsPanel organization={{ id: 'o7', databaseId: 7, name: 'Northside' } as never} />, {
    mocks: mocks as never,
    language,
  });

describe('the list', () => {
  test('has the name, the purpose, the key, the times, the scopes and the creator of each account', async () => {
    await open([setting(true), listed([account()])]);
    const row = (await screen.findByText('Nightly sync')).closest('li')!;
    expect(row).toHaveTextContent('••••k3Yz');
    expect(row).toHaveTextContent('Reads patients at night');
    expect(row).toHaveTextContent('Created by Dana Reyes 01/01/2026 13:00:00 · Last used 04/30/2026 12:00:00');
    expect(row).toHaveTextContent(CLIENT);
    const names = within(within(row).getByRole('list', { name: 'Scopes' })).getAllByRole('listitem');
    expect(names.map(({ textContent }) => textContent)).toEqual(['view.patient']);
  });

  test('marks an account that is disabled, and one whose key has ended', async () => {
    await open([setting(true), listed([account({ isActive: false, key: null })])]);
    const row = (await screen.findByText('Nightly sync')).closest('li')!;
    expect(within(row).getByText('Disabled')).toBeInTheDocument();
    expect(within(row).getByText('No key')).toBeInTheDocument();
    expect(within(row).getByRole('button', { name: 'New key: Nightly sync' })).toBeInTheDocument();
    expect(within(row).getByRole('button', { name: 'Enable: Nightly sync' })).toBeInTheDocument();
  });

  test.each([
    ['en', 'The organization has no service accounts.'],
    ['es', 'La organización no tiene cuentas de servicio.'],
  ] as const)('without an account says so in %s', async (language, text) => {
    await open([setting(true), listed([])], language);
    expect(await screen.findByText(text)).toBeInTheDocument();
  });

  test('says what to do where the organization allows no API keys, and asks for no account', async () => {
    await open([setting(false)]);
    expect(await screen.findByText(/Allow API keys in its settings\./)).toBeInTheDocument();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });
});

describe('a new account', () => {
  /** The button is disabled until the list is there. */
  const begin = async ({ click }: { click: (element: Element) => Promise<void> }) => {
    await screen.findByText('The organization has no service accounts.');
    await click(screen.getByRole('button', { name: 'Create service account' }));
  };
  const fill = async (mocks: object[]) => {
    const view = await open([setting(true), listed([]), scopes, ...mocks]);
    await begin(view.user);
    const form = await screen.findByRole('dialog', { name: 'Create service account' });
    await view.user.type(within(form).getByRole('textbox', { name: /^Name/ }), 'Nightly sync');
    await view.user.click(await within(form).findByRole('checkbox', { name: /^Read patients/ }));
    await view.user.click(within(form).getByRole('button', { name: 'Create' }));
    return view;
  };

  test('shows its secret once, with the line that exchanges it; the list follows', async () => {
    const { user, client } = await fill([created({ clientSecret: SECRET }), listed([account()])]);
    const shown = await screen.findByRole('dialog', { name: 'Secret of Nightly sync' });
    expect(
      within(shown).getByText(
        `curl --user "${CLIENT}:${SECRET}" --data grant_type=client_credentials http://localhost/oauth/token`,
      ),
    ).toBeInTheDocument();
    await user.keyboard('{Escape}');
    const question = await screen.findByRole('alertdialog');
    expect(question).toHaveTextContent('The secret is not shown again once this is closed.');
    await user.click(within(question).getByRole('button', { name: 'Cancel' }));
    await user.click(within(shown).getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByText(SECRET)).not.toBeInTheDocument());
    expect(await screen.findByText('Nightly sync')).toBeInTheDocument();
    expect(JSON.stringify(client.cache.extract())).not.toContain(SECRET);
  });

  test('whose secret was lost on its way says what to do', async () => {
    await fill([created({}), listed([account()])]);
    expect(await screen.findByRole('dialog', { name: 'Secret of Nightly sync' })).toHaveTextContent(
      'Rotate the key to create another one.',
    );
  });

  test('that the server refuses shows the reason at the name', async () => {
    const userErrors = [{ __typename: 'UserError', field: 'name', code: 'x', message: 'The name is taken.' }];
    await fill([created({ clientId: null, userErrors })]);
    expect(await screen.findByText('The name is taken.')).toBeInTheDocument();
  });

  test('needs a name and a scope before it is sent', async () => {
    const { user } = await open([setting(true), listed([]), scopes]);
    await begin(user);
    await screen.findByRole('checkbox', { name: /^Read patients/ });
    await user.click(screen.getByRole('button', { name: 'Create' }));
    expect(await screen.findByText('Choose at least one scope.')).toBeInTheDocument();
    expect(screen.getByText('This field is required.')).toBeInTheDocument();
  });
});

describe('an account', () => {
  test('shows its use by operation: calls of 30 days and the last day', async () => {
    const { user } = await open([setting(true), listed([account()])]);
    await user.click(await screen.findByRole('button', { name: 'Use: Nightly sync' }));
    const dialog = await screen.findByRole('dialog', { name: 'Use of Nightly sync' });
    const cells = within(within(dialog).getAllByRole('row')[1]!).getAllByRole('cell');
    expect(within(dialog).getByText('Query.patients')).toBeInTheDocument();
    expect(cells.map(({ textContent }) => textContent).join(' ')).toMatch(/1,?240 .*04\/30\/2026/);
  });

  test('without use says so', async () => {
    const { user } = await open([setting(true), listed([account({ usedOperations: [] })])]);
    await user.click(await screen.findByRole('button', { name: 'Use: Nightly sync' }));
    expect(await screen.findByText('No program has used this account in the last 30 days.')).toBeInTheDocument();
  });

  test('gets another secret after the chosen overlap', async () => {
    const { user } = await open([setting(true), listed([account()]), rotated(24), listed([account()])]);
    await user.click(await screen.findByRole('button', { name: 'Rotate key: Nightly sync' }));
    const dialog = await screen.findByRole('dialog', { name: 'Rotate the key of Nightly sync' });
    await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Old secret' }), 'works for 24 hours');
    await user.click(within(dialog).getByRole('button', { name: 'Rotate key' }));
    expect(await screen.findByText(SECRET)).toBeInTheDocument();
  });

  test('is disabled and deleted after a question, and enabled without one', async () => {
    const off = account({ isActive: false });
    const set = (active: boolean) =>
      acted(SetServiceAccountActiveDocument, 'setServiceAccountActive', { serviceAccountId: '12', active });
    const { user } = await open([
      setting(true),
      listed([account()]),
      set(false),
      listed([off]),
      set(true),
      listed([account()]),
      acted(DeleteServiceAccountDocument, 'deleteServiceAccount', { serviceAccountId: '12' }),
      listed([]),
    ]);
    await user.click(await screen.findByRole('button', { name: 'Disable: Nightly sync' }));
    const question = await screen.findByRole('alertdialog');
    expect(question).toHaveTextContent('will be refused until it is enabled again');
    await user.click(within(question).getByRole('button', { name: 'Disable' }));
    await user.click(await screen.findByRole('button', { name: 'Enable: Nightly sync' }));
    await user.click(
      await screen
        .findByRole('button', { name: 'Disable: Nightly sync' })
        .then(() => screen.getByRole('button', { name: 'Delete: Nightly sync' })),
    );
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('The organization has no service accounts.')).toBeInTheDocument();
  });
});

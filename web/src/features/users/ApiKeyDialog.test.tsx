import { describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { Language } from '../../lib/language.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { ApiKeyDialog } from './ApiKeyDialog.tsx';
import { UserApiKeyDocument } from './gql/ApiKeyPanel.ts';
import { GenerateApiKeyDocument, RegenerateApiKeyDocument, RevokeApiKeyDocument } from './gql/useApiKey.ts';
import { menuUser } from './userFixtures.ts';

const one = menuUser({ viewerCanManageApiKeys: true });
const CLIENT = '5d0f3a52-7c1e-4b6a-9f0d-2a8c41b7e963';
const SECRET = 'rtp_sk_0123456789abcdefghijABCDEFGHIJ012345';
const key = {
  __typename: 'ApiKey',
  clientId: CLIENT,
  lastFour: '2345',
  scopes: ['update.device', 'view.patient'],
  renewedAt: '2026-01-01T18:00:00Z',
  expiresAt: '2126-01-01T18:00:00Z',
  lastUsedAt: null,
  previousUntil: null,
};

const SCOPES = [
  { __typename: 'TokenScope', id: 'update.device', description: 'Change assignments of devices' },
  { __typename: 'TokenScope', id: 'view.patient', description: 'Read patients' },
];

const found = (apiKey: object | null, mayHaveApiKey = true) => ({
  request: { query: UserApiKeyDocument, variables: { id: one.id } },
  result: {
    data: {
      user: { __typename: 'User', id: one.id, hasApi: apiKey !== null, mayHaveApiKey, apiKeyScopes: SCOPES, apiKey },
    },
  },
});
const input = { userId: one.id };
const answer = (query: object, field: string, variables: object, payload: object | null) => ({
  request: { query, variables: { input: variables } },
  ...(payload
    ? { result: { data: { [field]: { __typename: 'Payload', userErrors: [], ...payload } } } }
    : { error: new Error('down') }),
});
const credentials = { clientId: CLIENT, clientSecret: SECRET };
const refusal = (message: string) => ({
  clientId: null,
  clientSecret: null,
  userErrors: [{ __typename: 'UserError', field: '', code: 'x', message }],
});
const generated = (payload: object | null = credentials, scopes = ['view.patient']) =>
  answer(GenerateApiKeyDocument, 'generateApiKey', { ...input, scopes }, payload);
const regenerated = (overlapHours: number, payload: object | null = credentials) =>
  answer(RegenerateApiKeyDocument, 'regenerateApiKey', { ...input, overlapHours }, payload);
const revoked = (payload: object | null = {}) => answer(RevokeApiKeyDocument, 'revokeApiKey', input, payload);

const open = async (mocks: object[], language: Language = 'en') => {
  const onClose = jest.fn();
  const view = await renderApp(<ApiKeyDialog user={one} onClose={onClose} />, { mocks: mocks as never, language });
  const dialog = await screen.findByRole('dialog');
  const choose = async (name: RegExp) => view.user.click(await within(dialog).findByRole('checkbox', { name }));
  /** Presses a button, of a new key after a choice, and confirms the question. */
  const press = async (name: string) => {
    const button = await within(dialog).findByRole('button', { name });
    const patients = within(dialog).queryByRole('checkbox', { name: /view\.patient/ }) as HTMLInputElement | null;
    if (patients && !patients.checked) await view.user.click(patients);
    await view.user.click(button);
    const question = await screen.findByRole('alertdialog', { name: 'Warning!' });
    await view.user.click(within(question).getByRole('button', { name }));
  };
  return { ...view, dialog, choose, press, onClose };
};

test('a user without a key gets one after a question; both credentials are shown, and the secret is in no cache', async () => {
  const { dialog, press, client } = await open([found(null), generated(), found(key)]);
  expect(dialog).toHaveAccessibleName(`API key of ${one.email}`);
  expect(await screen.findByText('This user has no API key.')).toBeInTheDocument();
  await press('Generate');
  expect(await screen.findByText(SECRET)).toBeInTheDocument();
  expect(within(dialog).getByText(CLIENT)).toBeInTheDocument();
  expect(await within(dialog).findByRole('button', { name: 'Revoke' })).toBeInTheDocument();
  expect(JSON.stringify(client.cache.extract())).not.toContain(SECRET);
});

describe('how a program uses the key', () => {
  const ADDRESS = 'http://localhost/oauth/token';

  test('is a line to copy with the credentials that are shown once, and the address of the documentation', async () => {
    const { dialog, press, client } = await open([found(null), generated(), found(key)]);
    await press('Generate');
    const line = `curl --user "${CLIENT}:${SECRET}" --data grant_type=client_credentials ${ADDRESS}`;
    expect(await within(dialog).findByText(line)).toBeInTheDocument();
    expect(within(dialog).getByRole('button', { name: 'Copy the command' })).toBeInTheDocument();
    const link = within(dialog).getByRole('link', { name: 'http://localhost/developers' });
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/developers', '_blank']);
    expect(JSON.stringify([client.cache.extract(), { ...localStorage }, { ...sessionStorage }])).not.toContain(SECRET);
  });

  test.each([
    ['en', 'Documentation for programmers:'],
    ['es', 'Documentación para programadores:'],
  ] as const)('of before takes the secret from the environment, in %s', async (language, text) => {
    const { dialog } = await open([found(key)], language);
    const line = `curl --user "${CLIENT}:$CLIENT_SECRET" --data grant_type=client_credentials ${ADDRESS}`;
    expect(await within(dialog).findByText(line)).toBeInTheDocument();
    expect(within(dialog).getByText(text)).toBeInTheDocument();
  });

  test('is not shown without a key', async () => {
    const { dialog } = await open([found(null)]);
    await within(dialog).findByText('This user has no API key.');
    expect(within(dialog).queryByRole('link')).not.toBeInTheDocument();
  });
});

test('a key that exists is masked but for its last four characters', async () => {
  const { dialog } = await open([found({ ...key, previousUntil: '2026-05-01T18:00:00Z' })]);
  await within(dialog).findByText(CLIENT);
  const facts = within(dialog)
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextElementSibling?.textContent]);
  expect(facts).toEqual([
    ['Client ID', CLIENT],
    ['Client secret', '••••2345'],
    ['Scopes', 'update.device, view.patient'],
    ['Secret created', '01/01/2026 13:00:00'],
    ['Expires', '01/01/2126 13:00:00'],
    ['Last used', 'Never'],
    ['Old secret ends', '05/01/2026 14:00:00'],
  ]);
});

test.each([
  ['en', 'API keys are only available for Org-level users'],
  ['es', 'Las claves de API solo están disponibles para usuarios a nivel de organización'],
] as const)('a user of another level can have none, in %s', async (language, text) => {
  const { dialog } = await open([found(null, false)], language);
  expect(await within(dialog).findByText(text)).toBeInTheDocument();
  expect(within(dialog).queryByRole('button', { name: /Generate|Generar/ })).not.toBeInTheDocument();
});

test.each([
  ['ends at once', 0, 'The old secret ends at once'],
  ['works for 24 hours', 24, 'Programs need the new secret before the old one ends.'],
])('after a regeneration the old secret %s when that is chosen', async (choice, hours, text) => {
  const { user, dialog } = await open([found(key), regenerated(hours), found(key)]);
  const overlap = await within(dialog).findByRole('combobox', { name: 'Old secret' });
  expect(overlap).toHaveValue('0');
  await user.selectOptions(overlap, choice);
  await user.click(within(dialog).getByRole('button', { name: 'Regenerate' }));
  const question = await screen.findByRole('alertdialog', { name: 'Warning!' });
  expect(question).toHaveTextContent(text);
  await user.click(within(question).getByRole('button', { name: 'Regenerate' }));
  expect(await screen.findByText(SECRET)).toBeInTheDocument();
});

test('a revoked key is gone, with the secret that was shown', async () => {
  const { press } = await open([found(null), generated(), found(key), revoked(), found(null)]);
  await press('Generate');
  await screen.findByText(SECRET);
  await press('Revoke');
  expect(await screen.findByText('This user has no API key.')).toBeInTheDocument();
  expect(screen.queryByText(SECRET)).not.toBeInTheDocument();
});

test.each([
  ['en', 'Generate', 'Choose at least one scope.', 'Scopes'],
  ['es', 'Generar', 'Elija al menos un permiso.', 'Permisos'],
] as const)(
  'no scope is chosen at the beginning, and without one no key is made, in %s',
  async (language, act, text, legend) => {
    const { user, dialog, choose, quiet } = await open([found(null)], language);
    const boxes = await within(await within(dialog).findByRole('group', { name: legend })).findAllByRole('checkbox');
    expect(boxes.map((box) => (box as HTMLInputElement).checked)).toEqual([false, false]);
    expect(within(dialog).queryByText(text)).not.toBeInTheDocument();
    await user.click(within(dialog).getByRole('button', { name: act }));
    expect(await within(dialog).findByText(text)).toBeInTheDocument();
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    await choose(/update\.device/);
    expect(within(dialog).queryByText(text)).not.toBeInTheDocument();
    await choose(/update\.device/);
    expect(within(dialog).getByText(text)).toBeInTheDocument();
    await quiet();
  },
);

test('a key is made with the scopes that are chosen', async () => {
  const { user, dialog, choose } = await open([
    found(null),
    generated(credentials, ['view.patient', 'update.device']),
    found(key),
  ]);
  await choose(/Read patients/);
  await choose(/Change assignments of devices/);
  await user.click(within(dialog).getByRole('button', { name: 'Generate' }));
  const question = await screen.findByRole('alertdialog', { name: 'Warning!' });
  await user.click(within(question).getByRole('button', { name: 'Generate' }));
  expect(await screen.findByText(SECRET)).toBeInTheDocument();
  expect(await within(dialog).findByText('update.device, view.patient')).toBeInTheDocument();
});

test('nothing happens when the question is declined', async () => {
  const { user, dialog, choose, quiet } = await open([found(null)]);
  await choose(/view\.patient/);
  await user.click(await within(dialog).findByRole('button', { name: 'Generate' }));
  const question = await screen.findByRole('alertdialog', { name: 'Warning!' });
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
  await quiet();
  expect(screen.getByText('This user has no API key.')).toBeInTheDocument();
});

describe('a failure', () => {
  test.each([
    ['Generate', null, generated, 'API Key generation failed. Try again later'],
    [
      'Regenerate',
      key,
      (payload: object | null) => regenerated(0, payload),
      'API Key regeneration failed. Try again later',
    ],
    ['Revoke', key, revoked, 'API Key revocation failed. Try again later'],
  ] as const)('of %s shows the server’s message, else its own', async (name, present, step, text) => {
    const { press } = await open([
      found(present),
      step(refusal('Not now.')),
      found(present),
      step(null),
      found(present),
    ]);
    await press(name);
    expect(await screen.findByText('Not now.')).toBeInTheDocument();
    await press(name);
    expect(await screen.findByText(text)).toBeInTheDocument();
  });

  test('that lost the secret on its way says what to do', async () => {
    const { press } = await open([found(null), generated({ clientId: CLIENT, clientSecret: null }), found(key)]);
    await press('Generate');
    await waitFor(() => expect(screen.getByText(/Regenerate the key to create another one/)).toBeInTheDocument());
  });
});

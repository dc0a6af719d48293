import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { Language } from '../../lib/language.ts';
import { fakeServer, json } from '../../testing/fakeServer.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { CreatePersonalAccessTokenDocument } from './gql/CreateTokenDialog.ts';
import { UserTokensDocument } from './gql/PersonalAccessTokens.ts';
import { TokenScopesDocument } from './gql/ScopesField.ts';
import { DeletePersonalAccessTokenDocument } from './gql/TokenRow.ts';
import { PersonalAccessTokens } from './PersonalAccessTokens.tsx';

const SECRET = 'rtp_pat_0123456789abcdefghijABCDEFGHIJ012345';
const USER = { id: 'u4', databaseId: 4 };
const PATH = '/api/users/4/personal-access-tokens';
const DAY = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString();

// The name is checked while it is typed.
const server = fakeServer();
const token = (change: object = {}) => ({
  __typename: 'PersonalAccessToken',
  id: '7',
  name: 'Monthly report',
  lastFour: 'k3Yz',
  scopes: ['view.patient', 'export.patient'],
  createdAt: '2026-01-01T18:00:00Z',
  expiresAt: inDays(60),
  lastUsedAt: null,
  ...change,
});
const listed = (tokens: object[], rights: object = {}) => ({
  request: { query: UserTokensDocument, variables: { id: 'u4' } },
  result: {
    data: {
      user: {
        __typename: 'User',
        id: 'u4',
        viewerCanCreateToken: true,
        viewerCanDeleteToken: true,
        personalAccessTokens: tokens,
        ...rights,
      },
    },
  },
});
const scopes = {
  request: { query: TokenScopesDocument, variables: { userId: 'u4' } },
  result: {
    data: {
      user: {
        __typename: 'User',
        id: 'u4',
        tokenScopes: [
          { __typename: 'TokenScope', id: 'update.device', description: 'Change assignments of devices' },
          { __typename: 'TokenScope', id: 'view.patient', description: 'Read patients' },
        ],
      },
    },
  },
};
const noScopes = { request: scopes.request, error: new Error('down') };
const errors = (field: string, message: string) => [{ __typename: 'UserError', field, code: 'x', message }];
const input = { userId: 'u4', name: 'Monthly report', scopes: ['view.patient'], expiresInDays: 90 };
const created = (answer: object, change: object = {}) => ({
  request: { query: CreatePersonalAccessTokenDocument, variables: { input: { ...input, ...change } } },
  result: {
    data: {
      createPersonalAccessToken: {
        __typename: 'CreatePersonalAccessTokenPayload',
        accessToken: null,
        userErrors: [],
        ...answer,
      },
    },
  },
});
const deleted = (userErrors: object[] = []) => ({
  request: { query: DeletePersonalAccessTokenDocument, variables: { input: { userId: 'u4', tokenId: '7' } } },
  result: {
    data: {
      deletePersonalAccessToken: {
        __typename: 'DeletePersonalAccessTokenPayload',
        user: { __typename: 'User', id: 'u4' },
        userErrors,
      },
    },
  },
});

const open = (mocks: object[], language: Language = 'en') =>
  renderApp(<PersonalAccessTokens user={USER} />, { mocks: mocks as never, language });

describe('the list', () => {
  test('has the name, the end of the secret, the times and the scopes of each token', async () => {
    await open([listed([token({ expiresAt: '2126-05-01T18:00:00Z', lastUsedAt: '2026-04-30T16:00:00Z' })])]);
    const row = (await screen.findByText('Monthly report')).closest('li')!;
    expect(row).toHaveTextContent('••••k3Yz');
    expect(row).toHaveTextContent('Expires 05/01/2126 14:00:00 · Last used 04/30/2026 12:00:00');
    const names = within(within(row).getByRole('list', { name: 'Scopes' })).getAllByRole('listitem');
    expect(names.map(({ textContent }) => textContent)).toEqual(['view.patient', 'export.patient']);
  });

  test.each([
    ['Expired', -1],
    ['Expires soon', 5],
    [null, 8],
  ])('marks a token as %j that ends in %d days', async (mark, days) => {
    await open([listed([token({ expiresAt: inDays(days) })])]);
    const row = (await screen.findByText('Monthly report')).closest('li')!;
    expect(row).toHaveTextContent('Never used');
    for (const name of ['Expired', 'Expires soon'])
      expect([name, within(row).queryByText(name) !== null]).toEqual([name, name === mark]);
  });

  test.each([
    ['en', 'This user has not created any personal access tokens.'],
    ['es', 'Este usuario no ha creado ningún token de acceso personal.'],
  ] as const)('without a token says so in %s', async (language, text) => {
    await open([listed([])], language);
    expect(await screen.findByText(text)).toBeInTheDocument();
  });

  test('that could not be loaded is silent, and does not claim that there is no token', async () => {
    const { quiet } = await open([{ request: listed([]).request, error: new Error('down') }]);
    await quiet();
    expect(screen.getByText('–')).toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(screen.queryByText(/has not created/)).not.toBeInTheDocument();
  });

  test.each([
    [true, false],
    [false, true],
  ])('offers Create Token (%s) and Delete (%s) to who may', async (viewerCanCreateToken, viewerCanDeleteToken) => {
    await open([listed([token()], { viewerCanCreateToken, viewerCanDeleteToken })]);
    await screen.findByText('Monthly report');
    expect(screen.queryByRole('button', { name: 'Create Token' }) !== null).toBe(viewerCanCreateToken);
    expect(screen.queryByRole('button', { name: /^Delete/ }) !== null).toBe(viewerCanDeleteToken);
  });
});

describe('a new token', () => {
  const openForm = async (mocks: object[]) => {
    const view = await open([listed([]), ...mocks]);
    await view.user.click(await screen.findByRole('button', { name: 'Create Token' }));
    const form = await screen.findByRole('dialog', { name: 'Create Token' });
    return { ...view, form, name: within(form).getByRole('textbox', { name: /^Name/ }) };
  };
  const fill = async (mocks: object[]) => {
    const view = await openForm([scopes, ...mocks]);
    await view.user.type(view.name, 'Monthly report');
    await view.user.click(await screen.findByRole('checkbox', { name: /^Read patients/ }));
    await view.user.click(screen.getByRole('button', { name: 'Create' }));
    return view;
  };

  test('closes the form and opens a dialog with the secret; the list follows', async () => {
    const { user, client } = await fill([created({ accessToken: SECRET }), listed([token()])]);
    const shown = await screen.findByRole('dialog', { name: 'Token Monthly report was created' });
    expect(shown).toHaveTextContent(SECRET);
    expect(screen.queryByRole('dialog', { name: 'Create Token' })).not.toBeInTheDocument();
    expect(await screen.findByRole('list', { name: 'Scopes', hidden: true })).toBeInTheDocument();
    await user.click(within(shown).getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByText(SECRET)).not.toBeInTheDocument());
    expect(JSON.stringify(client.cache.extract())).not.toContain(SECRET);
  });

  test('comes with a line that asks the API a first question, and the address of the documentation', async () => {
    await fill([created({ accessToken: SECRET }), listed([token()])]);
    const shown = await screen.findByRole('dialog', { name: 'Token Monthly report was created' });
    expect(
      within(shown).getByText(
        `curl --header "Authorization: Bearer ${SECRET}" --header "Content-Type: application/json" --data '{"query":"{ rateLimit { remaining } }"}' http://localhost/graphql`,
      ),
    ).toBeInTheDocument();
    expect(within(shown).getByRole('button', { name: 'Copy the command' })).toBeInTheDocument();
    const link = within(shown).getByRole('link', { name: 'http://localhost/developers' });
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/developers', '_blank']);
  });

  test('asks before its dialog closes in another way than by its button', async () => {
    const { user } = await fill([created({ accessToken: SECRET }), listed([token()])]);
    await screen.findByText(SECRET);
    await user.keyboard('{Escape}');
    const question = await screen.findByRole('alertdialog', { name: 'Are you sure?' });
    expect(question).toHaveTextContent('The token is not shown again once this is closed.');
    expect(within(question).getByRole('button', { name: 'Close' })).toBeInTheDocument();
    expect(within(question).queryByRole('button', { name: 'Discard' })).not.toBeInTheDocument();
    await user.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(screen.getByText(SECRET)).toBeInTheDocument();
  });

  test('whose secret was lost on its way says what to do', async () => {
    await fill([created({}), listed([token()])]);
    const shown = await screen.findByRole('dialog', { name: 'Token Monthly report was created' });
    expect(shown).toHaveTextContent('Delete the token and create another one.');
  });

  test('ends after the chosen number of days, 90 without a choice', async () => {
    const { user, name } = await openForm([
      scopes,
      created({ accessToken: SECRET }, { expiresInDays: 365 }),
      listed([]),
    ]);
    const life = screen.getByRole('combobox', { name: 'Expires after' });
    expect(life).toHaveValue('90');
    await user.selectOptions(life, '365 days');
    await user.type(name, 'Monthly report');
    await user.click(await screen.findByRole('checkbox', { name: /^Read patients/ }));
    await user.click(screen.getByRole('button', { name: 'Create' }));
    expect(await screen.findByText(SECRET)).toBeInTheDocument();
  });

  test('has its name checked by the server on change, and only its name', async () => {
    const message = 'The name field must be at least 3 characters.';
    server.answer = () => json(422, { message, errors: { name: [message] } }, { Precognition: 'true' });
    const { user, name } = await openForm([scopes]);
    await user.click(name);
    await user.paste('ab');
    expect(await screen.findByText(message)).toBeInTheDocument();
    await user.click(await screen.findByRole('checkbox', { name: /^Read patients/ }));
    expect(server.calls.filter(({ headers }) => headers.precognition)).toMatchObject([
      {
        method: 'POST',
        url: PATH,
        body: '{"name":"ab"}',
        headers: { precognition: 'true', 'precognition-validate-only': 'name' },
      },
    ]);
  });

  test('with a blank name is not submitted, and its name is not checked', async () => {
    const { user, name, quiet } = await openForm([scopes]);
    await user.type(name, '   ');
    await user.click(await screen.findByRole('checkbox', { name: /^Read patients/ }));
    await user.click(screen.getByRole('button', { name: 'Create' }));
    expect(await screen.findByText('This field is required.')).toBeInTheDocument();
    await quiet();
    expect(server.calls).toEqual([]);
  });

  test('without a scope is not submitted, and the first scope has the focus', async () => {
    const { user, name } = await openForm([scopes]);
    await screen.findByRole('checkbox', { name: /^Read patients/ });
    await user.type(name, 'Monthly report');
    await user.click(screen.getByRole('button', { name: 'Create' }));
    expect(await screen.findByText('Choose at least one scope.')).toBeInTheDocument();
    await waitFor(() => expect(screen.getAllByRole('checkbox')[0]).toHaveFocus());
  });

  test('that the server refuses shows the reason at the name', async () => {
    await fill([created({ userErrors: errors('name', 'The name is taken.') })]);
    expect(await screen.findByText('The name is taken.')).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: /^Name/ })).toBeInvalid();
  });

  test('that fails says that something went wrong, and what was typed stays', async () => {
    await fill([{ request: created({}).request, result: { errors: [{ message: 'Internal' }] } }]);
    expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong. Please try again.');
    expect(screen.getByRole('textbox', { name: /^Name/ })).toHaveValue('Monthly report');
  });

  test('whose scopes could not be loaded has none, silently', async () => {
    const { quiet } = await openForm([noScopes]);
    await quiet();
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});

describe('deleting a token', () => {
  const ask = async (mocks: object[]) => {
    const view = await open([listed([token()]), ...mocks]);
    await view.user.click(await screen.findByRole('button', { name: 'Delete token Monthly report' }));
    const question = await screen.findByRole('alertdialog', { name: 'Warning!' });
    expect(question).toHaveTextContent('Monthly report');
    return { ...view, question };
  };

  test('asks, and removes it from the list', async () => {
    const { user, question } = await ask([deleted(), listed([])]);
    await user.click(within(question).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Token Monthly report was deleted')).toBeInTheDocument();
    expect(await screen.findByText('This user has not created any personal access tokens.')).toBeInTheDocument();
  });

  test('does nothing when it is declined', async () => {
    const { user, question, quiet } = await ask([]);
    await user.click(within(question).getByRole('button', { name: 'Cancel' }));
    await quiet();
    expect(screen.getByText('Monthly report')).toBeInTheDocument();
  });

  test.each([
    ['refused', deleted(errors('', 'No.'))],
    ['lost', { request: deleted().request, error: new Error('down') }],
  ])('that is %s says that something went wrong', async (_title, answer) => {
    const { user, question } = await ask([answer, listed([token()])]);
    await user.click(within(question).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Something went wrong. Please try again.')).toBeInTheDocument();
  });
});

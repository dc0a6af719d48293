import { expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { Language } from '../../lib/language.ts';
import { Unreachable } from '../../lib/reach.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { AddTrustedDomainDialog } from './AddTrustedDomainDialog.tsx';
import { CheckCreateTrustedDomainDocument, CreateTrustedDomainDocument } from './gql/AddTrustedDomainDialog.ts';

interface Refusal {
  field: string;
  code: string;
  message: string;
}
const taken: Refusal = {
  field: 'name',
  code: 'trusted_domain.name_taken',
  message: 'This name is already in use. Enter another name.',
};
const variables = { input: { name: 'north.example' } };
const refusals = (userErrors: Refusal[]) => userErrors.map((error) => ({ __typename: 'UserError', ...error }));
const checkAnswers = (...userErrors: Refusal[]) => ({
  request: { query: CheckCreateTrustedDomainDocument, variables },
  result: {
    data: { checkCreateTrustedDomain: { __typename: 'CreateTrustedDomainCheck', userErrors: refusals(userErrors) } },
  },
});
const createAnswers = (...userErrors: Refusal[]) => ({
  request: { query: CreateTrustedDomainDocument, variables },
  result: {
    data: {
      createTrustedDomain: {
        __typename: 'CreateTrustedDomainPayload',
        trustedDomain: userErrors.length > 0 ? null : { __typename: 'TrustedDomain', id: 'node1' },
        userErrors: refusals(userErrors),
      },
    },
  },
});

async function open(mocks: object[] = [], language: Language = 'en') {
  const onClose = jest.fn();
  const view = await renderApp(<AddTrustedDomainDialog onClose={onClose} />, { mocks: mocks as never, language });
  const name = screen.getByRole('textbox');
  const enter = async (text: string) => {
    await view.user.click(name);
    await view.user.paste(text);
  };
  const save = () => view.user.keyboard('{Enter}');
  return { ...view, onClose, name, enter, save };
}
const errorOf = (input: HTMLElement) =>
  within(input.closest<HTMLElement>('[data-scope=field][data-part=root]')!).findByText(/^(This|A|Un) .*\.$/);

test('what is saved closes the dialog and is named', async () => {
  const { onClose, enter, save } = await open([checkAnswers(), createAnswers()]);
  await enter('north.example');
  await save();
  expect(await screen.findByText('north.example was added')).toBeInTheDocument();
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('a refusal of the server is shown at the name, which has the focus; the dialog stays open', async () => {
  const { onClose, name, enter, save } = await open([checkAnswers(), createAnswers(taken)]);
  await enter('north.example');
  await save();
  expect(await errorOf(name)).toHaveTextContent('This name is already in use. Enter another name.');
  await waitFor(() => expect(name).toHaveFocus());
  expect(name).toHaveValue('north.example');
  expect(onClose).not.toHaveBeenCalled();
});

test('a name that is taken is marked while it is typed', async () => {
  const { name, enter } = await open([checkAnswers(taken)]);
  await enter('north.example');
  expect(await errorOf(name)).toHaveTextContent('This name is already in use. Enter another name.');
});

test.each([
  ['no name', ' ', 'en', 'This field is required.'],
  ['a name of 101 characters', 'a'.repeat(101), 'en', 'A name has at most 100 characters.'],
  ['a name of 101 characters, in Spanish', 'a'.repeat(101), 'es', 'Un nombre tiene como máximo 100 caracteres.'],
] as const)('%s is refused without a request', async (_title, text, language, message) => {
  const { name, enter, save, onClose } = await open([], language);
  await enter(text);
  await save();
  expect(await errorOf(name)).toHaveTextContent(message);
  expect(onClose).not.toHaveBeenCalled();
});

test('a lost connection is shown as one, and what was typed stays', async () => {
  const { name, enter, save } = await open([
    checkAnswers(),
    { request: { query: CreateTrustedDomainDocument, variables }, error: new Unreachable() },
  ]);
  await enter('north.example');
  await save();
  expect(await screen.findByRole('alert')).toHaveTextContent(/connection|reached/);
  expect(name).toHaveValue('north.example');
});

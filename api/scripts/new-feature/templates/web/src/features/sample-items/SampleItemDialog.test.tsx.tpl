import { afterEach, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { toaster } from '../../components/Toaster.tsx';
import type { Language } from '../../lib/language.ts';
import { Unreachable } from '../../lib/reach.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import {
  CheckCreateSampleItemDocument,
  CheckUpdateSampleItemDocument,
  CreateSampleItemDocument,
  UpdateSampleItemDocument,
} from './gql/SampleItemDialog.ts';
import { SampleItemDialog, type SampleItemRow } from './SampleItemDialog.tsx';

interface Refusal {
  field: string;
  code: string;
  message: string;
}
const taken: Refusal = { field: 'name', code: 'sample_item.name_taken', message: 'This name is already in use. Enter another name.' };
const variables = { input: { name: 'North' } };
const refusals = (userErrors: Refusal[]) => userErrors.map((error) => ({ __typename: 'UserError', ...error }));
const checkAnswers = (...userErrors: Refusal[]) => ({
  request: { query: CheckCreateSampleItemDocument, variables },
  result: {
    data: { checkCreateSampleItem: { __typename: 'CreateSampleItemCheck', userErrors: refusals(userErrors) } },
  },
});
const createAnswers = (...userErrors: Refusal[]) => ({
  request: { query: CreateSampleItemDocument, variables },
  result: {
    data: {
      createSampleItem: {
        __typename: 'CreateSampleItemPayload',
        sampleItem: userErrors.length > 0 ? null : { __typename: 'SampleItem', id: 'node1' },
        userErrors: refusals(userErrors),
      },
    },
  },
});

async function open(mocks: object[] = [], language: Language = 'en', sampleItem: SampleItemRow | null = null) {
  const onClose = jest.fn();
  const view = await renderApp(<SampleItemDialog sampleItem={sampleItem} onClose={onClose} />, {
    mocks: mocks as never, language });
  const name = screen.getByRole('textbox');
  const enter = async (text: string) => {
    await view.user.click(name);
    await view.user.paste(text);
  };
  const save = () => view.user.keyboard('{Enter}');
  return { ...view, onClose, name, enter, save };
}
const errorOf = (input: HTMLElement) =>
  within(input.closest<HTMLElement>('[data-scope=field][data-part=root]')!).findByText(/\.$/);

// The toasts are the page's, and outlive what a test has drawn.
afterEach(() => toaster.remove());

test('what is saved closes the dialog and is named', async () => {
  const { onClose, enter, save } = await open([checkAnswers(), createAnswers()]);
  await enter('North');
  await save();
  expect(await screen.findByText('North was added')).toBeInTheDocument();
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('a refusal of the server is shown at the name, which has the focus; the dialog stays open', async () => {
  const { onClose, name, enter, save } = await open([checkAnswers(), createAnswers(taken)]);
  await enter('North');
  await save();
  expect(await errorOf(name)).toHaveTextContent('This name is already in use. Enter another name.');
  await waitFor(() => expect(name).toHaveFocus());
  expect(name).toHaveValue('North');
  expect(onClose).not.toHaveBeenCalled();
});

test('a name that is taken is marked while it is typed', async () => {
  const { name, enter } = await open([checkAnswers(taken)]);
  await enter('North');
  expect(await errorOf(name)).toHaveTextContent('This name is already in use. Enter another name.');
});

test.each([
  ['no name', ' ', 'en', 'This field is required.'],
  ['a name of 256 characters', 'a'.repeat(256), 'en', 'This has at most 255 characters.'],
  ['a name of 256 characters, in Spanish', 'a'.repeat(256), 'es', 'Aquí caben como máximo 255 caracteres.'],
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
    { request: { query: CreateSampleItemDocument, variables }, error: new Unreachable() },
  ]);
  await enter('North');
  await save();
  expect(await screen.findByRole('alert')).toHaveTextContent(/connection|reached/);
  expect(name).toHaveValue('North');
});

const north: SampleItemRow = {
  __typename: 'SampleItem',
  id: 'node1',
  databaseId: 1,
  version: 1,
  name: 'North',
  createdAt: '2026-03-01T13:00:00.000Z',
  createdBy: { __typename: 'User', id: 'user1', firstName: 'Dana', lastName: 'Reyes' },
};
const newer: Refusal = { field: '', code: 'conflict', message: 'Someone else changed this sample item.' };
/** The answers to a change of North to South that names a version, and to its check. */
const changed = (version: number, conflict: SampleItemRow | null = null) => {
  const asked = { input: { name: 'South', sampleItemId: '1', version } };
  const userErrors = refusals(conflict ? [newer] : []);
  return [
    {
      request: { query: CheckUpdateSampleItemDocument, variables: asked },
      result: { data: { checkUpdateSampleItem: { __typename: 'UpdateSampleItemCheck', userErrors: [] } } },
    },
    {
      request: { query: UpdateSampleItemDocument, variables: asked },
      result: {
        data: {
          updateSampleItem: {
            __typename: 'UpdateSampleItemPayload',
            sampleItem: conflict ? null : { __typename: 'SampleItem', id: 'node1' },
            conflict,
            userErrors,
          },
        },
      },
    },
  ];
};

test('a change names the version of the sample item that was opened', async () => {
  const { user, onClose, name, enter, save } = await open(changed(1), 'en', north);
  expect(name).toHaveValue('North');
  await user.clear(name);
  await enter('South');
  await save();
  expect(await screen.findByText('South was saved')).toBeInTheDocument();
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('what someone else saved is shown next to what was typed, which is saved when the user decides so', async () => {
  const theirs = { ...north, version: 2, name: 'East' };
  const { user, onClose, name, enter, save } = await open([...changed(1, theirs), ...changed(2)], 'en', north);
  await user.clear(name);
  await enter('South');
  await save();
  const notice = await screen.findByText(/Someone else changed this sample item\./);
  expect(within(notice.closest<HTMLElement>('[role=alert]')!).getByText(/East/)).toBeInTheDocument();
  expect(name).toHaveValue('South');
  expect(onClose).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Keep my changes' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('South was saved')).toBeInTheDocument();
});

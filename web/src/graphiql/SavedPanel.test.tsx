import { expect, jest, test } from '@jest/globals';
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Unreachable } from '../lib/reach.ts';
import { SavedPanel } from './SavedPanel.tsx';
import { textsOf, TextsContext } from './texts.ts';
import type { Language } from '../lib/language.ts';

const own = {
  databaseId: 1,
  name: 'Silent',
  isShared: false,
  ownerName: 'Lee, Ann',
  viewerCanUpdate: true,
  version: 1,
};
const theirs = {
  ...own,
  databaseId: 2,
  name: 'Masks',
  isShared: true,
  ownerName: 'Quill, Robin',
  viewerCanUpdate: false,
};
const TEXT = { query: '{ patients { totalCount } }', variables: '{"first": 3}' };

type Answer = object | 'lost';
interface Sent {
  operation: string;
  input: Record<string, unknown>;
  key: string | null;
}

/**
 * A panel whose server gives these answers by operation, in their order and the last one for ever; other answers than the
 * list when `answering` lets it.
 */
function shown(
  answers: Record<string, Answer[]> = {},
  { language = 'en' as Language, text = TEXT, answering = Promise.resolve() } = {},
) {
  const sent: Sent[] = [];
  const all: Record<string, Answer[]> = { SavedQueries: [{ savedQueries: [own, theirs] }], ...answers };
  const send = (async (_url: string, init: RequestInit) => {
    const { query, variables } = JSON.parse(init.body as string) as { query: string; variables: { input: never } };
    const operation = /^\w+ (\w+)/.exec(query)![1]!;
    sent.push({ operation, input: variables.input, key: new Headers(init.headers).get('Idempotency-Key') });
    const rest = all[operation]!;
    const answer = rest.length > 1 ? rest.shift()! : rest[0]!;
    if (!operation.startsWith('Saved')) await answering;
    if (answer === 'lost') throw new Unreachable();
    return { json: () => Promise.resolve({ data: answer }) };
  }) as unknown as typeof fetch;
  const onOpen = jest.fn();
  render(
    <TextsContext value={textsOf(language)}>
      <SavedPanel send={send} current={() => text} onOpen={onOpen} />
    </TextsContext>,
  );
  const sentBy = (operation: string) => sent.filter((one) => one.operation === operation);
  return { user: userEvent.setup(), sentBy, onOpen };
}

const button = (name: string) => screen.findByRole('button', { name });
const saved = (query: object) => ({ createSavedQuery: { savedQuery: query, userErrors: [] } });
const updated = (payload: object) => ({
  updateSavedQuery: { savedQuery: null, conflict: null, userErrors: [], ...payload },
});
const save = async (user: ReturnType<typeof userEvent.setup>, name: string) => {
  const form = screen.getByRole('form', { name: 'Save the query of the open tab' });
  await user.type(within(form).getByRole('textbox', { name: 'Name' }), name);
  return form;
};

test('the own queries and those of colleagues, with who shares them, are lists apart', async () => {
  shown();
  const mine = await screen.findByRole('region', { name: 'My queries' });
  expect(within(mine).getAllByRole('listitem')).toHaveLength(1);
  expect(within(mine).getByRole('button', { name: 'Silent' })).toBeVisible();
  const shared = screen.getByRole('region', { name: 'Shared by colleagues' });
  expect(within(shared).getByRole('listitem')).toHaveTextContent('MasksShared by Quill, Robin');
  expect(within(shared).queryByRole('button', { name: /Delete/ })).toBeNull();
});

test('a query opens as it is now', async () => {
  const { user, onOpen } = shown({ OpenSavedQuery: [{ savedQuery: { ...own, ...TEXT } }] });
  await user.click(await button('Silent'));
  expect(onOpen).toHaveBeenCalledWith(expect.objectContaining(TEXT));
});

test('saving sends the open tab once, also after a double click, and empties the form', async () => {
  const { promise: answering, resolve: answer } = Promise.withResolvers<void>();
  const made = { ...own, databaseId: 3, name: 'New', isShared: true };
  const { user, sentBy } = shown({ SaveQuery: [saved(made)] }, { answering });
  await button('Silent');
  const form = await save(user, 'New');
  await user.click(within(form).getByRole('checkbox', { name: 'Share with my organization' }));
  await user.dblClick(within(form).getByRole('button', { name: 'Save' }));
  answer();
  expect(await screen.findByText('Saved as “New”.')).toBeVisible();
  expect(sentBy('SaveQuery').map(({ input }) => input)).toEqual([{ name: 'New', isShared: true, ...TEXT }]);
  expect(within(form).getByRole('textbox')).toHaveValue('');
  expect(await button('New Shared with my organization')).toBeVisible();
  expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
});

test.each([
  ['en', 'Colleagues who use GraphiQL read a shared query. Put no name of a patient in it.'],
  ['es', 'Los colegas que usan GraphiQL leen una consulta compartida. No ponga en ella el nombre de ningún paciente.'],
] as const)('the form says who reads a shared query, and what not to put in it (%s)', (language, text) => {
  shown({}, { language });
  expect(screen.getByRole('checkbox')).toHaveAccessibleDescription(text);
});

test('a refusal stands at the name, and what was typed stays', async () => {
  const message = 'Another of your saved queries has this name. Enter another name.';
  const refusal = { createSavedQuery: { savedQuery: null, userErrors: [{ field: 'name', code: 'x', message }] } };
  const { user } = shown({ SaveQuery: [refusal] });
  const form = await save(user, 'Silent{Enter}');
  const name = within(form).getByRole('textbox');
  await waitFor(() => expect(name).toHaveAccessibleDescription(message));
  expect(name).toBeInvalid();
  expect(name).toHaveValue('Silent');
});

test('an empty editor is not saved', async () => {
  const { user, sentBy } = shown({}, { text: { query: ' ', variables: '' } });
  await save(user, 'Nothing{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('Enter a query in the editor first.');
  expect(sentBy('SaveQuery')).toEqual([]);
});

test('without an answer what was typed stays, and the next attempt is the same request', async () => {
  const { user, sentBy } = shown({ SaveQuery: ['lost', saved({ ...own, databaseId: 3, name: 'New' })] });
  const form = await save(user, 'New{Enter}');
  expect(await within(form).findByRole('alert')).toHaveTextContent('What you typed is still here. Try again.');
  expect(within(form).getByRole('textbox')).toHaveValue('New');
  await user.click(within(form).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Saved as “New”.')).toBeVisible();
  const [first, second] = sentBy('SaveQuery').map(({ key }) => key);
  expect([typeof first, second]).toEqual(['string', first]);
});

test('a query is renamed and shared; a newer change is not overwritten before the user saves again', async () => {
  const newer = { ...own, name: 'Elsewhere', version: 2 };
  const conflict = { conflict: newer, userErrors: [{ field: '', code: 'conflict', message: 'Changed elsewhere.' }] };
  const now = { ...own, name: 'Quiet', isShared: true, version: 3 };
  const { user, sentBy } = shown({ ChangeSavedQuery: [updated(conflict), updated({ savedQuery: now })] });
  await user.click(await button('Change: Silent'));
  const name = within(screen.getByRole('form', { name: 'Change: Silent' })).getByRole('textbox');
  expect(name).toHaveFocus();
  await user.clear(name);
  await user.type(name, 'Quiet');
  const form = screen.getByRole('form', { name: 'Change: Silent' });
  await user.click(within(form).getByRole('checkbox'));
  await user.click(within(form).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Changed elsewhere.')).toBeVisible();
  expect(name).toHaveValue('Quiet');
  await user.click(
    within(screen.getByRole('form', { name: 'Change: Elsewhere' })).getByRole('button', { name: 'Save' }),
  );
  await waitFor(() => expect(screen.getByRole('button', { name: 'Change: Quiet' })).toHaveFocus());
  const sent = { savedQueryId: '1', name: 'Quiet', isShared: true };
  expect(sentBy('ChangeSavedQuery').map(({ input }) => input)).toEqual([
    { ...sent, version: 1 },
    { ...sent, version: 2 },
  ]);
});

test('the text is replaced with that of the open tab after a question', async () => {
  const { promise: answering, resolve: answer } = Promise.withResolvers<void>();
  const { user, sentBy } = shown(
    { ChangeSavedQuery: [updated({ savedQuery: { ...own, version: 2 } })] },
    { answering },
  );
  await user.click(await button('Replace: Silent'));
  const question = screen.getByRole('group', { name: 'Replace' });
  expect(question).toHaveTextContent('Replace the text of “Silent” with the query of the open tab?');
  expect(within(question).getByRole('button', { name: 'Cancel' })).toHaveFocus();
  expect(sentBy('ChangeSavedQuery')).toEqual([]);
  await user.dblClick(within(question).getByRole('button', { name: 'Replace' }));
  answer();
  expect(await screen.findByText('“Silent” has the query of the open tab now.')).toBeVisible();
  expect(sentBy('ChangeSavedQuery').map(({ input }) => input)).toEqual([{ savedQueryId: '1', version: 1, ...TEXT }]);
});

test('a query is deleted after a question; Escape keeps it', async () => {
  const { user, sentBy } = shown({ DeleteSavedQuery: [{ deleteSavedQuery: { userErrors: [] } }] });
  const first = await button('Delete: Silent');
  await user.click(first);
  await user.keyboard('{Escape}');
  expect(screen.queryByText(/cannot be undone/)).toBeNull();
  expect(first).toHaveFocus();
  await user.click(first);
  expect(screen.getByText('Delete “Silent”? This cannot be undone.')).toBeVisible();
  expect(sentBy('DeleteSavedQuery')).toEqual([]);
  await user.click(within(screen.getByRole('group', { name: 'Delete' })).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('“Silent” is deleted.')).toBeVisible();
  expect(screen.getByText('You have not saved a query yet.')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'My queries' })).toHaveFocus();
});

test('a list that could not be read is read again', async () => {
  const { user } = shown({ SavedQueries: ['lost', { savedQueries: [own] }] });
  await user.click(await button('Try again'));
  expect(await button('Silent')).toBeVisible();
});

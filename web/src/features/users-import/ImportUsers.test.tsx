import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { toaster } from '../../components/Toaster.tsx';
import type { Language } from '../../lib/language.ts';
import { page } from '../../lib/page.ts';
import { fakeServer, json, never } from '../../testing/fakeServer.ts';
import { renderApp, testViewer } from '../../testing/renderApp.tsx';
import { ImportUsersDocument } from './gql/ImportUsersOutcome.ts';
import { UserImportRowsDocument } from './gql/ImportUsersRows.ts';
import { CurrentUserImportDocument, DismissUserImportDocument, JobProgressDocument } from './gql/useImport.ts';
import { ImportUsers } from './ImportUsers.tsx';
import './ImportUsersDialog.tsx';

const server = fakeServer();
type State = 'CHECKED' | 'REFUSED' | 'WAITING' | 'RUNNING' | 'DONE' | 'FAILED';
const facts = (state: State, done = 0, refused = 0, total = 3) => ({
  __typename: 'UserImport',
  id: '7',
  state,
  rowCount: total,
  refusedCount: refused,
  doneCount: done,
});
/** What the server has kept of the viewer's import: nothing until a file is checked. */
let kept: ReturnType<typeof facts> | null;
/** How often the page of the test asked for it. A request of an earlier test that is still answered is not counted. */
let asked: { times: number };
const currentOf = (page: { times: number }) => ({
  request: { query: CurrentUserImportDocument, variables: { organizationId: '1' } },
  maxUsageCount: Infinity,
  result: () => {
    page.times += 1;
    return { data: { currentUserImport: kept } };
  },
});
const dismissed = {
  request: { query: DismissUserImportDocument, variables: { input: { importId: '7' } } },
  result: () => {
    kept = null;
    return { data: { dismissUserImport: { __typename: 'DismissUserImportPayload', userErrors: [] } } };
  },
};
/** The server finds this when it checks the file. */
const finds = (found: ReturnType<typeof facts>) => {
  server.answer = () => {
    kept = found;
    return json(200, { data: { id: 7 } });
  };
};
const rowsAre = (rows: object[], { offset = 0, onlyRefused = false } = {}) => ({
  request: { query: UserImportRowsDocument, variables: { importId: '7', offset, limit: 20, onlyRefused } },
  maxUsageCount: Infinity,
  result: { data: { userImport: { __typename: 'UserImport', id: '7', rows } } },
});
const row = (number: number, outcome = 'CREATE', errors: object[] = []) => ({
  __typename: 'UserImportRow',
  row: number,
  email: `user${number}@example.test`,
  name: 'Dana Reyes',
  outcome,
  errors: errors.map((error) => ({ __typename: 'UserImportError', ...error })),
});
const started = {
  request: { query: ImportUsersDocument, variables: { input: { importId: '7' } } },
  result: {
    data: { importUsers: { __typename: 'ImportUsersPayload', userImport: facts('WAITING'), userErrors: [] } },
  },
};
const csv = (text = 'email') => new File([text], 'users.csv', { type: 'text/csv' });

async function open(
  mocks: object[] = [],
  { may = true, language = 'en' as Language, realtimeKey = null as string | null } = {},
) {
  const viewer = { ...testViewer, viewerCanCreateUsers: may, realtimeKey };
  const view = await renderApp(<ImportUsers orgId={null} queries={[]} />, {
    viewer,
    mocks: [currentOf(asked), ...mocks] as never,
    language,
  });
  // A drop can contain files that the browser's own dialog would not offer.
  const user = userEvent.setup({ applyAccept: false });
  return { ...view, user };
}
function fileInput(): HTMLInputElement {
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('The dialog has no field for a file yet.');
  return input;
}
async function choose(file: File, mocks: object[] = []) {
  const { user } = await open(mocks);
  await user.click(screen.getByRole('button', { name: 'Import users' }));
  await screen.findByRole('dialog', { name: 'Import users' });
  // The dialog first asks for an import that goes on.
  await user.upload(await waitFor(fileInput), file);
  return user;
}
const check = () => screen.getByRole('button', { name: 'Check file' });

beforeEach(() => {
  kept = null;
  asked = { times: 0 };
  finds(facts('CHECKED'));
});
afterEach(() => {
  toaster.remove();
});

test('is offered to viewers who may create users, and to no other', async () => {
  await open([], { may: false });
  expect(screen.queryByRole('button')).toBeNull();
});

describe('a file', () => {
  test('is sent to the organization to be checked, once for two clicks, and its rows are shown', async () => {
    const user = await choose(csv(), [rowsAre([row(2), row(3), row(5)])]);
    await user.dblClick(check());
    await screen.findByText('Every row is valid. Users to create and invite: 3.');
    expect(server.calls.map(({ method, url }) => [method, url])).toEqual([['POST', '/api/orgs/1/users/import']]);
    const form = server.calls[0]!.body as FormData;
    expect([form.get('org_id'), form.get('dry_run'), (form.get('file') as File).name]).toEqual(['1', '1', 'users.csv']);
    const table = await screen.findByRole('table');
    expect(
      within(table)
        .getAllByRole('row')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'RowUserResult',
      '2user2@example.testDana ReyesWill be created',
      '3user3@example.testDana ReyesWill be created',
      '5user5@example.testDana ReyesWill be created',
    ]);
  });

  test('of another type is refused without a request', async () => {
    await choose(new File(['x'], 'users.pdf'));
    expect(await screen.findByRole('alert')).toHaveTextContent('users.pdf');
    expect(check()).toBeDisabled();
    expect(server.calls).toEqual([]);
  });

  test('that the server refuses stays, with the reasons', async () => {
    const errors = {
      file: ['Row 1, org_id: A file of users has no such column.', 'Row 1, role: This column is missing.'],
    };
    server.answer = () => json(422, { message: 'Row 1 …', errors });
    const user = await choose(csv(''));
    await user.click(check());
    expect(await screen.findByRole('alert')).toHaveTextContent(errors.file.join(''));
    expect(screen.getByText('users.csv')).toBeInTheDocument();
    expect(check()).toBeEnabled();
  });

  test('that cannot be sent without a connection stays, and says so', async () => {
    server.answer = () => Promise.reject(new TypeError('Failed to fetch'));
    const user = await choose(csv());
    await user.click(check());
    expect(await screen.findByRole('alert')).toHaveTextContent(/connection|reached/);
    expect(check()).toBeEnabled();
  });

  test('that is being checked can be canceled', async () => {
    server.answer = never;
    const user = await choose(csv());
    await user.click(check());
    await user.click(await screen.findByRole('button', { name: 'Cancel the upload' }));
    await waitFor(() => expect(check()).toBeEnabled());
    expect(server.calls[0]!.signal!.aborted).toBe(true);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('has a template with every column', async () => {
    const saved: [Blob, string][] = [];
    const save = jest.spyOn(page, 'save').mockImplementation((file, name) => void saved.push([file, name]));
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Import users' }));
    await user.click(await screen.findByRole('button', { name: 'Download template' }));
    const [file, name] = saved[0]!;
    const text = await new Promise<string>((read) => {
      const reader = new FileReader();
      reader.onload = () => read(String(reader.result));
      reader.readAsText(file);
    });
    expect([name, text.split('\r\n')[0]]).toEqual([
      'users_template.csv',
      'first_name,last_name,email,phone,country,user_type,role,locations,groups',
    ]);
    save.mockRestore();
  });
});

describe('an import', () => {
  test('with refused rows shows them first, as documented, and cannot be started', async () => {
    const wrong = row(3, 'REFUSED', [{ attribute: 'email', message: 'Enter a valid email address' }]);
    finds(facts('REFUSED', 0, 1));
    const user = await choose(csv(), [
      rowsAre([wrong], { onlyRefused: true }),
      rowsAre([row(2, 'NOT_CREATED'), wrong]),
      dismissed,
    ]);
    await user.click(check());
    await screen.findByText('Row 3, email: Enter a valid email address.');
    expect(screen.queryByRole('button', { name: /^Import users:/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'All rows (3)' }));
    await screen.findByText('user2@example.test');
    await user.click(screen.getByRole('button', { name: 'Choose another file' }));
    expect(await screen.findByRole('button', { name: 'Check file' })).toBeDisabled();
  });

  test('of a refused file shows the number of a row once, reads it with each error, and leads to another file', async () => {
    const wrong = row(2, 'REFUSED', [
      { attribute: 'email', message: 'Enter a valid email address' },
      { attribute: 'role', message: 'This role does not exist' },
    ]);
    finds(facts('REFUSED', 0, 1, 1));
    const user = await choose(csv(), [rowsAre([wrong], { onlyRefused: true })]);
    await user.click(check());
    expect(await screen.findByText('Row 2, email: Enter a valid email address.')).toBeVisible();
    const second = screen.getByText('role: This role does not exist.');
    expect(second).toHaveTextContent('Row 2, role: This role does not exist.');
    expect(within(second).getByText('Row 2,').tagName).toBe('SPAN'); // out of sight
    const buttons = within(screen.getByRole('dialog')).getAllByRole('button');
    expect(buttons.at(-1)).toHaveAccessibleName('Choose another file');
  });

  test('of many rows has pages', async () => {
    finds(facts('CHECKED', 0, 0, 21));
    const user = await choose(csv(), [
      rowsAre(Array.from({ length: 20 }, (_, at) => row(at + 2))),
      rowsAre([row(22)], { offset: 20 }),
    ]);
    await user.click(check());
    await screen.findByText('Rows 1 to 20 of 21');
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await screen.findByText('Rows 21 to 21 of 21');
    expect(screen.getByRole('button', { name: 'Next' })).toBeDisabled();
  });

  test('is started once, goes on when the dialog is closed, and says when it is done', async () => {
    const user = await choose(csv(), [rowsAre([row(2)]), started, dismissed]);
    await user.click(check());
    const start = await screen.findByRole('button', { name: 'Import users: 3' });
    kept = facts('RUNNING', 1);
    await user.dblClick(start);
    const dialog = screen.getByRole('dialog');
    await within(dialog).findByText(/You may close this window/);
    await user.click(within(dialog).getByText('Close'));
    await screen.findByRole('button', { name: 'Importing 1 of 3' });
    kept = facts('DONE', 3);
    expect(await screen.findByText('Users created and invited: 3')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Import users' }));
    await screen.findByText('Every user was created and invited: 3.');
  });

  const progress = (state: State, done: number, delay: number) => ({
    request: { query: JobProgressDocument, variables: { id: '7' } },
    delay,
    result: { data: { jobProgress: { __typename: 'JobProgress', userImport: facts(state, done) } } },
  });

  test('that runs is found again after a reload or in another tab, and its progress is pushed', async () => {
    kept = facts('RUNNING', 1);
    await open([progress('DONE', 3, 50)], { realtimeKey: 'key' });
    await screen.findByRole('button', { name: 'Importing 1 of 3' });
    await screen.findByText('Users created and invited: 3');
    await screen.findByRole('button', { name: 'Import users' });
    expect(asked.times).toBe(1);
  });

  test('that has ended is found again, until the user closes it', async () => {
    kept = facts('DONE', 3);
    const { user } = await open([rowsAre([row(2, 'CREATED')]), dismissed]);
    await user.click(screen.getByRole('button', { name: 'Import users' }));
    await screen.findByText('Every user was created and invited: 3.');
    await user.click(within(screen.getByRole('dialog')).getByText('Close'));
    await waitFor(() => expect(kept).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Import users' }));
    expect(await screen.findByRole('button', { name: 'Check file' })).toBeDisabled();
    expect(screen.queryByText(/^Users created/)).toBeNull(); // it was said when it ended
  });

  test('of 5,000 rows has 20 of them in the document, whatever page is shown', async () => {
    finds(facts('CHECKED', 0, 0, 5000));
    const page = (from: number) => Array.from({ length: 20 }, (_, at) => row(from + at));
    const user = await choose(csv(), [rowsAre(page(2)), rowsAre(page(22), { offset: 20 })]);
    await user.click(check());
    await screen.findByText('Rows 1 to 20 of 5,000');
    expect(screen.getAllByRole('row')).toHaveLength(21);
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await screen.findByText('Rows 21 to 40 of 5,000');
    await screen.findByText('user41@example.test');
    expect(screen.getAllByRole('row')).toHaveLength(21);
  });
});
